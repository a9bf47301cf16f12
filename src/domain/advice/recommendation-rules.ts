import type { DesignWarningCode } from '../trials/design-warning-code'
import { TOO_MUCH_AT_SITE, TOO_MUCH_IN_TRIAL } from './guess-limits'
import type { AdvisedDesign, TrialFeatures } from './advised-design'

/** How a figure of a rule is written. */
export type RuleFigure = 'share' | 'number' | 'flag'

/** Something that a good design keeps to. */
export type RecommendationRule = {
  readonly code: string
  /** Names the figure, which is better the smaller it is. */
  readonly title: string
  /** Where the rule is from, and its limit where it has one. */
  readonly source: string
  readonly figure: RuleFigure
  /** How much the rule weighs in such a trial, from 0 (it does not apply) to 3. */
  readonly weight: (trial: TrialFeatures) => 0 | 1 | 2 | 3
  /** What is measured; null where the simulation could not. */
  readonly value: (design: AdvisedDesign, trial: TrialFeatures) => number | null
  /** A design keeps the rule up to this value. */
  readonly limit: (trial: TrialFeatures) => number
  /** Words for a design that breaks the rule, and for one that keeps it; `value` and `limit` are as shown. */
  readonly broken: (value: string, limit: string, trial: TrialFeatures) => string
  readonly met: (value: string, trial: TrialFeatures) => string
}

const areUnequal = (weights: readonly number[]): boolean => new Set(weights).size > 1

const ofParticipants = (share: string, { weights }: TrialFeatures): string =>
  `${share} of the participants${areUnequal(weights) ? ' per unit of weight' : ''}`

/** At several sites nobody who recruits sees every allocation. */
const seesSite = ({ sites }: TrialFeatures): boolean => sites > 1

const hasWarning = (design: AdvisedDesign, codes: readonly DesignWarningCode[]): 0 | 1 =>
  codes.some((code) => design.warnings.includes(code)) ? 1 : 0

const TOO_FEW: readonly DesignWarningCode[] = [
  'few_per_stratum',
  'more_levels_than_participants',
  'stratum_with_many_options',
]
const COUNTED_ALONG: readonly DesignWarningCode[] = ['fixed_block_size', 'smallest_blocks']

/** As the acceptance of this portal's own tests of randomness. */
const STANDARD_ERRORS = 4.9

/**
 * What designs are ranked by, most important first: the one list of it. No paper sets the limits that `source` calls the portal’s
 * own: those of guessing are the same as those of its warnings.
 */
