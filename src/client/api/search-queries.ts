import { searchEverything } from '#contract/search'
import { endpointQuery } from './endpoint-query'

/** What matches a text in everything that the viewer may list; what is recent comes first. */
export const searchQuery = (q: string, recent: readonly string[]) => ({
  ...endpointQuery(searchEverything, { query: { q, recent: [...recent] } }),
  // Never shown again without being asked for: a participant may have been randomised or moved since.
  gcTime: 0,
  // Who types goes on typing: a refusal is said at once.
  retry: false,
})
