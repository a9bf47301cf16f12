import { chosenSizes } from './chosen-sizes'
import { weightSum, type DesignOf, type OneRatioDesign } from './design'

/** A design in permuted blocks, whichever way their sizes are drawn. */
export type BlockDesign = DesignOf<'blocked' | 'chosen_blocks'>

export const isBlockDesign = (design: OneRatioDesign): design is BlockDesign =>
  design.method === 'blocked' || design.method === 'chosen_blocks'

/** Every size that a block of the design can have, ascending. */
export const sizesOfDesign = (design: BlockDesign): readonly number[] => {
  if (design.method === 'chosen_blocks') return chosenSizes(design.chosen_block_sizes).map(({ size }) => size)
  const { smallest, step, count } = blockSizes(weightSum(design.cells), design.block_size_min, design.block_size_max)
  return Array.from({ length: count }, (_, index) => smallest + index * step)
}

/** The block sizes of a design, ascending: smallest, smallest + step, …, `count` of them (none when `count` is 0). */
export type BlockSizes = { readonly smallest: number; readonly step: number; readonly count: number }

/**
 * Every size b with min ≤ b ≤ max that holds the groups in their ratio, b mod S = 0. Sizes in participants, S the sum of
 * the reduced weights. Source: src/specification/rct-alloc-1.md#blocked.
 */
export const blockSizes = (weightSum: number, min: number, max: number): BlockSizes => {
  const fewestRounds = Math.ceil(min / weightSum)
  const maxRounds = Math.floor(max / weightSum)
  return { smallest: fewestRounds * weightSum, step: weightSum, count: Math.max(0, maxRounds - fewestRounds + 1) }
}
