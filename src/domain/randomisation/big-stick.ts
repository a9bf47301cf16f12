import { drawByDifference, FAIR, FORCED } from './coin'
import type { CountState } from './count-state'
import type { DesignOf } from './design'
import type { RandomSource } from './random-source'

/**
 * The big stick: a fair coin, unless one group is ahead by the limit or more; then the other is next. A flag may leave a difference
 * above the limit. Source: src/specification/rct-alloc-1.md#big-stick (Soares & Wu 1983).
 */
export const drawBigStick = (
  design: DesignOf<'big_stick'>,
  [current]: readonly (CountState | null)[],
  source: RandomSource,
) => drawByDifference(design, current, source, (difference) => (difference < design.big_stick_limit ? FAIR : FORCED))
