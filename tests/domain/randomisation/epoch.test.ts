import { describe, expect, it } from 'vitest'
import { countsAfter } from '#domain/randomisation/epoch'
import { aDesign, crossed, factors, weighted, type NamedSettings } from './designs'

const BLOCKED: NamedSettings = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 8 }
const URN: NamedSettings = { randomisation_method_id: 2 }
const BIG_STICK: NamedSettings = { randomisation_method_id: 5 }
const MAXIMAL: NamedSettings = { randomisation_method_id: 8 }
const CHOSEN: NamedSettings = { randomisation_method_id: 9, chosen_block_sizes: '4, 8' }
const MINIMISED: NamedSettings = { randomisation_method_id: 3, ...factors(2, 1), is_site_stratified: true }

/** The effect on the counts when settings change, and when they change back. */
const counts = (before: NamedSettings, change: NamedSettings) => {
  const [from, to] = [aDesign(before), aDesign({ ...before, ...change })]
  return [countsAfter(from, to), countsAfter(to, from)]
}

describe('a new epoch begins', () => {
  it.each<[says: string, before: NamedSettings, change: NamedSettings]>([
    ['with a group more', {}, { study_groups: weighted(1, 1, 1) }],
    ['with a closed group more', {}, { study_groups: weighted(1, 1, 0) }],
    ['with another group', {}, { study_groups: [...weighted(1), { id: 3, weight: 1 }] }],
    ['with another weight', {}, { study_groups: weighted(2, 1) }],
    ['when a group closes', {}, { study_groups: weighted(1, 0) }],
    ['with another weight in a factor', crossed([1, 1], [1, 1]), crossed([2, 1], [1, 1])],
    ['with a smaller block', BLOCKED, { block_size_min: 2 }],
    ['with a larger block', BLOCKED, { block_size_max: 10 }],
    ['with another method', {}, BLOCKED],
    ['by strata', { ...BLOCKED, ...factors(1) }, { is_stratified: false }],
    ['by site', BLOCKED, { is_site_stratified: true }],
    ['by strata in simple randomisation too', factors(1), { is_stratified: false }],
    ['with another limit of a sequence', MAXIMAL, { maximal_limit: 2 }],
    ['with another length of a sequence', MAXIMAL, { maximal_length: 8 }],
    ['with other sizes of a list', CHOSEN, { chosen_block_sizes: '4, 12' }],
    ['with other chances of a list', CHOSEN, { chosen_block_sizes: '4:2, 8' }],
    ['with another method that counts', URN, BIG_STICK],
    ['with another weight beside other settings', URN, { urn_beta: 2, study_groups: weighted(2, 1) }],
    ['with a factor more', MINIMISED, factors(2, 1, 1)],
    ['without the site as a factor', MINIMISED, { is_site_stratified: false }],
  ])('%s', (_what, before, change) => {
    expect(counts(before, change)).toEqual(['begin_again', 'begin_again'])
  })
})

describe('counts and open blocks go on', () => {
  it.each<[says: string, before: NamedSettings, change: NamedSettings]>([
    ['with other balls at first', URN, { urn_initial: 2 }],
    ['with another α', URN, { urn_alpha: 1 }],
    ['with another β', URN, { urn_beta: 2 }],
    ['with the other measure', MINIMISED, { minimisation_measure: 'range' }],
    ['with another probability', MINIMISED, { minimisation_probability: 81 }],
    ['with a probability as a fraction', MINIMISED, { minimisation_fraction: '7/9' }],
    ['with another weight of a stratum', MINIMISED, factors(2, 3)],
    ['with another weight of the site', MINIMISED, { minimisation_site_weight: 2 }],
    ['with another limit of the big stick', BIG_STICK, { big_stick_limit: 5 }],
    ['with another limit of a biased coin', { randomisation_method_id: 6 }, { biased_coin_limit: 5 }],
    [
      'with another chance of a biased coin',
      { randomisation_method_id: 6 },
      { biased_coin_out_of: 4, biased_coin_chance: 3 },
    ],
    ['with another chance of Efron’s coin', { randomisation_method_id: 7 }, { efron_out_of: 4, efron_chance: 3 }],
    [
      'with bounds that allow the same block sizes',
      { ...BLOCKED, block_size_max: 4 },
      { block_size_min: 3, block_size_max: 5 },
    ],
  ])('%s', (_what, before, change) => {
    expect(counts(before, change)).toEqual(['carried', 'carried'])
  })
})

describe('no new epoch begins', () => {
  it.each<[says: string, before: NamedSettings, change: NamedSettings]>([
    ['when nothing changes', {}, {}],
    [
      'with an option more',
      MINIMISED,
      {
        trial_strata: factors(2, 1).trial_strata.map((stratum) => ({
          ...stratum,
          option_ids: [...stratum.option_ids, 99],
        })),
      },
    ],
    [
      'with an option more in blocks',
      { ...BLOCKED, ...factors(1) },
      { trial_strata: [{ id: 1, option_ids: [11, 12, 13] }] },
    ],
    ['when flagged participants are left out', MINIMISED, { exclude_flagged_participants: true }],
    ['with groups in another order', {}, { study_groups: weighted(1, 1).toReversed() }],
    ['with strata in another order', MINIMISED, { trial_strata: factors(2, 1).trial_strata.toReversed() }],
    ['with weights of the same ratio', {}, { study_groups: weighted(3, 3) }],
    ['with weights of the same ratio in a factor', crossed([2, 1], [1, 1]), crossed([4, 2], [5, 5])],
    ['with the default probability named', MINIMISED, { minimisation_probability: 80 }],
    ['with block sizes that the method does not read', URN, { block_size_min: 2, block_size_max: 4 }],
    ['with urn settings that the method does not read', BLOCKED, { urn_initial: 5, urn_alpha: 5, urn_beta: 5 }],
    [
      'with minimisation settings that the method does not read',
      { ...BLOCKED, ...factors(1) },
      { ...factors(4), minimisation_measure: 'range', minimisation_probability: 99, minimisation_site_weight: 3 },
    ],
    [
      'with a weight of the site where it is no factor',
      { ...MINIMISED, is_site_stratified: false },
      { minimisation_site_weight: 3 },
    ],
    [
      'with a weight of a stratum where it is no factor',
      { ...MINIMISED, is_stratified: false },
      { trial_strata: factors(5, 5).trial_strata },
    ],
    ['when sequences replace treatments', {}, { allocation_method_id: 3 }],
  ])('%s', (_what, before, change) => {
    expect(counts(before, change)).toEqual(['unchanged', 'unchanged'])
  })
})
