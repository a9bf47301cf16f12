import { countMoved, countsOf, isCountState, type CountState } from './count-state'
import { groupIdsAt, type DesignOf } from './design'
import type { RandomSource } from './random-source'

/**
 * The urn UD(w0, α, β) by virtual arms: with N_k participants in cell k of this stratum key and n = Σ N,
 * balls_k = w0 · w_k + (α − β) · N_k + β · w_k · n; k = pick(balls). E N_k = n · ρ_k at every n.
 * Source: src/specification/rct-alloc-1.md#urn (Wei 1978; Wei, Smythe & Smith 1986; Zhao 2016).
 */
export const drawUrn = (design: DesignOf<'urn'>, [current]: readonly (CountState | null)[], source: RandomSource) => {
  const counts = countsOf(current, design.cells.length)
  const cell = source.pick(ballsOf(design, counts))
  return { drawn_index: cell, group_ids: groupIdsAt(design, cell), states: [countMoved(counts, cell, 1)] }
}

/** Whether a stored value counts the cells of this design, with no participant in a closed cell, which would get balls. */
export const isUrnStateOf = ({ cells }: DesignOf<'urn'>, stored: unknown): stored is CountState =>
  isCountState(cells.length, stored) && cells.every(({ weight }, k) => weight > 0 || stored.counts[k] === 0)

/** Balls of each cell for these counts; integers ≥ 0, 0 for a closed cell. */
const ballsOf = (
  { cells, urn_initial, urn_alpha, urn_beta }: DesignOf<'urn'>,
  counts: readonly number[],
): readonly number[] => {
  const drawn = counts.reduce((sum, count) => sum + count, 0)
  return cells.map(
    ({ weight }, k) => weight * (urn_initial + urn_beta * drawn) + (urn_alpha - urn_beta) * (counts[k] ?? 0),
  )
}
