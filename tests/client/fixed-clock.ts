import { onTestFinished, vi } from 'vitest'

/** The instant at which the tests of the client take place. */
export const NOW = Date.parse('2026-11-21T10:00:00.000Z')

/** Stops the clock at NOW until the test is finished; timers run on. */
export const stopClock = (): void => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
