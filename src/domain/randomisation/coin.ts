import { countMoved, countsOf, isCountState, type CountState } from './count-state'
import { greatestCommonDivisor } from './greatest-common-divisor'
import { groupIdsAt, type DesignBase } from './design'
import type { RandomSource } from './random-source'

/** The weights of the group that is behind and of the one that is ahead, both whole numbers. */
export type CoinWeights = readonly [behind: number, ahead: number]

/** A fair coin, tossed where both groups have the same count. */
export const FAIR: CoinWeights = [1, 1]

/** No coin: the group that is behind is next. */
export const FORCED: CoinWeights = [1, 0]

/** A coin that shows the group behind so often out of so many times, in lowest terms. */
export const biased = (chance: number, outOf: number): CoinWeights => {
  const divisor = greatestCommonDivisor(chance, outOf)
  return [chance / divisor, (outOf - chance) / divisor]
}

/** Whether exactly two cells are open, with the same weight: the condition of methods that use a difference of two. */
export const isEvenPair = ({ cells }: DesignBase): boolean => {
  const open = cells.filter(({ weight }) => weight > 0)
  return open.length === 2 && new Set(open.map(({ weight }) => weight)).size === 1
}

/**
 * A draw between the two open cells of a key by the difference of their counts. In: the counts, and the weights where
 * one is ahead by so many, 1 or more. At equal counts a fair coin decides. Out: the cell, counted once more. Source:
 * src/specification/rct-alloc-1.md#coins-for-two-groups.
 */
export const drawByDifference = (
  design: DesignBase,
  current: CountState | null | undefined,
  source: RandomSource,
  weightsAt: (difference: number) => CoinWeights,
) =>
  drawBetween(design, countsOf(current, design.cells.length), source, (difference) =>
    difference === 0 ? FAIR : weightsAt(difference),
  )

/** The same with weights at every difference from 0 on; at 0 both must be alike. */
export const drawBetween = (
  design: DesignBase,
  counts: readonly number[],
  source: RandomSource,
  weightsAt: (difference: number) => CoinWeights,
) => {
  const cell = source.pick(weightsOf(design, counts, weightsAt))
  return { drawn_index: cell, group_ids: groupIdsAt(design, cell), states: [countMoved(counts, cell, 1)] }
}

/** Whether a stored value counts the cells of this design, with no participant in a closed cell, which is never drawn. */
export const isCoinStateOf = ({ cells }: DesignBase, stored: unknown): stored is CountState =>
  isCountState(cells.length, stored) && cells.every(({ weight }, k) => weight > 0 || stored.counts[k] === 0)

/** A weight for each cell; that of a closed one is 0. */
const weightsOf = (
  { cells }: DesignBase,
  counts: readonly number[],
  weightsAt: (difference: number) => CoinWeights,
): readonly number[] => {
  const open = counts.filter((_, k) => (cells[k]?.weight ?? 0) > 0)
  const fewest = Math.min(...open)
  const difference = Math.max(...open) - fewest
  const [behind, ahead] = weightsAt(difference)
  return cells.map(({ weight }, k) => {
    if (weight === 0) return 0
    return counts[k] === fewest ? behind : ahead
  })
}
