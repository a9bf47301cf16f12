import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AllocationDesign } from '#domain/randomisation/design'
import { DESIGN_REFUSALS } from '#domain/randomisation/design-setup'
import { MAX_WEIGHT, validateDesign } from '#domain/randomisation/validate-design'
import { aDesign, crossed, factors, rated, settings, weighted, type NamedSettings } from './designs'
import { someSettings } from './some-designs'

const stratum = (id: number, ...option_ids: readonly number[]) => ({ id, option_ids })
const blocked = (min: number | null, max: number | null, ...weights: readonly number[]): NamedSettings => ({
  randomisation_method_id: 1,
  study_groups: weighted(...weights),
  block_size_min: min,
  block_size_max: max,
})
const urn = (named: NamedSettings): NamedSettings => ({ randomisation_method_id: 2, ...named })
const bigStick = (named: NamedSettings): NamedSettings => ({ randomisation_method_id: 5, ...named })
const biasedCoin = (named: NamedSettings): NamedSettings => ({ randomisation_method_id: 6, ...named })
const efron = (named: NamedSettings): NamedSettings => ({ randomisation_method_id: 7, ...named })
const maximal = (named: NamedSettings): NamedSettings => ({ randomisation_method_id: 8, ...named })
const chosen = (chosen_block_sizes: string | null, ...weights: readonly number[]): NamedSettings => ({
  randomisation_method_id: 9,
  chosen_block_sizes,
  study_groups: weighted(...weights),
})
const minimisation = (named: NamedSettings): NamedSettings => ({ randomisation_method_id: 3, ...named })
const levels = (...factorialLevels: readonly (number | null)[]): NamedSettings => ({
  allocation_method_id: 4,
  study_groups: factorialLevels.map((factorial_level, index) => ({ id: index + 1, weight: 1, factorial_level })),
})

