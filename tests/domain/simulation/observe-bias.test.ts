import type { AllocationDesign } from '#domain/randomisation/design'
import { simulate } from '#domain/simulation/simulate'
import { describe, expect, it } from 'vitest'
import { aDesign, bigStick, blocks, crossed, simple } from '../randomisation/designs'
import { aPlan } from './a-plan'

const biasOf = (design: AllocationDesign, participants: number, selection_bias: number, sites = 1) =>
  simulate(aPlan(design, { participants, sites, runs: 1000, analysis: { selection_bias } }), 5, () => {}).figures
    .selection_bias

const isWithin = ({ mean, standard_error }: { mean: number; standard_error: number | null }, value: number) =>
  Math.abs(mean - value) <= 4.9 * (standard_error ?? 0) + 1e-9

/*
 * The reference is another program. It follows every sequence of the design with its probability, fits both models by
 * least squares, and integrates the noncentral densities numerically (SciPy). The model is Proschan's (1994), the test
 * that of Berger and Exner (1999).
 */
describe('under Proschan’s selection bias', () => {
  it.each([
    {
      of: 'blocks of 4',
      design: blocks(4, 4, 1, 1),
      n: 8,
      bias: 1,
      error: 0.11958609617630564,
      found: 0.1569334061065479,
    },
    {
      of: 'blocks of 4',
      design: blocks(4, 4, 1, 1),
      n: 12,
      bias: 0.5,
      error: 0.08860254373276175,
      found: 0.11223213825235408,
    },
    {
      of: 'blocks of 2',
      design: blocks(2, 2, 1, 1),
      n: 8,
      bias: 1,
      error: 0.16878374711756736,
      found: 0.16463382266731688,
    },
    {
      of: 'big stick of 2',
      design: bigStick(2),
      n: 8,
      bias: 1,
      error: 0.06124217555784895,
      found: 0.03237757614697184,
    },
  ])('$of for $n participants', ({ design, n, bias, error, found }) => {
    const figures = biasOf(design, n, bias)
    expect(isWithin(figures?.trial.type_1_error ?? NONE, error)).toBe(true)
    expect(isWithin(figures?.trial.detected ?? NONE, found)).toBe(true)
    // With one site, its recruiter sees the same as the trial's.
    expect(figures?.site).toEqual(figures?.trial)
  })

  it('simple randomisation hardly suffers, and no chance differs that could tell of the bias', () => {
    const figures = biasOf(simple(1, 1), 8, 1)
    expect(isWithin(figures?.trial.type_1_error ?? NONE, 0.0546322417822662)).toBe(true)
    expect(figures?.trial.detected).toBeNull()
  })

  it('without a bias the error is the level, exactly', () => {
    expect(biasOf(blocks(4, 8, 1, 1), 40, 0)?.trial.type_1_error).toEqual({ mean: 0.05, standard_error: 0 })
  })

  it('one who sees a site of many does less harm than one who sees every allocation', () => {
    const figures = biasOf(blocks(4, 4, 1, 1), 100, 0.5, 10)
    expect(figures?.site.type_1_error.mean).toBeLessThan((figures?.trial.type_1_error.mean ?? 0) / 3)
  })
})

it('is worked out for two groups alone', () => {
  expect(biasOf(simple(1, 1, 1), 12, 1)).toBeNull()
  expect(biasOf(aDesign({ ...crossed([1, 1], [1, 1]), randomisation_method_id: 4 }), 12, 1)).toBeNull()
  expect(biasOf(simple(1, 0, 1), 12, 1)).not.toBeNull()
})

const NONE = { mean: NaN, standard_error: null }
