import { afterAll, vi } from 'vitest'

/* Files share a process: what the last test of one stubbed must be gone before the next is loaded. */

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