export const RECOMMENDATION_RULES: readonly RecommendationRule[] = [
  {
    code: 'predictability',
    title: 'Correct guesses above chance',
    source: 'Blackwell & Hodges 1957; ICH E9 (1998), section 2.3.2; limit: the portal’s own',
    figure: 'share',
    weight: ({ is_open_label }) => (is_open_label ? 3 : 1),
    // The best guess is right at least as often as one without knowledge: less is the replicates' own error.
    value: ({ guesser }, trial) => Math.max(0, (seesSite(trial) ? guesser.site : guesser.trial) - guesser.unseeing),
    limit: (trial) => (seesSite(trial) ? TOO_MUCH_AT_SITE : TOO_MUCH_IN_TRIAL),
    broken: (value, limit) => `The correct-guess rate is ${value} above chance; the limit is ${limit}.`,
    met: (value) => `The correct-guess rate is only ${value} above chance.`,
  },
  {
    code: 'certain',
    title: 'Certain allocations',
    source: 'Berger, Ivanova & Knoll 2003; limit: the portal’s own',
    figure: 'share',
    weight: ({ is_open_label }) => (is_open_label ? 3 : 1),
    value: ({ certain }, trial) => (seesSite(trial) ? certain.site : certain.trial),
    limit: (trial) => (seesSite(trial) ? TOO_MUCH_AT_SITE : TOO_MUCH_IN_TRIAL),
    broken: (value, limit) => `${value} of allocations can be known for certain; the limit is ${limit}.`,
    met: (value) => `Only ${value} of allocations can be known for certain.`,
  },
  {
    code: 'selection_bias',
    title: 'Type I error under selection bias',
    source: 'Proschan 1994; limit: Bradley 1978 (1.5 times the level)',
    figure: 'share',
    weight: ({ is_open_label }) => (is_open_label ? 2 : 0),
    value: ({ type_1_error: error }, trial) => (error === null ? null : seesSite(trial) ? error.site : error.trial),
    limit: ({ significance }) => 1.5 * significance,
    broken: (value, limit) => `Under selection bias the type I error is ${value}; the limit is ${limit}.`,
    met: (value) => `Under selection bias the type I error is ${value}.`,
  },
  {
    code: 'ratio',
    title: 'Positions off the ratio, standard errors',
    source: 'Kuznetsova & Tymofyeyev 2012; limit: the portal’s own',
    figure: 'number',
    weight: ({ weights }) => (areUnequal(weights) ? 3 : 0),
    value: ({ ratio_off }) => ratio_off,
    limit: () => STANDARD_ERRORS,
    broken: (value, limit) => `A position is ${value} standard errors off the ratio; the limit is ${limit}.`,
    met: (value) => `Every position has the ratio within ${value} standard errors.`,
  },
  {
    code: 'strata',
    title: 'Too few participants per stratum',
    source: 'Therneau 1993; Kernan et al. 1999',
    figure: 'flag',
    weight: ({ strata, sites }) => (strata > 0 || sites > 1 ? 2 : 0),
    value: (design) => hasWarning(design, TOO_FEW),
    limit: () => 0,
    broken: () => 'There are too few participants for so many strata.',
    met: () => 'There are enough participants for its strata.',
  },
  {
    code: 'power',
    title: 'Power lost',
    source: 'Lachin 1988; Rosenberger & Lachin 2016; limit: the portal’s own',
    figure: 'share',
    weight: () => 2,
    value: ({ power_lost }) => power_lost,
    limit: () => 0.01,
    broken: (value, limit) => `Imbalance lowers the power by ${value}; the limit is ${limit}.`,
    met: (value) => `Imbalance lowers the power by ${value} only.`,
  },
  {
    code: 'efficiency',
    title: 'Efficiency lost',
    source: 'Atkinson 2002; limit: the portal’s own',
    figure: 'share',
    weight: ({ strata }) => (strata > 0 ? 2 : 1),
    value: ({ loss }, { participants }) => loss && loss / participants,
    limit: () => 0.03,
    broken: (value, limit) => `The loss of efficiency is ${value} of the participants; the limit is ${limit}.`,
    met: (value) => `The loss of efficiency is ${value} of the participants.`,
  },
  {
    code: 'balance',
    title: 'Groups apart at the end',
    source: 'Lachin, Matts & Wei 1988 (small trials: up to 200 participants); limit: the portal’s own',
    figure: 'share',
    weight: ({ participants }) => (participants <= SMALL_TRIAL ? 2 : 1),
    // Weights are reduced, so equal ones are 1: only then is it a number of participants.
    value: ({ imbalance_95 }, { participants }) => imbalance_95 / participants,
    limit: () => 0.1,
    broken: (value, limit, trial) => `Groups may differ by ${ofParticipants(value, trial)}; the limit is ${limit}.`,
    met: (value, trial) => `Groups differ by at most ${ofParticipants(value, trial)} in 95% of replicates.`,
  },
  {
    code: 'block_length',
    title: 'Blocks can be counted along',
    source: 'ICH E9 (1998), section 2.3.2',
    figure: 'flag',
    weight: ({ is_open_label }) => (is_open_label ? 1 : 0),
    value: (design) => hasWarning(design, COUNTED_ALONG),
    limit: () => 0,
    broken: () => 'Its blocks are so short or so regular that anyone can count along.',
    met: () => 'No block length can be counted along.',
  },
]

const SMALL_TRIAL = 200
