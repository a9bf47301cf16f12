import { memberAt } from '../member-at'
import { accepted, refused, type Outcome } from '../outcome'
import { isRatioMethod, type RatioMethodName } from '../trials/trial-methods'
import type { WeightedGroup } from './cells'
import type { AllocationDesign, DesignOf, OneRatioDesign } from './design'
import type { DesignRefusal } from './design-setup'
import type { WrittenRatio, WrittenRatios } from './written-ratios'

/** Makes the design that has these groups alone. The field is where a sum of weights that is too large is corrected. */
type MakeDesign = (
  groups: readonly WeightedGroup[],
  field: DesignRefusal['field'],
) => Outcome<OneRatioDesign, DesignRefusal>

/**
 * The design with a ratio for each option, each of which must make a valid design alone. A group of weight 0 is closed at every option.
 * Where all options have the same ratio, it is a design with that one. Source: src/specification/rct-alloc-1.md#ratios-by-an-option.
 */
export const withRatios = (
  { stratum, options }: WrittenRatios,
  groups: readonly WeightedGroup[],
  makeDesign: MakeDesign,
): Outcome<AllocationDesign, DesignRefusal> => {
  const designs: { readonly option: number; readonly design: OneRatioDesign }[] = []
  for (const written of options) {
    const made = makeDesign(weightedBy(groups, written), written.field)
    if (!made.ok) return refused(isOfOneRatio(made.refusal) ? { ...made.refusal, option: written.place } : made.refusal)
    designs.push({ option: written.option, design: made.value })
  }
  const { design } = memberAt(designs, 0)
  const ratios = designs.map((one) => ({ option: one.option, weights: one.design.cells.map(({ weight }) => weight) }))
  const isOneRatio = new Set(ratios.map(({ weights }) => weights.join(':'))).size === 1
  if (isOneRatio || !hasRatioMethod(design)) return accepted(design)
  const cells = design.cells.map(({ group_ids, weight }) => ({ group_ids, weight: Math.sign(weight) }))
  return accepted({ ...design, cells, ratios: { stratum, options: ratios } })
}

/** Whether settings may be right for the other options. */
const isOfOneRatio = ({ code }: DesignRefusal): boolean =>
  code === 'weights_too_large' || code === 'no_block_size_fits' || code === 'block_size_no_multiple'

const weightedBy = (groups: readonly WeightedGroup[], { weights }: WrittenRatio): readonly WeightedGroup[] =>
  groups
    .toSorted((a, b) => a.id - b.id)
    .map((group, place) => ({ ...group, weight: group.weight === 0 ? 0 : (weights[place] ?? 0) }))

const hasRatioMethod = (design: OneRatioDesign): design is DesignOf<RatioMethodName> => isRatioMethod(design.method)
