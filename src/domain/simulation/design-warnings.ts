import { sizesOfDesign, type BlockDesign } from '../randomisation/block-sizes'
import { weightSum, type AllocationDesign, type DesignOf, type OneRatioDesign } from '../randomisation/design'
import { oneRatioDesigns } from '../randomisation/ratios'
import {
  coinWarnings,
  countWarnings,
  limitSeldomReached,
  limitWarnings,
  sequenceWarnings,
  tossesToReach,
} from './coin-warnings'
import { NEARLY_CERTAIN, type DesignWarning, type Expected } from './design-warning'
import { countKeys } from './draw-keys'

/** So many options of one stratum leave few participants for each. */
const MANY_OPTIONS = 10

/**
 * The warnings about a design with so many participants at so many sites, in words: small and fixed blocks, few
 * participants in each stratum key, a minimisation without chance, … None is a refusal.
 */
export const designWarnings = (design: AllocationDesign, expected: Expected): readonly DesignWarning[] => {
  if (design.cells.filter(({ weight }) => weight > 0).length === 1)
    return [
      {
        code: 'one_open_group',
        message: 'Only one study group can be allocated. Everyone knows that every participant will get it.',
      },
    ]
  const ofRatios = oneRatioDesigns(design).flatMap((one) => methodWarnings(one.design, expected))
  return [...stratificationWarnings(design), ...oneOfEach(ofRatios)]
}

/** Each warning once, though it may be true of several ratios. */
const oneOfEach = (warnings: readonly DesignWarning[]): readonly DesignWarning[] =>
  warnings.filter(({ code }, place) => warnings.findIndex((other) => other.code === code) === place)

const stratificationWarnings = ({ is_stratified, strata }: AllocationDesign): readonly DesignWarning[] =>
  is_stratified && strata.length === 0
    ? [
        {
          code: 'stratified_without_strata',
          message: 'The trial is stratified but has no strata. Allocation will not use strata.',
        },
      ]
    : []

const methodWarnings = (design: OneRatioDesign, expected: Expected): readonly DesignWarning[] => {
  switch (design.method) {
    case 'standard':
      return []
    case 'list':
      return [LIST_NOT_SIMULATED]
    case 'blocked':
      return [
        ...blockWarnings(design),
        ...blockAbove(design, expected),
        ...strataWarnings(design, expected, design.block_size_max),
      ]
    case 'chosen_blocks':
      return [
        ...blockWarnings(design),
        ...blockAbove(design, expected),
        ...strataWarnings(design, expected, Math.max(...sizesOfDesign(design))),
      ]
    case 'urn':
      return [...urnWarnings(design), ...strataWarnings(design, expected, 2 * weightSum(design.cells))]
    case 'minimisation':
      return [...levelWarnings(design, expected), ...minimisationWarnings(design)]
    case 'big_stick': {
      const limit = design.big_stick_limit
      return [
        ...limitWarnings(limit, 1 / 2),
        ...countWarnings(design),
        ...limitSeldomReached(design, limit, expected),
        ...strataWarnings(design, expected, tossesToReach(limit)),
      ]
    }
    case 'biased_coin': {
      const chance = design.biased_coin_chance / design.biased_coin_out_of
      return [
        ...limitWarnings(design.biased_coin_limit, chance),
        ...coinWarnings(chance),
        ...countWarnings(design),
        ...strataWarnings(design, expected, 2 * weightSum(design.cells)),
      ]
    }
    case 'maximal':
      return [
        ...sequenceWarnings(design),
        ...countWarnings(design),
        ...strataWarnings(design, expected, 2 * weightSum(design.cells)),
      ]
    case 'efron':
      return [
        ...coinWarnings(design.efron_chance / design.efron_out_of),
        ...countWarnings(design),
        ...strataWarnings(design, expected, 2 * weightSum(design.cells)),
      ]
  }
}

const LIST_NOT_SIMULATED: DesignWarning = {
  code: 'list_not_simulated',
  message: 'Groups come from an uploaded list. Its figures are those of its rows, so nothing is simulated.',
}

