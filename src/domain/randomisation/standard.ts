import { groupIdAt, type DesignOf } from './design'
import type { RandomSource } from './random-source'

/** Simple randomisation, k = pick(w): no draw depends on another, so a key has no state. Source: RANDOMISATION, Methods. */
export const drawStandard = (design: DesignOf<'standard'>, _keyState: null, source: RandomSource) => ({
  group_id: groupIdAt(design, source.pick(design.groups.map((group) => group.weight))),
  key_state: null,
})
