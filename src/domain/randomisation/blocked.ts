import { blockSizes } from './block-sizes'
import { groupIdsAt, weightSum, type DesignOf } from './design'
import type { RandomSource } from './random-source'

/** The block of one stratum key: its size and how often each cell, in order, is still in it. All 0: used up. */
export type BlockState = { readonly block_size: number; readonly remaining: readonly number[] }

/**
 * Permuted blocks: with no block or a used up one a new size is drawn, b = B[uniform(|B|)] and remaining = (b / S) · w;
 * then k = pick(remaining), and one k less remains. Source: src/specification/rct-alloc-1.md#blocked.
 */
export const drawBlocked = (
  design: DesignOf<'blocked'>,
  [current]: readonly (BlockState | null)[],
  source: RandomSource,
) => {
  const block = current && !isUsedUp(current) ? current : newBlock(design, source)
  const cell = source.pick(block.remaining)
  const remaining = block.remaining.map((count, index) => (index === cell ? count - 1 : count))
  return {
    drawn_index: cell,
    group_ids: groupIdsAt(design, cell),
    states: [{ block_size: block.block_size, remaining }],
  }
}

/** Whether a stored value is a block that this design can have made. */
export const isBlockStateOf = (design: DesignOf<'blocked'>, stored: unknown): stored is BlockState => {
  if (typeof stored !== 'object' || stored === null) return false
  if (!('block_size' in stored) || !('remaining' in stored)) return false
  const { block_size, remaining } = stored
  if (typeof block_size !== 'number' || !Array.isArray(remaining)) return false
  if (remaining.length !== design.cells.length) return false
  const { smallest, step, count } = sizesOf(design)
  const sizeIndex = (block_size - smallest) / step
  if (!Number.isInteger(sizeIndex) || sizeIndex < 0 || sizeIndex >= count) return false
  const full = fullBlock(design, block_size)
  return full.every((limit, cell) => {
    const count: unknown = remaining[cell]
    return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= limit
  })
}

const newBlock = (design: DesignOf<'blocked'>, source: RandomSource): BlockState => {
  const { smallest, step, count } = sizesOf(design)
  const block_size = smallest + step * Number(source.uniform(count))
  return { block_size, remaining: fullBlock(design, block_size) }
}

const fullBlock = (design: DesignOf<'blocked'>, blockSize: number): readonly number[] => {
  const rounds = blockSize / weightSum(design.cells)
  return design.cells.map(({ weight }) => rounds * weight)
}

const sizesOf = (design: DesignOf<'blocked'>) =>
  blockSizes(weightSum(design.cells), design.block_size_min, design.block_size_max)

const isUsedUp = (block: BlockState): boolean => block.remaining.every((count) => count === 0)
