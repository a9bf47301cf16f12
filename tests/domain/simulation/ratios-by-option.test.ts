import { describe, expect, it } from 'vitest'
import type { AllocationDesign } from '#domain/randomisation/design'
import { guessability } from '#domain/simulation/guessability'
import { simulate } from '#domain/simulation/simulate'
import { planSimulation } from '#domain/simulation/simulation-plan'
import { designWarnings } from '#domain/simulation/design-warnings'
import { anyDesign, rated, weighted, type NamedSettings } from '../randomisation/designs'
import { everyRedraw, everySequence, participants } from './redraw/every-sequence'

/* Simulation, guesses and redraws where the ratio differs by an option. A quarter of the participants has the first option. */

const simulated = (named: NamedSettings, sites = 1) => {
  const sizes = { participants: 40, sites, site_shares: null, option_shares: [[1, 3]], packs: null }
  const plan = planSimulation(anyDesign(named), sizes, 2000)
  if (!plan.ok) throw new Error(plan.refusal.code)
  return simulate(plan.value, 7, () => {}).figures
}

const BLOCKS: NamedSettings = {
  randomisation_method_id: 1,
  block_size_min: 2,
  block_size_max: 3,
  ...rated('2:1', '1:1'),
}

/** Whether a mean is that of theory, within 4.9 standard errors. */
const isNear = ({ mean, standard_error }: { mean: number; standard_error: number | null }, exact: number) =>
  Math.abs(mean - exact) <= 4.9 * (standard_error ?? 0)

describe('a simulation', () => {
  const SHARES = [0.25 * (2 / 3) + 0.75 * 0.5, 0.25 * (1 / 3) + 0.75 * 0.5]

  it.each<[method: string, named: NamedSettings]>([
    ['simple randomisation', rated('2:1', '1:1')],
    ['blocks', BLOCKS],
    ['an urn', { randomisation_method_id: 2, ...rated('2:1', '1:1') }],
  ])('of %s has at every position the shares of both options together', (_method, named) => {
    for (const { shares } of simulated(named, 3).ratio) {
      expect(shares.map(({ exact }) => exact)).toEqual(SHARES.map((share) => expect.closeTo(share, 12)))
      expect(shares.every((share, group) => isNear(share, SHARES[group] ?? 0))).toBe(true)
    }
  })

  it('guesses simple randomisation by the larger weight of the participant’s option', () => {
    const { trial_guesser, unseeing_guesser } = simulated(rated('2:1', '1:1')).predictability
    expect(unseeing_guesser).toBeCloseTo(SHARES[0] ?? 0, 12)
    expect(trial_guesser.exact).toBeCloseTo(SHARES[0] ?? 0, 12)
    expect(isNear(trial_guesser, SHARES[0] ?? 0)).toBe(true)
  })

  it.each<[method: string, named: NamedSettings]>([
    ['blocks', BLOCKS],
    ['blocks by site', { ...BLOCKS, is_site_stratified: true }],
    ['an urn', { randomisation_method_id: 2, ...rated('2:1', '1:1') }],
  ])('of %s finds the guesses and certain allocations that are exactly known', (_method, named) => {
    const { trial_guesser, certain } = simulated(named, 2).predictability
    expect(trial_guesser.exact).not.toBeNull()
    expect(isNear(trial_guesser, trial_guesser.exact ?? 0)).toBe(true)
    expect(isNear(certain, certain.exact ?? -1)).toBe(true)
  })

  it('measures imbalance by the weight that each participant’s group has at their option', () => {
    const { imbalance, cells } = simulated({ ...BLOCKS, block_size_min: 6, block_size_max: 6 })
    const most = (scope: object) => imbalance.find((row) => JSON.stringify(row.scope) === JSON.stringify(scope))?.max
    // In a block of 6 at 2:1 at most four of one group come first, half a participant each; at 1:1 three of one group.
    expect(most({ of: 'option', stratum: 0, option: 0 })).toBe(2)
    expect(most({ of: 'option', stratum: 0, option: 1 })).toBe(3)
    expect(most({ of: 'trial' })).toBeLessThanOrEqual(5)
    expect(cells[0]?.worst.max).toBe(3)
  })

  it('works out neither efficiency nor selection bias', () => {
    expect(simulated(BLOCKS)).toMatchObject({ efficiency: null, selection_bias: null })
  })
})

describe('guessability', () => {
  it('is that of full blocks at each option: 7/9 in blocks of AAB and 3/4 in blocks of AB', () => {
    const design = anyDesign(BLOCKS)
    // AAB ABA at the first option, AB BA at the second.
    const draws = [
      [0, 0, 1, 0, 1, 0].map((arm) => ({ arm, option: 0 })),
      [0, 1, 1, 0].map((arm) => ({ arm, option: 1 })),
    ].flat()
    const people = participants(design, ...draws.map(({ option }) => [1, option] as const))
    const drawn = people.map((person, place) => ({ ...person, arm: draws[place]?.arm ?? 0 }))
    const { trial, unseeing_guesser } = guessability([{ design, participants: drawn, moves: [] }], 1)
    expect(trial.expected.exact).toBeCloseTo((6 * (7 / 9) + 4 * (3 / 4)) / 10, 6)
    expect(isNear(trial.expected, trial.expected.exact ?? 0)).toBe(true)
    expect(unseeing_guesser).toBeCloseTo((6 * (2 / 3) + 4 * (1 / 2)) / 10, 12)
    // Right at 1, half at 2, certain at 3; 1, 1/2 wrong … : AAB 1 + 1/2 + 1, ABA 1 + 1/2 + 1; AB 1/2 + 1, BA 1/2 + 1.
    expect(trial.observed).toBeCloseTo((2.5 + 2.5 + 1.5 + 1.5) / 10, 12)
  })
})

describe('a redraw', () => {
  it.each<[method: string, named: NamedSettings, moves: boolean]>([
    ['simple randomisation', rated('2:1', '1:1'), false],
    ['blocks', BLOCKS, false],
    [
      'an urn with a flag',
      { randomisation_method_id: 2, exclude_flagged_participants: true, ...rated('2:1', '1:1') },
      true,
    ],
  ])('of %s has every sequence as often as the engine draws it', (_method, named, moves) => {
    const design: AllocationDesign = anyDesign(named)
    const people = participants(design, [1, 0], [1, 1], [1, 0], [1, 0], [1, 1])
    const epochs = [
      { design, participants: people, moves: moves ? [{ drawn: 2, participant: 0, by: -1 as const }] : [] },
    ]
    const [drawn, redrawn] = [everySequence(epochs), everyRedraw(epochs)]
    expect(new Set(redrawn.keys())).toEqual(new Set(drawn.keys()))
    for (const [sequence, chance] of drawn) expect(redrawn.get(sequence)).toBeCloseTo(chance, 9)
  })
})

describe('a warning', () => {
  it('is given once, whatever number of ratios it holds for', () => {
    const named = { ...BLOCKS, study_groups: weighted(1, 1), ...rated('2:1', '1:1', '3:1'), block_size_max: 4 }
    const codes = designWarnings(anyDesign(named), { participants: 200, sites: 1 }).map(({ code }) => code)
    expect(codes.filter((code) => code === 'smallest_blocks')).toHaveLength(1)
    expect(new Set(codes).size).toBe(codes.length)
  })
})
