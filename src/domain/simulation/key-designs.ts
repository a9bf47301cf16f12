import { memberAt } from '../member-at'
import type { AllocationDesign, OneRatioDesign } from '../randomisation/design'
import { designOfOption } from '../randomisation/ratios'

/** The state keys of a design as numbers 0, 1, … below `count`. */
export type NumberedKeys = {
  readonly count: number
  /** For each key the id of the option that decides the ratio there; none where the ratio is the same everywhere. */
  readonly options: readonly number[]
}

/** By key the design that its draws are made by. Both are made once, since a simulation asks for them millions of times. */
export const designsByKey = (
  design: AllocationDesign,
  { options }: NumberedKeys,
): ((key: number) => OneRatioDesign) => {
  if (design.ratios === undefined) return () => design
  const byOption = new Map(design.ratios.options.map(({ option }) => [option, designOfOption(design, option)]))
  const byKey = options.flatMap((option) => byOption.get(option) ?? [])
  const first = memberAt([...byOption.values()], 0)
  return (key) => byKey[key] ?? first
}
