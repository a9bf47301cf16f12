import { memberAt } from '../member-at'
import type { AllocationDesign, DesignCell, OneRatioDesign, Ratios } from './design'
import { optionOf, type DrawnParticipant } from './strata'

/**
 * The design by which a participant is drawn: where the ratio differs by an option, the same with the weights of theirs. In: a valid
 * design, and who is drawn. Source: src/specification/rct-alloc-1.md#ratios-by-an-option.
 */
export const designAt = (design: AllocationDesign, participant: Pick<DrawnParticipant, 'options'>): OneRatioDesign =>
  design.ratios === undefined ? design : designOfOption(design, optionOf(participant, design.ratios.stratum))

/** The same by the id of the option alone; an option without a ratio is a defect and throws. */
export const designOfOption = (design: AllocationDesign, option: number): OneRatioDesign => {
  if (design.ratios === undefined) return design
  const { weights } = memberAt(
    design.ratios.options.filter((one) => one.option === option),
    0,
  )
  const { ratios: _ratios, ...rest } = design
  return { ...rest, cells: withWeights(design.cells, weights) }
}

/** The design of each option in order of id, or the only one with no option. */
export const oneRatioDesigns = (
  design: AllocationDesign,
): readonly { readonly option: number | null; readonly design: OneRatioDesign }[] =>
  design.ratios === undefined
    ? [{ option: null, design }]
    : design.ratios.options.map(({ option }) => ({ option, design: designOfOption(design, option) }))

/** Where the option that decides the ratio stands among the strata of a design; −1 where none decides. */
export const ratioStratumIndex = ({
  strata,
  ratios,
}: {
  strata: AllocationDesign['strata']
  ratios?: Ratios | undefined
}) => (ratios === undefined ? -1 : strata.findIndex(({ id }) => id === ratios.stratum))

const withWeights = (cells: readonly DesignCell[], weights: readonly number[]): readonly DesignCell[] =>
  cells.map(({ group_ids }, k) => ({ group_ids, weight: weights[k] ?? 0 }))
