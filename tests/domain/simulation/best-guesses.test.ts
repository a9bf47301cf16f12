import type { AllocationDesign } from '#domain/randomisation/design'
import type { GuessedParticipant } from '#domain/simulation/guessed-epoch'
import { exactFigures } from '#domain/simulation/exact-figures'
import type { Estimate } from '#domain/simulation/figures'
import { guessWarnings } from '#domain/simulation/guess-warnings'
import { guessability } from '#domain/simulation/guessability'
import { simulate } from '#domain/simulation/simulate'
import { simulationSource } from '#domain/simulation/simulation-source'
import { describe, expect, it } from 'vitest'
import { aDesign, blocks, minimised, simple, urn } from '../randomisation/designs'
import { aPlan } from './a-plan'

/*
 * The figures of a statistician's audit, computed by other programs. Exact values agree to the printed digits,
 * simulated ones within 4.9 standard errors of both.
 */

const predictabilityOf = (design: AllocationDesign, sizes: Parameters<typeof aPlan>[1]) =>
  simulate(aPlan(design, sizes), 11, () => {}).figures.predictability

const errorsOff = ({ mean, standard_error }: Estimate, value: number, itsError: number): number =>
  Math.abs(mean - value) / Math.hypot(standard_error ?? 0, itsError)

/** Strata with this many options each. */
const strataOf = (...options: readonly number[]) => ({
  is_stratified: true,
  trial_strata: options.map((count, index) => ({
    id: index + 1,
    option_ids: Array.from({ length: count }, (_, option) => 10 * (index + 1) + option),
  })),
})

const exactOf = (design: AllocationDesign, participants: number) => exactFigures(aPlan(design, { participants }))

describe('a guesser who sees every allocation names the most probable group', () => {
  it.each([
    { of: 'blocks {5} 4 : 1', design: blocks(5, 5, 4, 1), participants: 60, right: '0.840' },
    { of: 'blocks {8} 3 : 1', design: blocks(8, 8, 3, 1), participants: 60, right: '0.788' },
    { of: 'blocks {4} 3 : 1', design: blocks(4, 4, 3, 1), participants: 60, right: '0.813' },
    { of: 'blocks {6} 2 : 1', design: blocks(6, 6, 2, 1), participants: 60, right: '0.744' },
    { of: 'the urn 2 : 1', design: urn([1, 0, 1], 2, 1), participants: 60, right: '0.667' },
    { of: 'simple 2 : 1', design: simple(2, 1), participants: 60, right: '0.667' },
    { of: 'simple 2 : 1 of 1,500', design: simple(2, 1), participants: 1500, right: '0.667' },
    { of: 'the urn (1, 3, 1)', design: urn([1, 3, 1], 1, 1), participants: 100, right: '0.565' },
    { of: 'the urn (1, 10, 0)', design: urn([1, 10, 0], 1, 1), participants: 100, right: '0.935' },
  ])('$of: $right exactly', ({ design, participants, right }) => {
    expect(Math.abs((exactOf(design, participants).predictability.trial_guesser ?? NaN) - Number(right))).toBeLessThan(
      0.0006,
    )
    const { trial_guesser } = predictabilityOf(design, { participants, runs: 200 })
    expect(errorsOff(trial_guesser, Number(right), 0.0005)).toBeLessThan(4.9)
  })

  it.each([
    { of: 'minimisation 5 : 1, p 84', design: minimised([5, 1], { minimisation_probability: 84 }), right: 0.842 },
    { of: 'minimisation 3 : 1, p 80', design: minimised([3, 1]), right: 0.779 },
    { of: 'minimisation 2 : 1, p 80', design: minimised([2, 1]), right: 0.732 },
    {
      of: 'minimisation 3 : 2 : 1, p 84',
      design: minimised([3, 2, 1], { minimisation_probability: 84 }),
      right: 0.586,
    },
  ])('$of: $right from groups alone', ({ design, right }) => {
    const { trial_guesser } = predictabilityOf(design, { participants: 60, runs: 300 })
    // The audit simulated 400 trials of 60.
    expect(errorsOff(trial_guesser, right, Math.sqrt((right * (1 - right)) / 24_000))).toBeLessThan(4.9)
  })

  it('minimisation by range over 4 factors, p 80: .736 to .739', () => {
    const design = minimised([1, 1], { minimisation_measure: 'range', ...strataOf(2, 3, 4, 5) })
    const { mean } = predictabilityOf(design, { participants: 100, runs: 800 }).trial_guesser
    expect(mean).toBeGreaterThan(0.734)
    expect(mean).toBeLessThan(0.741)
  })

  it('knows 44% of blocks {5} 4 : 1 for certain, which gives a warning', () => {
    const shares = predictabilityOf(blocks(5, 5, 4, 1), { participants: 100, runs: 300 })
    expect(errorsOff(shares.trial_certain, 0.44, 0.005)).toBeLessThan(4.9)
    expect(
      guessWarnings({
        ...shares,
        trial_guesser: shares.trial_guesser.mean,
        site_guesser: shares.unseeing_guesser,
        trial_certain: shares.trial_certain.mean,
        site_certain: 0,
      }).map(({ code }) => code),
    ).toEqual(['easily_guessed'])
  })
})

