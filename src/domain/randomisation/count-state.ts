/** How often each place was drawn, in order: cells of an urn, virtual arms at one level of a minimisation's factor. */
export type CountState = { readonly counts: readonly number[] }

/** The counts of a state, or of none yet: `places` of them. */
export const countsOf = (state: CountState | null | undefined, places: number): readonly number[] =>
  state?.counts ?? Array.from({ length: places }, () => 0)

/** The state with one more, or one less, in a place. */
export const countMoved = (counts: readonly number[], place: number, by: 1 | -1): CountState => ({
  counts: counts.map((count, other) => (other === place ? count + by : count)),
})

/** Whether something stored counts this many places. */
export const isCountState = (places: number, stored: unknown): stored is CountState => {
  if (typeof stored !== 'object' || stored === null || !('counts' in stored)) return false
  const { counts } = stored
  return (
    Array.isArray(counts) &&
    counts.length === places &&
    counts.every((count: unknown) => typeof count === 'number' && Number.isSafeInteger(count) && count >= 0)
  )
}
