import type { AllocationDesign, OneRatioDesign } from '#domain/randomisation/design'
import type { DesignSetup } from '#domain/randomisation/design-setup'
import { validateDesign } from '#domain/randomisation/validate-design'
import { USUAL_SETTINGS } from '../../support/other-settings'

const PLAIN: DesignSetup = {
  allocation_method_id: 1,
  randomisation_method_id: 4,
  study_groups: [
    { id: 1, weight: 1, factorial_level: null },
    { id: 2, weight: 1, factorial_level: null },
  ],
  is_stratified: false,
  is_site_stratified: false,
  exclude_flagged_participants: false,
  ...USUAL_SETTINGS,
  trial_strata: [],
}

type NamedGroup = { readonly id: number; readonly weight: number; readonly factorial_level?: number | null }
type NamedStratum = {
  readonly id: number
  readonly option_ids: readonly number[]
  readonly option_ratios?: readonly (string | null)[]
  readonly minimisation_weight?: number
}

/** Settings as a test writes them. By default a group has no factorial level and a stratum has the weight 1. */
export type NamedSettings = Partial<Omit<DesignSetup, 'study_groups' | 'trial_strata'>> & {
  readonly study_groups?: readonly NamedGroup[]
  readonly trial_strata?: readonly NamedStratum[]
}

/** Settings of a simple 1 : 1 trial, except for the given ones. */
export const settings = (named: NamedSettings = {}): DesignSetup => {
  const { study_groups = PLAIN.study_groups, trial_strata = PLAIN.trial_strata, ...rest } = named
  return {
    ...PLAIN,
    ...rest,
    study_groups: study_groups.map((group) => ({ factorial_level: null, ...group })),
    trial_strata: trial_strata.map((stratum) => ({ minimisation_weight: 1, ...stratum })),
  }
}

/** Groups 1, 2, … with these weights. */
export const weighted = (...weights: readonly number[]) => weights.map((weight, index) => ({ id: index + 1, weight }))

/** Groups 1, 2, … of factor 1 and then of factor 2 with these weights, as settings of a factorial trial. */
export const crossed = (first: readonly number[], second: readonly number[]) => ({
  allocation_method_id: 4,
  study_groups: [...first, ...second].map((weight, index) => ({
    id: index + 1,
    weight,
    factorial_level: index < first.length ? 1 : 2,
  })),
})

/** The design of valid settings. */
export const anyDesign = (named: NamedSettings = {}): AllocationDesign => {
  const outcome = validateDesign(settings(named))
  if (!outcome.ok) throw new Error(`no design: ${outcome.refusal.code} at ${outcome.refusal.field}`)
  return outcome.value
}

/** The design of valid settings with one ratio. */
export const aDesign = (named: NamedSettings = {}): OneRatioDesign => ofOneRatio(anyDesign(named))

/** Stratum 1, by which a design is stratified, with options 11, 12, … of these ratios. */
export const rated = (...option_ratios: readonly (string | null)[]) => ({
  is_stratified: true,
  trial_strata: [{ id: 1, option_ids: option_ratios.map((_, place) => 11 + place), option_ratios }],
})

/** A design that is known to have one ratio. */
export const ofOneRatio = (design: AllocationDesign): OneRatioDesign => {
  if (design.ratios !== undefined) throw new Error('its ratio differs by an option')
  return design
}

/** Simple randomisation with these weights. */
export const simple = (...weights: readonly number[]) => aDesign({ study_groups: weighted(...weights) })

/** Permuted blocks of min to max participants with these weights. */
export const blocks = (min: number, max: number, ...weights: readonly number[]) =>
  aDesign({
    randomisation_method_id: 1,
    study_groups: weighted(...weights),
    block_size_min: min,
    block_size_max: max,
  })

/** The urn UD(w0, α, β) with these weights. */
export const urn = (
  [urn_initial, urn_alpha, urn_beta]: readonly [w0: number, alpha: number, beta: number],
  ...weights: readonly number[]
) => aDesign({ randomisation_method_id: 2, study_groups: weighted(...weights), urn_initial, urn_alpha, urn_beta })

/** The big stick with this limit, 1 : 1 unless weights are named. */
export const bigStick = (big_stick_limit: number, ...weights: readonly number[]) =>
  aDesign({
    randomisation_method_id: 5,
    study_groups: weighted(...(weights.length === 0 ? [1, 1] : weights)),
    big_stick_limit,
  })

/** The biased coin with this limit and a chance out of a number, 1 : 1. */
export const biasedCoin = (biased_coin_limit: number, [chance, outOf]: readonly [chance: number, outOf: number]) =>
  aDesign({
    randomisation_method_id: 6,
    biased_coin_limit,
    biased_coin_chance: chance,
    biased_coin_out_of: outOf,
  })

/** Efron's biased coin with a chance out of a number, 1 : 1. */
export const efron = (efron_chance: number, efron_out_of: number) =>
  aDesign({ randomisation_method_id: 7, efron_chance, efron_out_of })

/** The maximal procedure with this limit and length, 1 : 1. */
export const maximal = (maximal_limit: number, maximal_length: number) =>
  aDesign({ randomisation_method_id: 8, maximal_limit, maximal_length })

/** Permuted blocks with the sizes of a list and these weights, 1 : 1 unless weights are named. */
export const chosenBlocks = (chosen_block_sizes: string, ...weights: readonly number[]) =>
  aDesign({
    randomisation_method_id: 9,
    study_groups: weighted(...(weights.length === 0 ? [1, 1] : weights)),
    chosen_block_sizes,
  })

/** Minimisation with these weights, in the trial as a whole unless factors are named. */
export const minimised = (weights: readonly number[], named: NamedSettings = {}) =>
  aDesign({ randomisation_method_id: 3, study_groups: weighted(...weights), ...named })

/** Strata 1, 2, … with these weights in a minimisation, each with two options: 11 and 12, 21 and 22, … */
export const factors = (...weights: readonly number[]) => ({
  is_stratified: true,
  trial_strata: weights.map((minimisation_weight, index) => ({
    id: index + 1,
    option_ids: [10 * (index + 1) + 1, 10 * (index + 1) + 2],
    minimisation_weight,
  })),
})
