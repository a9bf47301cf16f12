import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DESIGN_REFUSALS, validateDesign, type DesignSetup } from '#domain/randomisation/validate-design'
import { aDesign, settings, weighted } from './designs'

const stratum = (id: number, ...option_ids: readonly number[]) => ({ id, option_ids })
const blocked = (min: number | null, max: number | null, ...weights: readonly number[]): Partial<DesignSetup> => ({
  randomisation_method_id: 1,
  study_groups: weighted(...weights),
  block_size_min: min,
  block_size_max: max,
})

const REFUSED: readonly (readonly [code: string, field: string, named: Partial<DesignSetup>])[] = [
  ['allocation_method_unknown', 'allocation_method_id', { allocation_method_id: 5 }],
  ['allocation_method_not_runnable', 'allocation_method_id', { allocation_method_id: 4 }],
  ['randomisation_method_unknown', 'randomisation_method_id', { randomisation_method_id: 0 }],
  ['randomisation_method_not_runnable', 'randomisation_method_id', { randomisation_method_id: 2 }],
  ['randomisation_method_not_runnable', 'randomisation_method_id', { randomisation_method_id: 3 }],
  ['study_group_repeated', 'study_groups.1.id', { study_groups: [...weighted(1), ...weighted(2)] }],
  ['weight_not_whole', 'study_groups.1.weight', { study_groups: weighted(1, -1) }],
  ['weight_not_whole', 'study_groups.0.weight', { study_groups: weighted(0.5, 0.5) }],
  ['weight_not_whole', 'study_groups.2.weight', { study_groups: weighted(1, 1, Number.NaN) }],
  ['weight_not_whole', 'study_groups.0.weight', { study_groups: weighted(2 ** 53, 1) }],
  ['no_open_study_group', 'study_groups', { study_groups: [] }],
  ['no_open_study_group', 'study_groups', { study_groups: weighted(0, 0) }],
  ['weights_too_large', 'study_groups', { study_groups: weighted(60, 1) }],
  ['stratum_repeated', 'trial_strata.1.id', { trial_strata: [stratum(1, 1), stratum(1, 2)] }],
  ['stratum_without_options', 'trial_strata.1.trial_stratum_options', { trial_strata: [stratum(1, 1), stratum(2)] }],
  ['stratum_option_repeated', 'trial_strata.0.trial_stratum_options', { trial_strata: [stratum(1, 3, 3)] }],
  ['block_size_missing', 'block_size_min', blocked(null, 4, 1, 1)],
  ['block_size_missing', 'block_size_max', blocked(4, null, 1, 1)],
  ['block_size_not_whole', 'block_size_min', blocked(0, 4, 1, 1)],
  ['block_size_not_whole', 'block_size_min', blocked(2.5, 4, 1, 1)],
  ['block_size_not_whole', 'block_size_max', blocked(2, 4.5, 1, 1)],
  ['block_size_max_below_min', 'block_size_max', blocked(6, 4, 1, 1)],
  ['no_block_size_fits', 'block_size_max', blocked(3, 3, 1, 1)],
  ['no_block_size_fits', 'block_size_max', blocked(4, 5, 2, 1)],
  ['no_block_size_fits', 'block_size_max', blocked(1, 1, 1, 1)],
]

describe('settings are refused', () => {
  it.each(REFUSED)('%s at %s', (code, field, named) => {
    expect(validateDesign(settings(named))).toEqual({ ok: false, refusal: { code, field } })
  })

  it('with every code of the list', () => {
    expect(new Set(REFUSED.map(([code]) => code))).toEqual(new Set(DESIGN_REFUSALS))
  })
})

describe('a design', () => {
  it('has its groups, strata and options in order of id', () => {
    const design = aDesign({
      study_groups: [
        { id: 9, weight: 1 },
        { id: 10, weight: 3 },
        { id: 4, weight: 2 },
      ],
      trial_strata: [stratum(20, 3, 1), stratum(3, 12, 2)],
    })
    expect(design.groups).toEqual([
      { id: 4, weight: 2 },
      { id: 9, weight: 1 },
      { id: 10, weight: 3 },
    ])
    expect(design.strata).toEqual([stratum(3, 2, 12), stratum(20, 1, 3)])
  })

  it.each([
    { written: [2, 2], reduced: [1, 1] },
    { written: [4, 0, 6], reduced: [2, 0, 3] },
    { written: [0, 7], reduced: [0, 1] },
    { written: [600, 600], reduced: [1, 1] },
    { written: [59, 1], reduced: [59, 1] },
    { written: [3, 2, 1], reduced: [3, 2, 1] },
  ])('of weights $written has the weights $reduced', ({ written, reduced }) => {
    expect(aDesign({ study_groups: weighted(...written) }).groups).toEqual(weighted(...reduced))
  })

  it.each([
    blocked(4, 4, 1, 1),
    blocked(3, 5, 1, 1),
    blocked(1, 6, 3, 2, 1),
    blocked(3, 3, 20, 10),
    blocked(1, 1, 5, 0),
  ])('may have the block sizes of %j', (named) => {
    const { block_size_min, block_size_max } = named
    expect(aDesign(named)).toMatchObject({ method: 'blocked', block_size_min, block_size_max })
  })

  it('without blocks has no block sizes, whatever the form still holds', () => {
    expect(aDesign({ block_size_min: 7, block_size_max: 3 })).toMatchObject({
      method: 'standard',
      block_size_min: null,
      block_size_max: null,
    })
  })

  it('has weights without a common divisor and a block size that fits, whatever was written', () => {
    const someSettings = fc.record({
      study_groups: fc.array(fc.nat(90), { maxLength: 5 }).map((weights) => weighted(...weights)),
      randomisation_method_id: fc.constantFrom(1, 4),
      block_size_min: fc.option(fc.integer({ min: -1, max: 90 })),
      block_size_max: fc.option(fc.integer({ min: -1, max: 90 })),
    })
    fc.assert(
      fc.property(someSettings, (named) => {
        const outcome = validateDesign(settings(named))
        if (!outcome.ok) return
        const design = outcome.value
        const weights = design.groups.map(({ weight }) => weight)
        const sum = weights.reduce((total, weight) => total + weight, 0)
        expect(sum).toBeGreaterThan(0)
        expect(sum).toBeLessThanOrEqual(60)
        for (let divisor = 2; divisor <= 60; divisor += 1)
          expect(weights.every((weight) => weight % divisor === 0)).toBe(false)
        if (design.method !== 'blocked') return
        const sizes = Array.from({ length: 91 }, (_, size) => size)
        expect(sizes.some((b) => b >= design.block_size_min && b <= design.block_size_max && b % sum === 0)).toBe(true)
      }),
      { seed: 2, numRuns: 1000 },
    )
  })
})
