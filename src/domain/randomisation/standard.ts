import { groupIdsAt, type DesignOf } from './design'
import type { RandomSource } from './random-source'

/**
 * Simple randomisation, k = pick(w): draws are independent, so there is no state. Source:
 * src/specification/rct-alloc-1.md#simple.
 */
export const drawStandard = (design: DesignOf<'standard'>, _states: readonly null[], source: RandomSource) => {
  const cell = source.pick(design.cells.map(({ weight }) => weight))
  return { drawn_index: cell, group_ids: groupIdsAt(design, cell), states: [] }
}