/** For 1 : 1 and n = 100: right guesses, certain draws, and the standard deviation of the difference at the end. */
const AT_ONE_TO_ONE = [
  { of: 'simple', design: simple(1, 1), right: '0.5000', certain: '0.0000', sd: '10.0000' },
  { of: 'blocks {2}', design: blocks(2, 2, 1, 1), right: '0.7500', certain: '0.5000', sd: '0.0000' },
  { of: 'blocks {4}', design: blocks(4, 4, 1, 1), right: '0.7083', certain: '0.3333', sd: '0.0000' },
  { of: 'blocks {6}', design: blocks(6, 6, 1, 1), right: '0.6800', certain: '0.2410', sd: '1.2649' },
  { of: 'blocks {8}', design: blocks(8, 8, 1, 1), right: '0.6621', certain: '0.1920', sd: '1.5119' },
  { of: 'blocks {2, 4}', design: blocks(2, 4, 1, 1), right: '0.7215', certain: '0.3870', sd: '0.6667' },
  { of: 'blocks {2, 4, 6}', design: blocks(2, 6, 1, 1), right: '0.7015', certain: '0.3166', sd: '0.8692' },
  { of: 'blocks {4, 6}', design: blocks(4, 6, 1, 1), right: '0.6917', certain: '0.2794', sd: '0.9522' },
  { of: 'blocks {4, 6, 8}', design: blocks(4, 8, 1, 1), right: '0.6792', certain: '0.2419', sd: '1.0671' },
  { of: 'blocks {6, 8, 10}', design: blocks(6, 10, 1, 1), right: '0.6625', certain: '0.1933', sd: '1.2180' },
  { of: 'the urn (1, 0, 1)', design: urn([1, 0, 1], 1, 1), right: '0.5389', certain: '0.0000', sd: '5.8310' },
  { of: 'minimisation, p 80', design: minimised([1, 1]), right: '0.6865', certain: '0.0000', sd: '1.0995' },
]

describe('at 1 : 1 and n = 100 the rates agree with theory', () => {
  it.each(AT_ONE_TO_ONE)('by $of: $right right, $certain certain, SD $sd', ({ design, ...theory }) => {
    const { predictability, imbalance } = exactOf(design, 100)
    expect({
      right: predictability.trial_guesser?.toFixed(4),
      certain: predictability.certain?.toFixed(4),
      sd: imbalance.root_mean_square?.toFixed(4),
    }).toEqual({ right: theory.right, certain: theory.certain, sd: theory.sd })
    const simulated = predictabilityOf(design, { participants: 100, runs: 200 })
    expect(errorsOff(simulated.trial_guesser, Number(theory.right), 0.0001)).toBeLessThan(4.9)
    expect(errorsOff(simulated.certain, Number(theory.certain), 0.0001)).toBeLessThan(4.9)
  })

  it('by minimisation without factors at p 90: 0.7217', () => {
    const { predictability } = exactOf(minimised([1, 1], { minimisation_probability: 90 }), 100)
    expect(predictability.trial_guesser?.toFixed(4)).toBe('0.7217')
  })

  it('by minimisation over 4 factors, p 80, n 200: 0.766', () => {
    const design = minimised([1, 1], strataOf(2, 2, 2, 2))
    const { trial_guesser } = predictabilityOf(design, { participants: 200, runs: 1000 })
    expect(errorsOff(trial_guesser, 0.766, 0.0005)).toBeLessThan(4.9)
  })
})