const REFUSED: readonly (readonly [code: string, field: string, named: NamedSettings, more?: object])[] = [
  ['allocation_method_unknown', 'allocation_method_id', { allocation_method_id: 5 }],
  ['allocation_method_unknown', 'allocation_method_id', { allocation_method_id: 0 }],
  ['randomisation_method_unknown', 'randomisation_method_id', { randomisation_method_id: 0 }],
  ['randomisation_method_unknown', 'randomisation_method_id', { randomisation_method_id: 1.5 }],
  ['study_group_repeated', 'study_groups.1.id', { study_groups: [...weighted(1), ...weighted(2)] }],
  ['weight_not_whole', 'study_groups.1.weight', { study_groups: weighted(1, -1) }],
  ['weight_not_whole', 'study_groups.0.weight', { study_groups: weighted(0.5, 0.5) }],
  ['weight_not_whole', 'study_groups.2.weight', { study_groups: weighted(1, 1, Number.NaN) }],
  ['weight_not_whole', 'study_groups.0.weight', { study_groups: weighted(2 ** 53, 1) }],
  ['weight_not_whole', 'study_groups.3.weight', crossed([1, 1], [1, -1])],
  ['factorial_level_missing', 'study_groups.2.factorial_level', levels(1, 2, null, 2)],
  ['factorial_level_missing', 'study_groups.0.factorial_level', levels(3, 1, 2, 2)],
  ['factorial_level_missing', 'study_groups.1.factorial_level', levels(1, 0, 2, 2)],
  ['factor_without_groups', 'study_groups', levels(1, 1)],
  ['factor_without_groups', 'study_groups', levels(2, 2, 2)],
  ['factor_without_groups', 'study_groups', levels(1, 1, 2)],
  ['factor_without_groups', 'study_groups', { allocation_method_id: 4, study_groups: [] }],
  ['no_open_study_group', 'study_groups', { study_groups: [] }],
  ['no_open_study_group', 'study_groups', { study_groups: weighted(0, 0) }],
  ['no_open_study_group', 'study_groups', crossed([0, 0], [1, 1])],
  ['no_open_study_group', 'study_groups', crossed([1, 1], [0, 0])],
  ['weights_too_large', 'study_groups', { study_groups: weighted(60, 1) }],
  ['weights_too_large', 'study_groups', { study_groups: weighted(2 ** 53 - 1, 1) }],
  ['weights_too_large', 'study_groups', crossed([7, 1], [7, 1])],
  ['stratum_repeated', 'trial_strata.1.id', { trial_strata: [stratum(1, 1), stratum(1, 2)] }],
  ['stratum_without_options', 'trial_strata.1.trial_stratum_options', { trial_strata: [stratum(1, 1), stratum(2)] }],
  ['stratum_option_repeated', 'trial_strata.0.trial_stratum_options', { trial_strata: [stratum(1, 3, 3)] }],
  ['block_size_missing', 'block_size_min', blocked(null, 4, 1, 1)],
  ['block_size_missing', 'block_size_max', blocked(4, null, 1, 1)],
  ['block_size_not_whole', 'block_size_min', blocked(0, 4, 1, 1)],
  ['block_size_not_whole', 'block_size_min', blocked(2.5, 4, 1, 1)],
  ['block_size_not_whole', 'block_size_max', blocked(2, 4.5, 1, 1)],
  ['block_size_not_whole', 'block_size_max', blocked(2, Infinity, 1, 1)],
  ['block_size_max_below_min', 'block_size_max', blocked(6, 4, 1, 1)],
  ['no_block_size_fits', 'block_size_max', blocked(3, 3, 1, 1)],
  ['no_block_size_fits', 'block_size_max', blocked(4, 5, 2, 1)],
  ['no_block_size_fits', 'block_size_max', blocked(1, 1, 1, 1)],
  ['no_block_size_fits', 'block_size_max', { ...blocked(2, 5), ...crossed([2, 1], [1, 1]) }],
  ['no_block_size_fits', 'block_size_max', { ...blocked(3, 3), ...crossed([2, 1], [1, 1]) }],
  ['urn_setting_not_whole', 'urn_initial', urn({ urn_initial: -1 })],
  ['urn_setting_not_whole', 'urn_initial', urn({ urn_initial: 0.5 })],
  ['urn_setting_not_whole', 'urn_alpha', urn({ urn_alpha: -1 })],
  ['urn_setting_not_whole', 'urn_alpha', urn({ urn_alpha: 0.5, urn_beta: 0.5 })],
  ['urn_setting_not_whole', 'urn_beta', urn({ urn_beta: Number.NaN })],
  ['urn_without_balls', 'urn_initial', urn({ urn_initial: 0 })],
  ['urn_without_balls', 'urn_initial', urn({ urn_initial: 0, urn_alpha: 5, urn_beta: 5 })],
  ['minimisation_weight_not_whole', 'trial_strata.1.minimisation_weight', minimisation(factors(1, 0))],
  ['minimisation_weight_not_whole', 'trial_strata.0.minimisation_weight', minimisation(factors(1.5, 1))],
  ['minimisation_weight_not_whole', 'minimisation_site_weight', minimisation({ minimisation_site_weight: 0 })],
  ['minimisation_weight_not_whole', 'minimisation_site_weight', minimisation({ minimisation_site_weight: -2 })],
  ...[0, -80, 101, 80.5, Number.NaN].map(
    (minimisation_probability) =>
      [
        'minimisation_probability_not_percent',
        'minimisation_probability',
        minimisation({ minimisation_probability }),
      ] as const,
  ),
  [
    'minimisation_probability_too_low',
    'minimisation_probability',
    minimisation({ minimisation_probability: 50 }),
    { needed: { virtualArms: 2, percent: 51 } },
  ],
  [
    'minimisation_probability_too_low',
    'minimisation_probability',
    minimisation({ minimisation_probability: 80, study_groups: weighted(3, 2) }),
    { needed: { virtualArms: 5, percent: 81 } },
  ],
  [
    'minimisation_probability_too_low',
    'minimisation_probability',
    minimisation({ minimisation_probability: 75, ...crossed([1, 1], [1, 1]) }),
    { needed: { virtualArms: 4, percent: 76 } },
  ],
  ...['', '2', '2:3', '0/3', '2/0', '0.5', '-2/3', '2/1001'].map(
    (minimisation_fraction) =>
      ['minimisation_fraction_unreadable', 'minimisation_fraction', minimisation({ minimisation_fraction })] as const,
  ),
  ...['1/2', '1/3', '4/3'].map(
    (minimisation_fraction) =>
      ['minimisation_fraction_out_of_range', 'minimisation_fraction', minimisation({ minimisation_fraction })] as const,
  ),
  [
    'minimisation_fraction_out_of_range',
    'minimisation_fraction',
    minimisation({ minimisation_fraction: '2/3', study_groups: weighted(2, 1) }),
  ],
  ...[weighted(2, 1), weighted(1, 1, 1), weighted(1, 0), weighted(2, 0, 1)].map(
    (study_groups) => ['not_two_equal_groups', 'study_groups', bigStick({ study_groups })] as const,
  ),
  ['not_two_equal_groups', 'study_groups', bigStick(crossed([1, 1], [1, 1]))],
  ['not_two_equal_groups', 'study_groups', biasedCoin({ study_groups: weighted(1, 2) })],
  ['not_two_equal_groups', 'study_groups', efron({ study_groups: weighted(1, 1, 1) })],
  ['limit_not_whole', 'biased_coin_limit', biasedCoin({ biased_coin_limit: 0 })],
  ['not_two_equal_groups', 'study_groups', maximal({ study_groups: weighted(2, 1) })],
  ['limit_not_whole', 'maximal_limit', maximal({ maximal_limit: 0 })],
  ...[0, -2, 7, 4.5, 52, Number.NaN].map(
    (maximal_length) => ['sequence_not_even', 'maximal_length', maximal({ maximal_length })] as const,
  ),
  ['block_size_missing', 'chosen_block_sizes', chosen(null, 1, 1)],
  ...['', 'four', '4;8', '4,', ',4', '4:', '4:0', '0:1', '4:1:2', '-4', '4.5', '1002', '4:1001', '4\n8'].map(
    (sizes) => ['block_sizes_unreadable', 'chosen_block_sizes', chosen(sizes, 1, 1)] as const,
  ),
  ['block_size_repeated', 'chosen_block_sizes', chosen('4, 8:2, 4:3', 1, 1)],
  ['block_size_no_multiple', 'chosen_block_sizes', chosen('4, 7', 1, 1)],
  ['block_size_no_multiple', 'chosen_block_sizes', chosen('6, 8', 2, 1)],
  ...[
    { option_ratios: ['2:1', '1:x'], at: 1 },
    { option_ratios: ['2:0', '1:1'], at: 0 },
    { option_ratios: ['2 : 1', '1:1'], at: 0 },
  ].map(
    ({ option_ratios, at }) =>
      [
        'ratio_unreadable',
        `trial_strata.0.trial_stratum_options.${at}.ratio`,
        rated(...option_ratios),
        { option: at },
      ] as const,
  ),
  ['ratio_of_other_groups', 'trial_strata.0.trial_stratum_options.1.ratio', rated('2:1', '1:1:1'), { option: 1 }],
  ['ratio_of_other_groups', 'trial_strata.0.trial_stratum_options.0.ratio', rated('2', '1:1'), { option: 0 }],
  [
    'ratios_of_two_strata',
    'trial_strata.1.trial_stratum_options.0.ratio',
    {
      is_stratified: true,
      trial_strata: [
        { id: 1, option_ids: [11, 12], option_ratios: ['2:1', '1:1'] },
        { id: 2, option_ids: [21, 22], option_ratios: [null, '1:2'] },
      ],
    },
  ],
  ...[3, 5, 6, 7, 8, 10].map(
    (randomisation_method_id) =>
      [
        'ratios_not_by_method',
        'trial_strata.0.trial_stratum_options.0.ratio',
        { randomisation_method_id, ...rated('2:1', '1:1') },
      ] as const,
  ),
  ...[1, 2, 9].map(
    (randomisation_method_id) =>
      [
        'ratios_not_stratified',
        'trial_strata.0.trial_stratum_options.0.ratio',
        { randomisation_method_id, ...rated('2:1', '1:1'), is_stratified: false },
      ] as const,
  ),
  ['weights_too_large', 'trial_strata.0.trial_stratum_options.1.ratio', rated('2:1', '60:1'), { option: 1 }],
  [
    'no_block_size_fits',
    'block_size_max',
    { randomisation_method_id: 1, block_size_min: 4, block_size_max: 5, ...rated('1:1', '2:1') },
    { option: 1 },
  ],
  [
    'block_size_no_multiple',
    'chosen_block_sizes',
    { randomisation_method_id: 9, chosen_block_sizes: '4, 6', ...rated('1:1', '2:1') },
    { option: 1 },
  ],
  ['coin_chance_not_whole', 'biased_coin_chance', biasedCoin({ biased_coin_chance: 0.7 })],
  ['coin_chance_not_whole', 'biased_coin_out_of', biasedCoin({ biased_coin_out_of: Infinity })],
  ['coin_chance_not_whole', 'efron_chance', efron({ efron_chance: -2 })],
  ['coin_chance_not_whole', 'efron_out_of', efron({ efron_out_of: 0 })],
  ...[
    [1, 2],
    [1, 3],
    [2, 4],
    [3, 3],
    [4, 3],
  ].flatMap(
    ([chance = 0, outOf = 0]) =>
      [
        [
          'coin_chance_out_of_range',
          'biased_coin_chance',
          biasedCoin({ biased_coin_chance: chance, biased_coin_out_of: outOf }),
        ],
        ['coin_chance_out_of_range', 'efron_chance', efron({ efron_chance: chance, efron_out_of: outOf })],
      ] as const,
  ),
  ...[0, -3, 2.5, Number.NaN].map(
    (big_stick_limit) => ['limit_not_whole', 'big_stick_limit', bigStick({ big_stick_limit })] as const,
  ),
]

