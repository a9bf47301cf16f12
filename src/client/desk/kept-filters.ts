import type { SavedFilter } from '#domain/desk/display-settings'

/** The fields of a list's address. */
export type KeptSearch = Record<string, string | string[]>

/** A saved filter, as it is sent. */
export type KeptFilter = { name: string; trial_id?: number; search: KeptSearch }

/** Those of a trial, or of a list of no trial, by name. */
export const filtersHere = (every: readonly SavedFilter[], trialId: number | undefined): KeptFilter[] =>
  every
    .filter(({ trial_id }) => trial_id === trialId)
    .map(sent)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))

export const withFilter = (every: readonly SavedFilter[], filter: KeptFilter): KeptFilter[] => [
  ...withoutFilter(every, filter),
  filter,
]

export const withoutFilter = (
  every: readonly SavedFilter[],
  { name, trial_id }: Pick<KeptFilter, 'name' | 'trial_id'>,
): KeptFilter[] => every.filter((one) => one.name !== name || one.trial_id !== trial_id).map(sent)

const sent = ({ name, trial_id, search }: SavedFilter): KeptFilter => ({
  name,
  ...(trial_id !== undefined && { trial_id }),
  search: keptSearch(search),
})

const PLACE = ['page', 'page_size', 'open']

/** What of an address can be saved: its search, filters and sort, without the place in the list. */
export const keptSearch = (search: object): KeptSearch => {
  const kept: KeptSearch = {}
  for (const [name, value] of Object.entries(search)) {
    if (PLACE.includes(name)) continue
    if (typeof value === 'string' && value.trim() !== '') kept[name] = value
    if (Array.isArray(value) && value.length > 0) kept[name] = value.map(String)
  }
  return kept
}
