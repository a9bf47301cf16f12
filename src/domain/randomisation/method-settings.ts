import { accepted, refused, type Outcome } from '../outcome'
import { settingNamesOf, type MethodSettingName } from '../trials/method-setting'
import type { RandomisationMethodName } from '../trials/trial-methods'
import { blockSizes } from './block-sizes'
import { chosenSizes, textOfSizes } from './chosen-sizes'
import { isEvenPair } from './coin'
import { weightSum, type DesignBase, type DesignOf, type MinimisationFactor, type OneRatioDesign } from './design'
import { LONGEST_SEQUENCE } from './maximal'
import { fractionOf, isOverArms, PERCENT } from './minimisation-probability'
import { isWhole, type DesignRefusal, type DesignSetup } from './design-setup'

/** The default probability of a minimisation, where it is high enough for the number of arms. */
const USUAL_PROBABILITY = 80

/**
 * The least whole percent at which, over this many arms, those of least imbalance are drawn more often than the rest:
 * above 100 · (1 − 1 / S).
 */
export const minProbability = (virtualArms: number): number => Math.floor((100 * (virtualArms - 1)) / virtualArms) + 1

/** The default percent for this many arms. Source: src/specification/rct-alloc-1.md#minimisation. */
export const defaultProbability = (virtualArms: number): number =>
  Math.max(USUAL_PROBABILITY, minProbability(virtualArms))

/** Adds the settings of a method to a base. Refuses with the first invalid setting. */
export const withMethodSettings = (
  method: RandomisationMethodName,
  base: DesignBase,
  setup: DesignSetup,
): Outcome<OneRatioDesign, DesignRefusal> => DESIGNS[method](base, setup)

type MakeDesign<M extends RandomisationMethodName> = (
  base: DesignBase,
  setup: DesignSetup,
) => Outcome<DesignOf<M>, DesignRefusal>

const DESIGNS: { readonly [M in RandomisationMethodName]: MakeDesign<M> } = {
  standard: (base) => accepted({ ...base, method: 'standard' }),

  blocked: (base, { block_size_min, block_size_max }) => {
    if (block_size_min === null) return refused({ code: 'block_size_missing', field: 'block_size_min' })
    if (block_size_max === null) return refused({ code: 'block_size_missing', field: 'block_size_max' })
    if (!isWhole(block_size_min, 1)) return refused({ code: 'block_size_not_whole', field: 'block_size_min' })
    if (!isWhole(block_size_max, 1)) return refused({ code: 'block_size_not_whole', field: 'block_size_max' })
    if (block_size_max < block_size_min) return refused({ code: 'block_size_max_below_min', field: 'block_size_max' })
    const { count } = blockSizes(weightSum(base.cells), block_size_min, block_size_max)
    if (count === 0) return refused({ code: 'no_block_size_fits', field: 'block_size_max' })
    return accepted({ ...base, method: 'blocked', block_size_min, block_size_max })
  },

  urn: (base, { urn_initial, urn_alpha, urn_beta }) => {
    const settings = { urn_initial, urn_alpha, urn_beta }
    for (const field of settingNamesOf('urn')) {
      if (!isWhole(settings[field], 0)) return refused({ code: 'urn_setting_not_whole', field })
    }
    // An urn without initial balls could not draw the first participant.
    if (urn_initial === 0) return refused({ code: 'urn_without_balls', field: 'urn_initial' })
    return accepted({ ...base, method: 'urn', ...settings })
  },

  minimisation: (base, setup) => {
    const refusal = factorWeightsRefusal(setup)
    if (refusal) return refused(refusal)
    const virtualArms = weightSum(base.cells)
    const minimised = { ...base, method: 'minimisation', minimisation_measure: setup.minimisation_measure } as const
    if (setup.minimisation_fraction !== null) {
      const probability = fractionOf(setup.minimisation_fraction)
      const ofFraction = 'minimisation_fraction'
      if (probability === undefined) return refused({ code: 'minimisation_fraction_unreadable', field: ofFraction })
      if (!isOverArms(probability, virtualArms))
        return refused({ code: 'minimisation_fraction_out_of_range', field: ofFraction })
      return accepted({ ...minimised, ...probability, factors: factorsOf(base, setup) })
    }
    const percent = setup.minimisation_probability ?? defaultProbability(virtualArms)
    const field = 'minimisation_probability'
    if (!isWhole(percent, 1) || percent > 100) return refused({ code: 'minimisation_probability_not_percent', field })
    // Below this, the other arms would be drawn more often than those of least imbalance.
    const minimum = minProbability(virtualArms)
    if (percent < minimum)
      return refused({ code: 'minimisation_probability_too_low', field, needed: { virtualArms, percent: minimum } })
    return accepted({
      ...minimised,
      minimisation_probability: percent,
      minimisation_out_of: PERCENT,
      factors: factorsOf(base, setup),
    })
  },

  big_stick: (base, { big_stick_limit }) => {
    if (!isEvenPair(base)) return refused(NOT_TWO_EQUAL_GROUPS)
    if (!isWhole(big_stick_limit, 1)) return refused({ code: 'limit_not_whole', field: 'big_stick_limit' })
    return accepted({ ...base, method: 'big_stick', big_stick_limit })
  },

  biased_coin: (base, { biased_coin_limit, biased_coin_chance, biased_coin_out_of }) => {
    if (!isEvenPair(base)) return refused(NOT_TWO_EQUAL_GROUPS)
    if (!isWhole(biased_coin_limit, 1)) return refused({ code: 'limit_not_whole', field: 'biased_coin_limit' })
    const refusal = chanceRefusal(
      { field: 'biased_coin_chance', is: biased_coin_chance },
      { field: 'biased_coin_out_of', is: biased_coin_out_of },
    )
    if (refusal) return refused(refusal)
    return accepted({ ...base, method: 'biased_coin', biased_coin_limit, biased_coin_chance, biased_coin_out_of })
  },

  efron: (base, { efron_chance, efron_out_of }) => {
    if (!isEvenPair(base)) return refused(NOT_TWO_EQUAL_GROUPS)
    const refusal = chanceRefusal(
      { field: 'efron_chance', is: efron_chance },
      { field: 'efron_out_of', is: efron_out_of },
    )
    if (refusal) return refused(refusal)
    return accepted({ ...base, method: 'efron', efron_chance, efron_out_of })
  },

  maximal: (base, { maximal_limit, maximal_length }) => {
    if (!isEvenPair(base)) return refused(NOT_TWO_EQUAL_GROUPS)
    if (!isWhole(maximal_limit, 1)) return refused({ code: 'limit_not_whole', field: 'maximal_limit' })
    if (!isWhole(maximal_length, 2) || maximal_length % 2 !== 0 || maximal_length > LONGEST_SEQUENCE)
      return refused({ code: 'sequence_not_even', field: 'maximal_length' })
    return accepted({ ...base, method: 'maximal', maximal_limit, maximal_length })
  },

  list: (base) => accepted({ ...base, method: 'list' }),

  chosen_blocks: (base, { chosen_block_sizes }) => {
    const field = 'chosen_block_sizes'
    if (chosen_block_sizes === null) return refused({ code: 'block_size_missing', field })
    const sizes = chosenSizes(chosen_block_sizes)
    if (sizes.length === 0) return refused({ code: 'block_sizes_unreadable', field })
    if (new Set(sizes.map(({ size }) => size)).size < sizes.length)
      return refused({ code: 'block_size_repeated', field })
    if (sizes.some(({ size }) => size % weightSum(base.cells) !== 0))
      return refused({ code: 'block_size_no_multiple', field })
    return accepted({ ...base, method: 'chosen_blocks', chosen_block_sizes: textOfSizes(sizes) })
  },
}

