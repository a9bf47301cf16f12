import { isBlockDesign, sizesOfDesign, type BlockDesign } from '../randomisation/block-sizes'
import { weightSum, type AllocationDesign, type OneRatioDesign } from '../randomisation/design'

/** Whether each draw depends on one state key alone. */
export const hasOneKey = (design: AllocationDesign): boolean => !('factors' in design) || design.factors.length === 1

/** Whether the seen groups leave the engine's state unknown: the size of a block, or the virtual arm behind a group. */
export const hidesItsState = (design: OneRatioDesign): boolean => {
  switch (design.method) {
    case 'standard':
    case 'urn':
    case 'big_stick':
    case 'biased_coin':
    case 'efron':
    case 'maximal':
      return false
    // What comes next is in its rows alone.
    case 'list':
      return true
    case 'blocked':
    case 'chosen_blocks':
      return sizesOfDesign(design).length > 1
    case 'minimisation':
      return design.cells.some(({ weight }) => weight > 1)
  }
}

/**
 * Whether the best guess by the seen groups is the best by the state too: where the state is known, and in blocks at
 * equal weights, where the least seen group has most left whatever the size.
 */
export const isGuessedByState = (design: OneRatioDesign): boolean =>
  !hidesItsState(design) || (isBlockDesign(design) && isEven(design))

/** Most states of one block that a filter over its sizes goes through. */
const MAX_BLOCK_STATES = 5000

/** Whether one who sees groups alone can be followed by a filter over the states (`Belief`). */
export const canBeFiltered = (design: OneRatioDesign): boolean => {
  if (design.method === 'minimisation') return hasOneKey(design) && weightSum(design.cells) <= MAX_ARMS
  return isBlockDesign(design) && blockStates(design) <= MAX_BLOCK_STATES
}

/** Virtual arms of a minimisation, the differences between which are still few. */
const MAX_ARMS = 8

/** The same for a guesser who sees only one site: unseen draws make many more states likely. */
const MAX_BLOCK_STATES_AT_SITE = 500
const MAX_ARMS_AT_SITE = 3
const MAX_LIMIT_AT_SITE = 20

export const canBeFilteredAtSite = (design: OneRatioDesign): boolean => {
  if (design.method === 'minimisation') return hasOneKey(design) && weightSum(design.cells) <= MAX_ARMS_AT_SITE
  if (design.method === 'big_stick') return design.big_stick_limit <= MAX_LIMIT_AT_SITE
  if (design.method === 'biased_coin' || design.method === 'efron') return true
  if (design.method === 'maximal')
    return (2 * design.maximal_limit + 1) * design.maximal_length <= MAX_BLOCK_STATES_AT_SITE
  return isBlockDesign(design) && blockStates(design) <= MAX_BLOCK_STATES_AT_SITE
}

/** The most possible remainders of a block of any size. */
const blockStates = (design: BlockDesign): number => {
  const round = weightSum(design.cells)
  let states = 0
  for (const size of sizesOfDesign(design)) {
    states += design.cells.reduce((product, { weight }) => product * ((size / round) * weight + 1), 1)
    if (states > MAX_BLOCK_STATES) break
  }
  return states
}

/** The weights of the cells that are open. */
export const openWeights = ({ cells }: Pick<AllocationDesign, 'cells'>): readonly number[] =>
  cells.flatMap(({ weight }) => (weight > 0 ? [weight] : []))

/** Whether all open cells have the same weight. */
export const isEven = (design: OneRatioDesign): boolean => new Set(openWeights(design)).size === 1

/**
 * Whether a guesser at one of so many sites sees all that the trial's guesser does: every key lies within one site, or
 * draws are independent.
 */
export const seesAllOfKey = (design: AllocationDesign, sites: number): boolean => {
  if (sites === 1 || design.method === 'standard') return true
  return hasOneKey(design) && design.is_site_stratified
}
