import { Window } from 'happy-dom'
import { vi } from 'vitest'

/**
 * Gives all modules imported later a page at this address, with Node's own `fetch`, which loses answers as a browser
 * does. `vi.unstubAllGlobals` ends that.
 */
export const pageAt = (url: string): void => {
  const page = new Window({ url })
  // Modules of an earlier page have its address.
  vi.resetModules()
  vi.stubGlobal('window', page)
  for (const name of ['document', 'location', 'localStorage', 'navigator'] as const) vi.stubGlobal(name, page[name])
  for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}
