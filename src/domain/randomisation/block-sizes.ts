/** The block sizes of a design, ascending: smallest, smallest + step, …, `count` of them (none when `count` is 0). */
export type BlockSizes = { readonly smallest: number; readonly step: number; readonly count: number }

/**
 * Every size b with min ≤ b ≤ max that holds the groups in their ratio, b mod S = 0. Sizes in participants, S the sum of
 * the reduced weights. Source: src/specification/rct-alloc-1.md#blocked.
 */
export const blockSizes = (weightSum: number, min: number, max: number): BlockSizes => {
  const fewestRounds = Math.ceil(min / weightSum)
  const maxRounds = Math.floor(max / weightSum)
  return { smallest: fewestRounds * weightSum, step: weightSum, count: Math.max(0, maxRounds - fewestRounds + 1) }
}
