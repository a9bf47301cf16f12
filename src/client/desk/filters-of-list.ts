import type { SavedFilter } from '#domain/desk/display-settings'

/** The fields of a list's address. */
export type SavedSearch = Record<string, string | string[]>

/** A saved filter, as it is sent. */
export type SentFilter = { name: string; trial_id?: number; search: SavedSearch }

/** The filters of a trial, or of a list of no trial, by name. */
export const filtersHere = (every: readonly SavedFilter[], trialId: number | undefined): SentFilter[] =>
  every
    .filter(({ trial_id }) => trial_id === trialId)
    .map(sent)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))

export const withFilter = (every: readonly SavedFilter[], filter: SentFilter): SentFilter[] => [
  ...withoutFilter(every, filter),
  filter,
]

export const withoutFilter = (
  every: readonly SavedFilter[],
  { name, trial_id }: Pick<SentFilter, 'name' | 'trial_id'>,
): SentFilter[] => every.filter((one) => one.name !== name || one.trial_id !== trial_id).map(sent)

const sent = ({ name, trial_id, search }: SavedFilter): SentFilter => ({
  name,
  ...(trial_id !== undefined && { trial_id }),
  search: savedSearch(search),
})

const PLACE = ['page', 'page_size', 'open']

/** The part of an address that is saved: search, filters and sort, without the place in the list. */
export const savedSearch = (search: object): SavedSearch => {
  const saved: SavedSearch = {}
  for (const [name, value] of Object.entries(search)) {
    if (PLACE.includes(name)) continue
    if (typeof value === 'string' && value.trim() !== '') saved[name] = value
    if (Array.isArray(value) && value.length > 0) saved[name] = value.map(String)
  }
  return saved
}
