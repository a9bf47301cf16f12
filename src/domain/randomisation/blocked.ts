import { blockSizes } from './block-sizes'
import { weightSum, type DesignOf } from './design'
import { drawInBlock, isBlockOf, type BlockState } from './permuted-block'
import type { RandomSource } from './random-source'

/**
 * Permuted blocks, each of any size between two bounds with the same chance: b = B[uniform(|B|)].
 * Source: src/specification/rct-alloc-1.md#blocked.
 */
export const drawBlocked = (
  design: DesignOf<'blocked'>,
  [current]: readonly (BlockState | null)[],
  source: RandomSource,
) =>
  drawInBlock(design, current, source, () => {
    const { smallest, step, count } = sizesOf(design)
    return smallest + step * Number(source.uniform(count))
  })

/** Whether a stored value is a block that this design can have made. */
export const isBlockStateOf = (design: DesignOf<'blocked'>, stored: unknown): stored is BlockState =>
  isBlockOf(design, stored, (size) => {
    const { smallest, step, count } = sizesOf(design)
    const sizeIndex = (size - smallest) / step
    return Number.isInteger(sizeIndex) && sizeIndex >= 0 && sizeIndex < count
  })

const sizesOf = (design: DesignOf<'blocked'>) =>
  blockSizes(weightSum(design.cells), design.block_size_min, design.block_size_max)
