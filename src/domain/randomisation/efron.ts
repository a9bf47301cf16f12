import { biased, drawByDifference } from './coin'
import type { CountState } from './count-state'
import type { DesignOf } from './design'
import type { RandomSource } from './random-source'

/**
 * Efron's biased coin: the same coin favours the group that is behind, by however much. Source:
 * src/specification/rct-alloc-1.md#efrons-biased-coin (Efron 1971).
 */
export const drawEfron = (
  design: DesignOf<'efron'>,
  [current]: readonly (CountState | null)[],
  source: RandomSource,
) => {
  const coin = biased(design.efron_chance, design.efron_out_of)
  return drawByDifference(design, current, source, () => coin)
}
