import { weightSum, type AllocationDesign } from '../randomisation/design'
import { oneRatioDesigns } from '../randomisation/ratios'
import { greatestCommonDivisor } from '../randomisation/greatest-common-divisor'

/** A study group as a simulation counts it. */
export type SimulatedGroup = {
  readonly id: number
  /** Of which factor of a factorial trial, 0 or 1; 0 in every other trial. */
  readonly factor: number
  /** Reduced by the greatest common divisor of its factor. */
  readonly weight: number
}

/** Every study group of a design, closed ones too, in order of id: that of a request, whose factors may alternate. */
export const simulatedGroups = (design: AllocationDesign): readonly SimulatedGroup[] =>
  factorsOf(design)
    .flatMap((factor) => groupsOfFactor(design, factor))
    .toSorted((one, other) => one.id - other.id)

/** For each cell, the indexes of its groups among `simulatedGroups`. */
export const groupIndexesOfCells = (design: AllocationDesign): readonly (readonly number[])[] => {
  const indexOfGroup = new Map(simulatedGroups(design).map(({ id }, index) => [id, index]))
  return design.cells.map(({ group_ids }) => group_ids.flatMap((id) => indexOfGroup.get(id) ?? []))
}

/**
 * A comparison of imbalance: all possible results of a draw (a study group, or a combination of both factors), or in a
 * factorial trial the groups of one factor.
 */
export type Compared = {
  readonly compared: 'allocation' | 'factor_1' | 'factor_2'
  /** By ratio; one list where the design has one ratio. */
  readonly ratios: readonly (readonly number[])[]
  /** For each cell, the index of the weight that it counts under. */
  readonly group_of_cell: readonly number[]
}

export const comparedGroups = (design: AllocationDesign): readonly Compared[] => {
  const designs = oneRatioDesigns(design).map((one) => one.design)
  const cells: Compared = {
    compared: 'allocation',
    ratios: designs.map(({ cells }) => cells.map(({ weight }) => weight)),
    group_of_cell: design.cells.map((_, index) => index),
  }
  const factors = factorsOf(design)
  if (factors.length < 2) return [cells]
  const ofFactor = (compared: Compared['compared'], factor: number): Compared => {
    const groups = groupsOfFactor(design, factor)
    const indexOfGroup = new Map(groups.map(({ id }, index) => [id, index]))
    return {
      compared,
      ratios: designs.map((one) => groupsOfFactor(one, factor).map(({ weight }) => weight)),
      group_of_cell: design.cells.map(({ group_ids }) => indexOfGroup.get(group_ids[factor] ?? 0) ?? 0),
    }
  }
  return [cells, ofFactor('factor_1', 0), ofFactor('factor_2', 1)]
}

const factorsOf = ({ cells }: AllocationDesign): readonly number[] => [
  ...new Set(cells.flatMap(({ group_ids }) => group_ids.map((_, factor) => factor))),
]

const groupsOfFactor = ({ cells }: AllocationDesign, factor: number): readonly SimulatedGroup[] => {
  const ids = [...new Set(cells.map(({ group_ids }) => group_ids[factor] ?? 0))].sort((a, b) => a - b)
  const weights = ids.map((id) => weightSum(cells.filter(({ group_ids }) => group_ids[factor] === id)))
  const divisor = weights.reduce(greatestCommonDivisor, 0)
  return ids.map((id, index) => ({ id, factor, weight: (weights[index] ?? 0) / divisor }))
}