type Setting = { readonly field: MethodSettingName; readonly is: number }

/** The chance of the group behind is above a half, or nothing is balanced, and below 1, or no coin is tossed. */
const chanceRefusal = (chance: Setting, outOf: Setting): DesignRefusal | undefined => {
  const broken = [chance, outOf].find(({ is }) => !isWhole(is, 1))
  if (broken) return { code: 'coin_chance_not_whole', field: broken.field }
  const isCoin = chance.is < outOf.is && 2 * chance.is > outOf.is
  return isCoin ? undefined : { code: 'coin_chance_out_of_range', field: chance.field }
}

const NOT_TWO_EQUAL_GROUPS = { code: 'not_two_equal_groups', field: 'study_groups' } as const

/** Each stratum if the design is stratified, the site if it is by site, and the trial as a whole where it is neither. */
const factorsOf = (base: DesignBase, setup: DesignSetup): readonly MinimisationFactor[] => {
  const weightOf = new Map(setup.trial_strata.map(({ id, minimisation_weight }) => [id, minimisation_weight]))
  const factors: MinimisationFactor[] = [
    ...(base.is_stratified ? base.strata.map(({ id }) => ({ of: id, weight: weightOf.get(id) ?? 1 })) : []),
    ...(base.is_site_stratified ? [{ of: 'site', weight: setup.minimisation_site_weight } as const] : []),
  ]
  return factors.length === 0 ? [{ of: 'trial', weight: 1 }] : factors
}

const factorWeightsRefusal = (setup: DesignSetup): DesignRefusal | undefined => {
  const code = 'minimisation_weight_not_whole'
  const broken = setup.trial_strata.findIndex(({ minimisation_weight }) => !isWhole(minimisation_weight, 1))
  if (broken >= 0) return { code, field: `trial_strata.${broken}.minimisation_weight` }
  return isWhole(setup.minimisation_site_weight, 1) ? undefined : { code, field: 'minimisation_site_weight' }
}
