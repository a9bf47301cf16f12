import { afterAll, vi } from 'vitest'

/* Files share a process: stubs of one file's last test must be gone before the next file is loaded. */

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
