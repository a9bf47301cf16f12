import { cellOfVirtualArm, type AllocationDesign } from './design'
import type { RandomSource } from './random-source'

/** The same chance, and the weights of its last pick: those between which the draw decided. */
export const watchedSource = (source: RandomSource): { source: RandomSource; picked: () => readonly number[] } => {
  let last: readonly number[] = []
  return {
    source: {
      uniform: source.uniform,
      pick: (weights) => {
        last = weights
        return source.pick(weights)
      },
    },
    picked: () => last,
  }
}

/**
 * The chance of a study group at a draw between these weights: the sum of those of its cells, out of the sum of all. Minimisation
 * picks between virtual arms, each of which belongs to a cell; every other method picks between cells.
 */
export const chanceOfGroup = (
  design: AllocationDesign,
  weights: readonly number[],
  groupId: number,
): { of: number; outOf: number } => {
  const cellAt = (index: number) => (design.method === 'minimisation' ? cellOfVirtualArm(design, index) : index)
  const own = weights.filter((_, index) => design.cells[cellAt(index)]?.group_ids.includes(groupId))
  return { of: sumOf(own), outOf: sumOf(weights) }
}

const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0)
