import { FACTORIAL_LEVELS } from '../trials/trial-methods'
import type { DesignCell } from './design'
import { greatestCommonDivisor } from './greatest-common-divisor'

/** A study group as settings name it. Weight 0 is a closed group. */
export type WeightedGroup = { readonly id: number; readonly weight: number; readonly factorial_level: number | null }

/** One cell for each group, in order of id; weights reduced by their greatest common divisor. */
export const parallelCells = (groups: readonly WeightedGroup[]): readonly DesignCell[] =>
  reduced(groups)
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, weight }) => ({ group_ids: [id], weight }))

/**
 * The product cells (i, j) of two factors with weight w1_i · w2_j, in order of (group id of factor 1, of factor 2).
 * Source: src/specification/rct-alloc-1.md#allocation-methods.
 */
export const factorialCells = (groups: readonly WeightedGroup[]): readonly DesignCell[] =>
  FACTORIAL_LEVELS.map((level) =>
    parallelCells(groups.filter(({ factorial_level }) => factorial_level === level)),
  ).reduce((cells, factor) =>
    cells.flatMap((cell) =>
      factor.map(({ group_ids, weight }) => ({
        group_ids: [...cell.group_ids, ...group_ids],
        weight: cell.weight * weight,
      })),
    ),
  )

const reduced = (groups: readonly WeightedGroup[]): readonly WeightedGroup[] => {
  const divisor = groups.reduce((gcd, { weight }) => greatestCommonDivisor(gcd, weight), 0)
  return groups.map((group) => ({ ...group, weight: group.weight / divisor }))
}
