import { exactFigures } from '#domain/simulation/exact-figures'
import { simulate } from '#domain/simulation/simulate'
import type { SimulationPlan } from '#domain/simulation/simulation-plan'
import { describe, expect, it } from 'vitest'
import { aDesign, blocks, crossed, factors, minimised, simple, urn, weighted } from '../randomisation/designs'
import { aPlan } from './a-plan'

const efficiencyOf = (plan: SimulationPlan) => simulate(plan, 3, () => {}).figures.efficiency ?? []

const strata = [1, 2].map((id) => ({ id, option_ids: [10 * id + 1, 10 * id + 2, 10 * id + 3] }))

describe('the loss of efficiency', () => {
  it.each([
    { of: 'simple randomisation: one, for the constant', plan: aPlan(simple(1, 1)), is: 1 },
    { of: 'the same at 2 : 1', plan: aPlan(simple(2, 1)), is: 1 },
    {
      of: 'simple randomisation with two strata of three: one for each of five columns',
      plan: aPlan(aDesign({ randomisation_method_id: 4, trial_strata: strata })),
      is: 5,
    },
    {
      of: 'the same with four sites adjusted for: eight',
      plan: aPlan(aDesign({ randomisation_method_id: 4, trial_strata: strata }), {
        sites: 4,
        analysis: { adjusts_for_sites: true },
      }),
      is: 8,
    },
    // D² has the mean (n + 2) / 3 in the urn, and the loss is D² / n (Atkinson 2002).
    { of: 'the urn: (n + 2) / 3n', plan: aPlan(urn([1, 0, 1], 1, 1)), is: 102 / 300 },
    { of: 'blocks that are full: none', plan: aPlan(blocks(4, 4, 1, 1)), is: 0 },
  ])('of $of', ({ plan, is }) => {
    const [{ loss } = NO_ROW] = efficiencyOf(plan)
    expect(loss.exact).toBeCloseTo(is, 6)
    expect(Math.abs(loss.mean - is)).toBeLessThanOrEqual(4.9 * (loss.standard_error ?? 0) + 1e-9)
  })

  it('is the mean square of the difference over n for any design of two even groups', () => {
    const plan = aPlan(blocks(4, 8, 1, 1))
    const [{ loss } = NO_ROW] = efficiencyOf(plan)
    expect(loss.exact).toBeCloseTo((exactFigures(plan).imbalance.root_mean_square ?? 0) ** 2 / 100, 9)
  })

  it('is far less for a minimisation over the strata than for blocks that leave them out', () => {
    const inStrata = { ...factors(1, 1), is_stratified: true, trial_strata: strata }
    const [ofMinimisation = NO_ROW] = efficiencyOf(aPlan(minimised([1, 1], inStrata)))
    const blocked = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4, trial_strata: strata }
    const [ofBlocks = NO_ROW] = efficiencyOf(aPlan(aDesign(blocked)))
    expect(ofMinimisation.loss.mean).toBeLessThan(0.5)
    // A loss of one for each column but the constant, which full blocks balance.
    expect(ofBlocks.loss.mean).toBeGreaterThan(3.5)
  })
})

describe('the power', () => {
  it('is that of the planned allocation where that is what comes', () => {
    const [{ power, planned_power } = NO_ROW] = efficiencyOf(aPlan(blocks(4, 4, 1, 1), { participants: 128 }))
    // R: power.t.test(n = 64, delta = 0.5, strict = TRUE).
    expect(planned_power).toBeCloseTo(0.8014595579222629, 8)
    expect(power.mean).toBeCloseTo(planned_power, 12)
  })

  it('falls with imbalance, and never above the planned one at 1 : 1', () => {
    const [{ power, planned_power } = NO_ROW] = efficiencyOf(aPlan(simple(1, 1), { participants: 20 }))
    expect(power.mean).toBeLessThan(planned_power - 0.003)
  })
})

it('compares each group with the first that is open, and in a factorial trial within each factor', () => {
  const ofThree = efficiencyOf(aPlan(simple(0, 1, 2), { runs: 2 }))
  expect(ofThree.map(({ compared, groups }) => [compared, groups])).toEqual([['allocation', [1, 2]]])
  const factorial = efficiencyOf(
    aPlan(aDesign({ ...crossed([1, 1], [1, 1, 1]), randomisation_method_id: 4 }), { runs: 2 }),
  )
  expect(factorial.map(({ compared, groups }) => [compared, groups])).toEqual([
    ['factor_1', [0, 1]],
    ['factor_2', [0, 1]],
    ['factor_2', [0, 2]],
  ])
})

describe('a design with many covariates', () => {
  const efficiencyAt = (strataCount: number, optionCount: number, weights: readonly number[]) => {
    const trial_strata = Array.from({ length: strataCount }, (_, stratum) => ({
      id: stratum + 1,
      option_ids: Array.from({ length: optionCount }, (__, option) => 1000 * (stratum + 1) + option),
    }))
    const design = aDesign({ study_groups: weighted(...weights), trial_strata })
    return simulate(aPlan(design, { participants: 20, runs: 1 }), 3, () => {}).figures.efficiency
  }
  const of = (length: number, weight: number): number[] => Array.from({ length }, () => weight)

  it('has no figures above 200 columns', () => {
    expect(efficiencyAt(2, 100, [1, 1])).toHaveLength(1)
    expect(efficiencyAt(3, 68, [1, 1])).toBeNull()
  })

  it('has none where its open groups need too much memory together, closed ones being free', () => {
    // 199 columns need 39,601 products for each cell.
    expect(efficiencyAt(2, 100, of(51, 1))).toBeNull()
    expect(efficiencyAt(2, 100, [1, 1, ...of(58, 0)])).toHaveLength(1)
  })
})

const NO_ROW = {
  loss: { mean: NaN, standard_error: null, exact: NaN },
  power: { mean: NaN, standard_error: null },
  planned_power: NaN,
}
