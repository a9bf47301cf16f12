import type { AllocationDesign, DesignOf } from '../randomisation/design'
import { NEARLY_CERTAIN, type DesignWarning, type Expected } from './design-warning'
import { countKeys } from './draw-keys'
import { exactSteps } from './exact-key'

/** From this share on, too many allocations are certain. */
const TOO_CERTAIN = 0.2

/** Where a limit leaves too many certain; `chance` is that of the group behind below the limit. */
export const limitWarnings = (limit: number, chance: number): readonly DesignWarning[] =>
  certainWarnings(certainShare(limit, chance), `The groups may differ by ${limit} at most.`, 'Allow more.')

/** The same for sequences, by going through every possible draw. */
export const sequenceWarnings = (design: DesignOf<'maximal'>): readonly DesignWarning[] => {
  const length = design.maximal_length
  const certain = exactSteps(design, length).reduce((sum, step) => sum + step.certain, 0) / length
  const widest = length / 2
  const limit = Math.min(design.maximal_limit, widest)
  const remedy = limit < widest ? 'Choose longer sequences, or allow a greater difference.' : 'Choose longer sequences.'
  return certainWarnings(certain, `In sequences of ${length} the groups differ by ${limit} at most.`, remedy)
}

const certainWarnings = (certain: number, cause: string, remedy: string): readonly DesignWarning[] =>
  certain < TOO_CERTAIN
    ? []
    : [
        {
          code: 'narrow_limit',
          message: `${cause} Anyone who counts along can predict about ${Math.round(100 * certain)}% of allocations for certain. ${remedy}`,
        },
      ]

/**
 * How often, in the long run, two groups differ by the limit, so that no coin is tossed. `chance` is that of the group behind. The
 * difference goes up from 0 always and from then on by 1 − chance: each share is the one before it, times up, over down.
 */
const certainShare = (limit: number, chance: number): number => {
  let share = 1
  let sum = 1
  for (let difference = 1; difference <= limit; difference += 1) {
    const up = difference === 1 ? 1 : 1 - chance
    const down = difference === limit ? 1 : chance
    share *= up / down
    sum += share
  }
  return share / sum
}

/** Where a coin of this chance for the group behind is hardly one. */
export const coinWarnings = (chance: number): readonly DesignWarning[] =>
  100 * chance < NEARLY_CERTAIN
    ? []
    : [
        {
          code: 'coin_nearly_certain',
          message: `Unless the groups are equal, anyone who counts along predicts ${Math.floor(100 * chance)} of 100 allocations. Efron proposed 2 out of 3.`,
        },
      ]

/** Warns where the counts of a draw are visible at one site. */
export const countWarnings = ({ is_site_stratified }: AllocationDesign): readonly DesignWarning[] =>
  is_site_stratified
    ? [
        {
          code: 'site_keeps_count',
          message:
            'Each site has its own count. Staff who see only their own site can predict as well as those who see all sites.',
        },
      ]
    : []

/** The mean number of tosses of a fair coin until one side is ahead by a limit. */
export const tossesToReach = (limit: number): number => limit ** 2

/** Where a fair coin is expected to end before a limit acts. */
export const limitSeldomReached = (
  design: AllocationDesign,
  limit: number,
  { participants, sites }: Expected,
): readonly DesignWarning[] =>
  participants > 0 && participants < tossesToReach(limit) && countKeys(design, sites) === 1
    ? [
        {
          code: 'limit_seldom_reached',
          message: `Among ${participants} participants the groups seldom differ by ${limit}. Balance will be little better than with simple randomisation.`,
        },
      ]
    : []
