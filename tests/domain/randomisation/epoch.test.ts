import { describe, expect, it } from 'vitest'
import { beginsNewEpoch } from '#domain/randomisation/epoch'
import { aDesign, crossed, factors, weighted, type NamedSettings } from './designs'

const BLOCKED: NamedSettings = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 8 }
const URN: NamedSettings = { randomisation_method_id: 2 }
const MINIMISED: NamedSettings = { randomisation_method_id: 3, ...factors(2, 1), is_site_stratified: true }

/** Whether a new epoch begins when settings change, and when they change back. */
const begins = (before: NamedSettings, change: NamedSettings) => {
  const [from, to] = [aDesign(before), aDesign({ ...before, ...change })]
  return [beginsNewEpoch(from, to), beginsNewEpoch(to, from)]
}

describe('a new epoch begins', () => {
  it.each<[what: string, before: NamedSettings, change: NamedSettings]>([
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
    ['with other balls at first', URN, { urn_initial: 2 }],
    ['with another α', URN, { urn_alpha: 1 }],
    ['with another β', URN, { urn_beta: 2 }],
    ['with the other measure', MINIMISED, { minimisation_measure: 'range' }],
    ['with another probability', MINIMISED, { minimisation_probability: 81 }],
    ['with another weight of a stratum', MINIMISED, factors(2, 3)],
    ['with another weight of the site', MINIMISED, { minimisation_site_weight: 2 }],
    ['with a factor more', MINIMISED, factors(2, 1, 1)],
    ['without the site as a factor', MINIMISED, { is_site_stratified: false }],
  ])('%s', (_what, before, change) => {
    expect(begins(before, change)).toEqual([true, true])
  })
})

describe('no new epoch begins', () => {
  it.each<[what: string, before: NamedSettings, change: NamedSettings]>([
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
    expect(begins(before, change)).toEqual([false, false])
  })
})
