import { simulationRequest } from '#contract/simulations'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

const LEAST = { design: { study_groups: [{ name: 'A' }, { name: 'B' }] }, sizes: { participants: 1 } }

describe('a request to simulate', () => {
  it('has the defaults of a trial’s form, 1000 trials at one site, and no seed', () => {
    expect(v.parse(simulationRequest, LEAST)).toEqual({
      design: {
        allocation_method_id: 1,
        randomisation_method_id: 4,
        is_stratified: false,
        is_site_stratified: false,
        exclude_flagged_participants: false,
        block_size_min: null,
        block_size_max: null,
        urn_initial: 1,
        urn_alpha: 0,
        urn_beta: 1,
        minimisation_measure: 'variance',
        minimisation_probability: null,
        minimisation_fraction: null,
        minimisation_site_weight: 1,
        big_stick_limit: 3,
        biased_coin_limit: 3,
        biased_coin_chance: 2,
        biased_coin_out_of: 3,
        efron_chance: 2,
        efron_out_of: 3,
        maximal_limit: 3,
        maximal_length: 50,
        chosen_block_sizes: null,
        study_groups: ['A', 'B'].map((name) => ({ name, label: null, factorial_level: null, weight: 1 })),
        trial_strata: [],
      },
      sizes: { participants: 1, sites: 1, site_shares: null, option_shares: null, packs: null },
      runs: 1000,
      analysis: { effect: 0.5, significance: 0.05, selection_bias: 0.25, adjusts_for_sites: false },
      seed: null,
    })
  })

  it('is unchanged when it is read again from the store', () => {
    const once = v.parse(simulationRequest, LEAST)
    expect(v.parse(simulationRequest, once)).toEqual(once)
  })

  it.each([
    ['participants', { ...LEAST, sizes: { participants: 20_001 } }],
    ['sites', { ...LEAST, sizes: { participants: 1, sites: 1001 } }],
    ['trials', { ...LEAST, runs: 100_001 }],
    ['shares', { ...LEAST, sizes: { participants: 1, site_shares: Array.from({ length: 1001 }, () => 1) } }],
    ['of a share', { ...LEAST, sizes: { participants: 1, site_shares: [1_000_001] } }],
    ['seeds', { ...LEAST, seed: 2 ** 32 }],
  ])('names no more %s than can be simulated', (_what, request) => {
    expect(v.is(simulationRequest, request)).toBe(false)
  })
})
