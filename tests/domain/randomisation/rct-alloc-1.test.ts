import { describe, expect, it } from 'vitest'
import { aDesign, weighted, type NamedSettings } from './designs'
import { asLetters, drawParticipants, onlyGroups } from './draw-trial'
import { VECTORS, vectorWords, type VectorSequence } from './vectors'

/** The settings of a sequence of the vectors. Its strata are numbered 1, 2, 3 and have options from 0. */
const settingsOf = (vector: VectorSequence): NamedSettings => {
  const study_groups = weighted(...vector.weights)
  switch (vector.method) {
    case 'standard':
      return { randomisation_method_id: 4, study_groups }
    case 'blocked':
      return {
        randomisation_method_id: 1,
        study_groups,
        block_size_min: vector.block_size_min ?? null,
        block_size_max: vector.block_size_max ?? null,
        is_stratified: vector.stratum !== undefined,
        trial_strata: [{ id: 1, option_ids: [0, 1, 2] }],
      }
    case 'urn':
      return {
        randomisation_method_id: 2,
        study_groups,
        urn_initial: vector.initial ?? 0,
        urn_alpha: vector.alpha ?? 0,
        urn_beta: vector.beta ?? 0,
      }
    case 'big_stick':
      return {
        randomisation_method_id: 5,
        study_groups,
        big_stick_limit: vector.limit ?? 0,
        is_stratified: vector.stratum !== undefined,
        trial_strata: [{ id: 1, option_ids: [0, 1, 2] }],
      }
    case 'biased_coin':
      return {
        randomisation_method_id: 6,
        study_groups,
        biased_coin_limit: vector.limit ?? 0,
        biased_coin_chance: vector.chance?.[0] ?? 0,
        biased_coin_out_of: vector.chance?.[1] ?? 0,
        is_stratified: vector.stratum !== undefined,
        trial_strata: [{ id: 1, option_ids: [0, 1, 2] }],
      }
    case 'efron':
      return {
        randomisation_method_id: 7,
        study_groups,
        efron_chance: vector.chance?.[0] ?? 0,
        efron_out_of: vector.chance?.[1] ?? 0,
        is_stratified: vector.stratum !== undefined,
        trial_strata: [{ id: 1, option_ids: [0, 1, 2] }],
      }
    case 'maximal':
      return {
        randomisation_method_id: 8,
        study_groups,
        maximal_limit: vector.limit ?? 0,
        maximal_length: vector.length ?? 0,
        is_stratified: vector.stratum !== undefined,
        trial_strata: [{ id: 1, option_ids: [0, 1, 2] }],
      }
    case 'chosen_blocks':
      return {
        randomisation_method_id: 9,
        study_groups,
        chosen_block_sizes: vector.sizes ?? null,
        is_stratified: vector.stratum !== undefined,
        trial_strata: [{ id: 1, option_ids: [0, 1, 2] }],
      }
    case 'minimisation':
      return {
        randomisation_method_id: 3,
        study_groups,
        minimisation_measure: vector.measure ?? 'variance',
        minimisation_probability: 80,
        is_stratified: true,
        trial_strata: (vector.factor_weights ?? []).map((minimisation_weight, index) => ({
          id: index + 1,
          option_ids: [0, 1, 2, 3],
          minimisation_weight,
        })),
      }
  }
}

const participantsOf = (vector: VectorSequence) => {
  const levelsAt = (t: number) =>
    vector.method === 'minimisation' ? [t % 2, (t * t) % 3, Math.floor(t / 2) % 4] : [t % 3]
  return Array.from(vector.groups, (_, before) => ({
    site_id: 1,
    options: levelsAt(before + 1).map((level, index) => ({
      trial_stratum_id: index + 1,
      trial_stratum_option_id: level,
    })),
  }))
}

describe('the sequences of RCT-ALLOC-1', () => {
  it.each(VECTORS.sequences)('are drawn by $method $measure $stratum, weights $weights $factor_weights', (vector) => {
    const allocations = drawParticipants(aDesign(settingsOf(vector)), participantsOf(vector), vectorWords)
    expect(asLetters(onlyGroups(allocations))).toBe(vector.groups)
  })

  it('include every method', () => {
    const methods = VECTORS.sequences.map(({ method, measure = '' }) => `${method} ${measure}`.trim())
    expect(methods.join(', ')).toBe(
      'standard, standard, blocked, blocked, blocked, urn, urn, ' +
        'minimisation range, minimisation range, minimisation variance, minimisation variance, big_stick, big_stick, ' +
        'biased_coin, biased_coin, efron, efron, maximal, maximal, maximal, ' +
        'chosen_blocks, chosen_blocks, chosen_blocks',
    )
  })
})
