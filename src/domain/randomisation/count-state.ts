/** How often each place was drawn, in order: cells of an urn, virtual arms at one level of a minimisation's factor. */
export type CountState = { readonly counts: readonly number[] }

/** The counts of a state, or of none yet: `places` of them. */
export const countsOf = (state: CountState | null | undefined, places: number): readonly number[] =>
  state?.counts ?? noneOf(places)

/** So many zeros. */
export const noneOf = (places: number): number[] => {
  const none: number[] = []
  for (let place = 0; place < places; place += 1) none.push(0)
  return none
}

/** The counts after adding `change` in one place. */
export const countMoved = (counts: readonly number[], place: number, by: 1 | -1): CountState => {
  const moved = counts.slice()
  const count = counts[place]
  if (count !== undefined) moved[place] = count + by
  return { counts: moved }
}

/** Whether a stored value counts this many places. */
export const isCountState = (places: number, stored: unknown): stored is CountState => {
  if (typeof stored !== 'object' || stored === null || !('counts' in stored)) return false
  const { counts } = stored
  return (
    Array.isArray(counts) &&
    counts.length === places &&
    counts.every((count: unknown) => typeof count === 'number' && Number.isSafeInteger(count) && count >= 0)
  )
}