describe('settings are refused', () => {
  it.each(REFUSED.map(([code, field, named, more]) => ({ code, field, named, more })))('$code at $field', (row) => {
    const { code, field, named, more } = row
    expect(validateDesign(settings(named))).toEqual({ ok: false, refusal: { code, field, ...more } })
  })

  it('with every code of the list', () => {
    expect(new Set(REFUSED.map(([code]) => code))).toEqual(new Set(DESIGN_REFUSALS))
  })
})

describe('a design', () => {
  it('has its cells, strata, options and factors in order of id', () => {
    const design = aDesign({
      randomisation_method_id: 3,
      is_stratified: true,
      is_site_stratified: true,
      study_groups: [
        { id: 9, weight: 1 },
        { id: 10, weight: 3 },
        { id: 4, weight: 2 },
      ],
      trial_strata: [
        { ...stratum(20, 3, 1), minimisation_weight: 4 },
        { ...stratum(3, 12, 2), minimisation_weight: 5 },
      ],
    })
    expect(design).toMatchObject({
      cells: [
        { group_ids: [4], weight: 2 },
        { group_ids: [9], weight: 1 },
        { group_ids: [10], weight: 3 },
      ],
      strata: [stratum(3, 2, 12), stratum(20, 1, 3)],
      factors: [
        { of: 3, weight: 5 },
        { of: 20, weight: 4 },
        { of: 'site', weight: 1 },
      ],
    })
  })

  it.each([
    { written: [2, 2], reduced: [1, 1] },
    { written: [4, 0, 6], reduced: [2, 0, 3] },
    { written: [0, 7], reduced: [0, 1] },
    { written: [600, 600], reduced: [1, 1] },
    { written: [59, 1], reduced: [59, 1] },
    { written: [3, 2, 1], reduced: [3, 2, 1] },
  ])('of weights $written has the weights $reduced', ({ written, reduced }) => {
    const cells = weighted(...reduced).map(({ id, weight }) => ({ group_ids: [id], weight }))
    expect(aDesign({ study_groups: weighted(...written) }).cells).toEqual(cells)
  })

  it.each([
    { name: 'parallel', allocation_method_id: 1 },
    { name: 'cluster', allocation_method_id: 2 },
    { name: 'crossover', allocation_method_id: 3 },
  ])('of a $name trial has a cell for each group', ({ allocation_method_id }) => {
    expect(aDesign({ allocation_method_id })).toEqual(aDesign())
  })

  it('may have as many arms as the cap', () => {
    expect(aDesign(crossed([5, 1], [9, 1])).cells.map(({ weight }) => weight)).toEqual([45, 5, 9, 1])
  })

  it.each([
    blocked(4, 4, 1, 1),
    blocked(3, 5, 1, 1),
    blocked(1, 6, 3, 2, 1),
    blocked(3, 3, 20, 10),
    blocked(1, 1, 5, 0),
    { ...blocked(5, 7), ...crossed([2, 1], [1, 1]) },
  ])('may have the block sizes of %j', (named) => {
    const { block_size_min, block_size_max } = named
    expect(aDesign(named)).toMatchObject({ method: 'blocked', block_size_min, block_size_max })
  })

  it.each([
    [1, 0, 0],
    [1, 0, 1],
    [5, 2, 3],
  ])('may have the urn (%i, %i, %i)', (urn_initial, urn_alpha, urn_beta) => {
    const design = aDesign(urn({ urn_initial, urn_alpha, urn_beta }))
    expect(design).toMatchObject({ method: 'urn', urn_initial, urn_alpha, urn_beta })
  })

  it.each([51, 80, 100])('may be minimised by %i percent', (minimisation_probability) => {
    expect(aDesign(minimisation({ minimisation_probability }))).toMatchObject({
      method: 'minimisation',
      minimisation_measure: 'variance',
      minimisation_probability,
    })
  })

  it('has only the settings of its own method, whatever else the form contains', () => {
    const nonsense: NamedSettings = {
      block_size_min: 7,
      block_size_max: 3,
      urn_initial: -1,
      minimisation_probability: 1,
      minimisation_site_weight: 0,
    }
    const base = ['cells', 'exclude_flagged_participants', 'is_site_stratified', 'is_stratified', 'method', 'strata']
    const keysOf = (named: NamedSettings) => Object.keys(aDesign(named)).filter((key) => !base.includes(key))
    expect(keysOf(nonsense)).toEqual([])
    expect(keysOf({ ...nonsense, ...blocked(2, 4, 1, 1) })).toEqual(['block_size_min', 'block_size_max'])
    expect(keysOf(urn({ ...nonsense, urn_initial: 1 }))).toEqual(['urn_initial', 'urn_alpha', 'urn_beta'])
    expect(keysOf(bigStick({ ...nonsense, big_stick_limit: 2 }))).toEqual(['big_stick_limit'])
    expect(keysOf(maximal({ ...nonsense }))).toEqual(['maximal_limit', 'maximal_length'])
    expect(keysOf({ ...nonsense, ...chosen('4', 1, 1) })).toEqual(['chosen_block_sizes'])
    expect(keysOf(efron({ ...nonsense }))).toEqual(['efron_chance', 'efron_out_of'])
    expect(keysOf(biasedCoin({ ...nonsense }))).toEqual([
      'biased_coin_limit',
      'biased_coin_chance',
      'biased_coin_out_of',
    ])
    expect(keysOf(minimisation({ ...nonsense, minimisation_probability: null, minimisation_site_weight: 1 }))).toEqual([
      'minimisation_measure',
      'minimisation_probability',
      'minimisation_out_of',
      'factors',
    ])
  })

  it.each([true, false])('stores whether flagged participants are left out: %s', (exclude_flagged_participants) => {
    expect(aDesign({ exclude_flagged_participants })).toMatchObject({ exclude_flagged_participants })
  })

  it('has all settings that its method needs, however they were written', () => {
    fc.assert(
      fc.property(someSettings, (setup) => {
        const outcome = validateDesign(setup)
        if (!outcome.ok) return
        const design = outcome.value
        const weights = design.cells.map(({ weight }) => weight)
        const sum = weights.reduce((total, weight) => total + weight, 0)
        expect(sum).toBeGreaterThan(0)
        expect(sum).toBeLessThanOrEqual(MAX_WEIGHT)
        const divisors = Array.from({ length: MAX_WEIGHT - 1 }, (_, index) => index + 2)
        expect(divisors.filter((divisor) => weights.every((weight) => weight % divisor === 0))).toEqual([])
        expect(fitsItsMethod(design, sum)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

/** Whether some block size is a multiple of S, or p is above 1 − 1 / S with a factor to minimise. */
const fitsItsMethod = (design: AllocationDesign, sum: number): boolean => {
  if (design.method === 'blocked') {
    const { block_size_min: min, block_size_max: max } = design
    return Array.from({ length: max - min + 1 }, (_, index) => min + index).some((size) => size % sum === 0)
  }
  if (design.method === 'minimisation')
    return design.factors.length > 0 && design.minimisation_probability * sum > 100 * (sum - 1)
  return true
}