const blockWarnings = (design: BlockDesign): readonly DesignWarning[] => {
  const round = weightSum(design.cells)
  const sizes = sizesOfDesign(design)
  const smallest = Math.min(...sizes)
  const warnings: DesignWarning[] = []
  if (sizes.length === 1)
    warnings.push({
      code: 'fixed_block_size',
      message: `Every block has exactly ${smallest} participants. Anyone who counts along can predict the last allocation of each block for certain. Vary the size, for example from ${2 * round} to ${4 * round}.`,
    })
  if (smallest === round)
    warnings.push({
      code: 'smallest_blocks',
      message: `The smallest block has only ${smallest} participants. Its last allocation, and often more, can be predicted. Use ${2 * round} or more.`,
    })
  if (design.is_site_stratified)
    warnings.push({
      code: 'site_keeps_count',
      message:
        'Each site has its own blocks. Staff who see only their own site can predict as well as those who see all sites.',
    })
  return warnings
}

const blockAbove = (design: BlockDesign, { participants }: Expected): readonly DesignWarning[] => {
  const largest = Math.max(...sizesOfDesign(design))
  return participants > 0 && largest > participants
    ? [
        {
          code: 'block_above_sample_size',
          message: `A block may have ${largest} participants, but only ${participants} are expected. It may never be filled, and may balance no better than simple randomisation.`,
        },
      ]
    : []
}

/** The levels of all factors of a minimisation beside the participants that should balance them. */
const levelWarnings = (
  design: DesignOf<'minimisation'>,
  { participants, sites }: Expected,
): readonly DesignWarning[] => {
  const warnings: DesignWarning[] = []
  const levels = countKeys(design, sites)
  if (participants > 0 && design.factors.some(({ of }) => of !== 'trial') && levels > participants)
    warnings.push({
      code: 'more_levels_than_participants',
      message: `The factors have ${levels} levels in total, but only ${participants} participants are expected. Most levels cannot be balanced.`,
    })
  const isBySiteAlone = design.factors.length === 1 && design.factors.every(({ of }) => of === 'site')
  if (isBySiteAlone && participants > 0 && participants <= sites)
    warnings.push({
      code: 'cluster_by_site_alone',
      message: `The site is the only factor, and ${participants} participants are expected at ${sites} sites. With one at each site, every allocation is a coin toss.`,
    })
  return warnings
}

/** `enough` is how many participants of one combination can be balanced. */
const strataWarnings = (
  design: AllocationDesign,
  { participants, sites }: Expected,
  enough: number,
): readonly DesignWarning[] => {
  const keys = countKeys(design, sites)
  const warnings: DesignWarning[] = []
  // A trial without a sample size and without participants has no expected number.
  if (keys > 1 && participants > 0 && participants < keys * enough)
    warnings.push({
      code: 'few_per_stratum',
      message: `There are ${keys} combinations of strata and sites for ${participants} participants, ${oneDigit(participants / keys)} for each. That is too few to balance within them. Study groups may end as unequal as with simple randomisation.`,
    })
  const wide = design.is_stratified ? design.strata.filter(({ option_ids }) => option_ids.length > MANY_OPTIONS) : []
  if (wide.length > 0)
    warnings.push({
      code: 'stratum_with_many_options',
      message: `A stratum has ${Math.max(...wide.map(({ option_ids }) => option_ids.length))} options, and each is randomised separately. Merge options, or use minimisation.`,
    })
  return warnings
}

const urnWarnings = ({ urn_alpha, urn_beta }: DesignOf<'urn'>): readonly DesignWarning[] =>
  urn_alpha > urn_beta
    ? [
        {
          code: 'urn_favours_larger',
          message:
            'The urn adds more balls for the group drawn than for each other group. The larger group becomes more and more likely and easier to predict.',
        },
      ]
    : []

const minimisationWarnings = ({
  minimisation_probability,
  minimisation_out_of,
}: DesignOf<'minimisation'>): readonly DesignWarning[] => {
  if (minimisation_probability === minimisation_out_of)
    return [
      {
        code: 'minimisation_certain',
        message:
          'At 100 percent only ties are left to chance. Anyone who knows the participants so far can predict the next allocation for certain. About 80 percent balances nearly as well.',
      },
    ]
  if (100 * minimisation_probability >= NEARLY_CERTAIN * minimisation_out_of)
    return [
      {
        code: 'minimisation_nearly_certain',
        message: `Except for ties, anyone who knows the participants so far can predict ${minimisation_probability} of ${minimisation_out_of} allocations. About 80 percent balances nearly as well.`,
      },
    ]
  return []
}

const oneDigit = (value: number): string => value.toFixed(1)
