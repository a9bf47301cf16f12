/** How often each cell of an urn was drawn, or each virtual arm at one level of a minimisation's factor, in their order. */
export type CountState = { readonly counts: readonly number[] }

/** The counts of a state. Without a state, `length` zeros. */
export const countsOf = (state: CountState | null | undefined, length: number): readonly number[] =>
  state?.counts ?? zeros(length)

/** `length` zeros. */
export const zeros = (length: number): number[] => {
  const counts: number[] = []
  for (let index = 0; index < length; index += 1) counts.push(0)
  return counts
}

/** The counts with `by` added at one index. */
export const countMoved = (counts: readonly number[], index: number, by: 1 | -1): CountState => {
  const moved = counts.slice()
  const count = counts[index]
  if (count !== undefined) moved[index] = count + by
  return { counts: moved }
}

/** Whether a stored value is `length` counts. */
export const isCountState = (length: number, stored: unknown): stored is CountState => {
  if (typeof stored !== 'object' || stored === null || !('counts' in stored)) return false
  const { counts } = stored
  return (
    Array.isArray(counts) &&
    counts.length === length &&
    counts.every((count: unknown) => typeof count === 'number' && Number.isSafeInteger(count) && count >= 0)
  )
}
