import { searchEverything } from '#contract/search'
import { endpointQuery } from './endpoint-query'

/** The matches of a text in everything that the viewer may list; recent ones come first. */
export const searchQuery = (q: string, recent: readonly string[]) => ({
  ...endpointQuery(searchEverything, { query: { q, recent: [...recent] } }),
  // Never shown again from the cache: a participant may have been randomised or moved since.
  gcTime: 0,
  // The person goes on typing, so a refusal is shown at once.
  retry: false,
})
