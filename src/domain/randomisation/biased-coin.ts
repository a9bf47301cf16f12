import { biased, drawByDifference, FORCED } from './coin'
import type { CountState } from './count-state'
import type { DesignOf } from './design'
import type { RandomSource } from './random-source'

/**
 * The biased coin with imbalance tolerance: one coin favours the group that is behind, and beyond the limit it is next. A flag may
 * leave a difference above the limit. Source: src/specification/rct-alloc-1.md#biased-coin-with-tolerance (Chen 1999).
 */
export const drawBiasedCoin = (
  design: DesignOf<'biased_coin'>,
  [current]: readonly (CountState | null)[],
  source: RandomSource,
) => {
  const coin = biased(design.biased_coin_chance, design.biased_coin_out_of)
  return drawByDifference(design, current, source, (difference) =>
    difference < design.biased_coin_limit ? coin : FORCED,
  )
}