/** This many participants, not drawn. Each is at site 1 with this chance, and otherwise at site 2. */
const atTwoSites = (share: number, count: number): GuessedParticipant[] => {
  const source = simulationSource(5)
  return Array.from({ length: count }, () => ({
    site_id: source.below(1000) < 1000 * share ? 1 : 2,
    options: [],
    arm: 0,
  }))
}

describe('a guesser who sees a site, and the sequence numbers shown there', () => {
  it.each([
    { share: 0.8, design: blocks(4, 4, 1, 1), right: 0.657, certain: 0.21 },
    { share: 0.5, design: blocks(4, 4, 1, 1), right: 0.602, certain: 0.085 },
    { share: 0.33, design: blocks(4, 4, 1, 1), right: 0.57, certain: null },
    { share: 0.2, design: blocks(4, 4, 1, 1), right: 0.543, certain: null },
    { share: 0.1, design: blocks(4, 4, 1, 1), right: 0.522, certain: null },
    { share: 0.5, design: blocks(4, 6, 1, 1), right: 0.587, certain: 0.001 },
  ])('guesses $right at $share of central blocks', ({ share, design, right, certain }) => {
    const epoch = { design, participants: atTwoSites(share, 4000), moves: [] }
    const [site] = guessability([epoch], 1).sites
    // The sites are one random sample of participants, and the printed figures have three digits.
    expect(errorsOff(site?.expected ?? NONE, right, 0.0015)).toBeLessThan(4.9)
    expect(certain === null || Math.abs((site?.certain ?? NaN) - certain) < 0.008).toBe(true)
  })

  it('guesses .522 at ten sites with central blocks of 4', () => {
    const { site_guesser, trial_guesser } = predictabilityOf(blocks(4, 4, 1, 1), {
      participants: 200,
      sites: 10,
      runs: 1000,
    })
    expect(errorsOff(site_guesser, 0.522, 0.0005)).toBeLessThan(4.9)
    expect(errorsOff(trial_guesser, 0.7083, 0.0001)).toBeLessThan(4.9)
  })

  it.each([
    { participants: 200, percent: 80, right: 0.592, error: 0.0015 },
    { participants: 2000, percent: 80, right: 0.601, error: 0.0015 },
    { participants: 200, percent: 90, right: 0.626, error: 0.0015 },
    { participants: 2000, percent: 90, right: 0.632, error: 0.0015 },
  ])(
    'guesses $right by the difference of the site in a minimisation of $participants, p $percent',
    ({ participants, percent, right, error }) => {
      const design = aDesign({
        randomisation_method_id: 3,
        minimisation_probability: percent,
        is_site_stratified: true,
        ...strataOf(2, 3, 4),
      })
      const { site_guesser } = predictabilityOf(design, { participants, sites: 10, runs: 100_000 / participants })
      expect(errorsOff(site_guesser, right, error)).toBeLessThan(4.9)
    },
  )
})

const NONE: Estimate = { mean: NaN, standard_error: null }

describe('flags that moved counts', () => {
  it('make 480 sites of two, the first one flagged in 400, right in .525, and no exact figure', () => {
    const design = minimised([1, 1], { is_site_stratified: true, exclude_flagged_participants: true })
    const participants = Array.from({ length: 960 }, (_, number) => ({ site_id: number >> 1, options: [], arm: 0 }))
    const moves = Array.from({ length: 400 }, (_, site) => ({
      drawn: 2 * site + 1,
      participant: 2 * site,
      by: -1 as const,
    }))
    const { trial } = guessability([{ design, participants, moves }], 1)
    expect(trial.expected.exact).toBeNull()
    expect(errorsOff(trial.expected, 0.525, 0.0001)).toBeLessThan(4.9)
    const { trial: unmoved } = guessability([{ design, participants, moves: [] }], 1)
    expect(unmoved.expected.exact?.toFixed(3)).toBe('0.650')
  })

  it('are seen by a guesser of the actual draws', () => {
    const design = minimised([1, 1], { exclude_flagged_participants: true })
    const participants = [0, 1].map((arm) => ({ site_id: 1, options: [], arm }))
    const flagged = [{ drawn: 1, participant: 0, by: -1 as const }]
    const back = [...flagged, { drawn: 1, participant: 0, by: 1 as const }]
    const observed = (moves: typeof back | typeof flagged) => guessability([{ design, participants, moves }], 1).trial
    expect([[], flagged, back].map((moves) => observed(moves).observed)).toEqual([0.75, 0.5, 0.75])
  })
})
