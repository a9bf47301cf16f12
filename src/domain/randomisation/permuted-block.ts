import { groupIdsAt, weightSum, type DesignBase } from './design'
import type { RandomSource } from './random-source'

/** The block of one stratum key: its size and how often each cell, in order, is still in it. All 0: used up. */
export type BlockState = { readonly block_size: number; readonly remaining: readonly number[] }

/**
 * A draw in permuted blocks: with no block or a used up one a new size is drawn and remaining = (b / S) · w; then
 * k = pick(remaining), and one k less remains. Source: src/specification/rct-alloc-1.md#blocked.
 */
export const drawInBlock = (
  design: DesignBase,
  current: BlockState | null | undefined,
  source: RandomSource,
  drawSize: () => number,
) => {
  const block = current && !isUsedUp(current) ? current : newBlock(design, drawSize())
  const cell = source.pick(block.remaining)
  const remaining = block.remaining.map((count, index) => (index === cell ? count - 1 : count))
  return {
    drawn_index: cell,
    group_ids: groupIdsAt(design, cell),
    states: [{ block_size: block.block_size, remaining }],
  }
}

/** Whether a stored value is a block, used up or not, of one of these sizes. */
export const isBlockOf = (
  design: DesignBase,
  stored: unknown,
  hasSize: (size: number) => boolean,
): stored is BlockState => {
  if (typeof stored !== 'object' || stored === null) return false
  if (!('block_size' in stored) || !('remaining' in stored)) return false
  const { block_size, remaining } = stored
  if (typeof block_size !== 'number' || !Array.isArray(remaining)) return false
  if (remaining.length !== design.cells.length || !hasSize(block_size)) return false
  return newBlock(design, block_size).remaining.every((most, cell) => {
    const count: unknown = remaining[cell]
    return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= most
  })
}

const newBlock = (design: DesignBase, block_size: number): BlockState => {
  const rounds = block_size / weightSum(design.cells)
  return { block_size, remaining: design.cells.map(({ weight }) => rounds * weight) }
}

const isUsedUp = (block: BlockState): boolean => block.remaining.every((count) => count === 0)
