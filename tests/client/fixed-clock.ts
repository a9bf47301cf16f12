import { onTestFinished, vi } from 'vitest'

/** The time of the client's tests. */
export const NOW = Date.parse('2026-11-21T10:00:00.000Z')

/** Stops the clock at NOW until the test is finished; timers run on. */
export const stopClock = (): void => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
