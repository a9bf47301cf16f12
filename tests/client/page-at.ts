import { Window } from 'happy-dom'
import { vi } from 'vitest'

/**
 * Puts the modules that are imported from now on into a page at this address, with Node's own `fetch`: it loses answers
 * as a browser does, only quietly. `vi.unstubAllGlobals` ends that.
 */
export const pageAt = (url: string): void => {
  const page = new Window({ url })
  // What an earlier page loaded belongs to its address.
  vi.resetModules()
  vi.stubGlobal('window', page)
  for (const name of ['document', 'location', 'localStorage', 'navigator'] as const) vi.stubGlobal(name, page[name])
  for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}
