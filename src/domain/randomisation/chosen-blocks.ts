import { memberAt } from '../member-at'
import { chosenSizes, type ChosenSize } from './chosen-sizes'
import type { DesignOf } from './design'
import { drawInBlock, isBlockOf, type BlockState } from './permuted-block'
import type { RandomSource } from './random-source'

type ChosenBlocks = DesignOf<'chosen_blocks'>

/**
 * Permuted blocks of the sizes of a list, each by its own chance: b = B[pick(c)]. Source:
 * src/specification/rct-alloc-1.md#blocked-with-chosen-sizes.
 */
export const drawChosenBlocks = (
  design: ChosenBlocks,
  [current]: readonly (BlockState | null)[],
  source: RandomSource,
) =>
  drawInBlock(design, current, source, () => {
    const sizes = sizesOf(design)
    const drawn = source.pick(sizes.map(({ chance }) => chance))
    return memberAt(sizes, drawn).size
  })

/** Whether a stored value is a block that this design can have made. */
export const isChosenBlockOf = (design: ChosenBlocks, stored: unknown): stored is BlockState =>
  isBlockOf(design, stored, (block_size) => sizesOf(design).some(({ size }) => size === block_size))

/** Read once for each list, since a simulation asks for it millions of times. */
const known = new Map<string, readonly ChosenSize[]>()

const sizesOf = ({ chosen_block_sizes: text }: ChosenBlocks): readonly ChosenSize[] => {
  const sizes = known.get(text) ?? chosenSizes(text)
  known.set(text, sizes)
  return sizes
}
