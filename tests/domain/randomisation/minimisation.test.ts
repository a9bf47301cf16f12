import { describe, expect, it } from 'vitest'
import { minProbability } from '#domain/randomisation/method-settings'
import { stateKeys } from '#domain/randomisation/state-keys'
import { aDesign, crossed, factors, minimised } from './designs'
import { casesOf } from './exact-cases'
import { fraction } from './fraction'
import { plainImbalances } from './reference-minimisation'
import { pickedWeights } from './watched-source'

const countsOf = (...listed: readonly (readonly number[])[]) => listed.map((counts) => ({ counts }))

/** The group and the chance of each arm that can be drawn. */
const armChances = (design: Parameters<typeof casesOf>[0], states: Parameters<typeof casesOf>[1]) =>
  casesOf(design, states).map(({ allocation, chance }) => [allocation.group_ids.join(), chance])

describe("Pocock and Simon's example: three arms, factor weights 2, 1, 1, range", () => {
  const LEVELS = [
    { weight: 2, counts: [1, 1, 0] },
    { weight: 1, counts: [0, 2, 1] },
    { weight: 1, counts: [0, 2, 2] },
  ]
  const states = countsOf(...LEVELS.map(({ counts }) => counts))
  const example = (minimisation_probability: number) =>
    minimised([1, 1, 1], { minimisation_measure: 'range', minimisation_probability, ...factors(2, 1, 1) })

  it('has G = (6, 10, 5)', () => {
    expect(plainImbalances('range', LEVELS)).toEqual([6, 10, 5])
  })

  // The paper's p = 2/3 gives 1/6, 1/6, 2/3; 67 is the smallest whole percent above that.
  it.each([67, 70, 80, 99, 100])(
    'gives the third arm %i percent and each of the others half of the rest, whatever they differ in',
    (percent) => {
      const others = percent === 100 ? [] : [1, 2].map((id) => [`${id}`, fraction(100 - percent, 200)])
      expect(armChances(example(percent), states)).toEqual([...others, ['3', fraction(percent, 100)]])
    },
  )

  it('may not have the paper’s p of 2/3 or less, at which an arm of the rest is as good as the best', () => {
    expect(minProbability(3)).toBe(67)
    expect(() => example(66)).toThrow('minimisation_probability_too_low')
  })
})

describe('the smallest case in which the measures differ: levels (0, 1) and (2, 0)', () => {
  const states = countsOf([0, 1], [2, 0])

  it('is a tie by range', () => {
    const design = minimised([1, 1], { minimisation_measure: 'range', ...factors(1, 1) })
    expect(armChances(design, states)).toEqual([
      ['1', fraction(1, 2)],
      ['2', fraction(1, 2)],
    ])
  })

  it('gives the second arm p by variance', () => {
    const design = minimised([1, 1], { minimisation_measure: 'variance', ...factors(1, 1) })
    expect(armChances(design, states)).toEqual([
      ['1', fraction(1, 5)],
      ['2', fraction(4, 5)],
    ])
  })
})

describe('the arms weigh in the draw', () => {
  it.each([
    { says: 'alike at first', weights: [1, 1, 1], percent: 80, counts: null, weighed: [1, 1, 1] },
    { says: 'alike at a tie of all', weights: [1, 1, 1], percent: 80, counts: [4, 4, 4], weighed: [1, 1, 1] },
    { says: 'by 4/5 for the one best', weights: [1, 1, 1], percent: 80, counts: [1, 0, 2], weighed: [1, 8, 1] },
    { says: 'by 4/5 for two best', weights: [1, 1, 1], percent: 80, counts: [0, 1, 0], weighed: [4, 2, 4] },
    { says: 'in hundredths of 67 percent', weights: [1, 1, 1], percent: 67, counts: [0, 0, 1], weighed: [67, 67, 66] },
    { says: 'all for the best at 100', weights: [1, 1, 1], percent: 100, counts: [0, 1, 0], weighed: [1, 0, 1] },
    { says: 'arm by arm at 2 : 1', weights: [2, 1], percent: 75, counts: [1, 0, 0], weighed: [2, 3, 3] },
    {
      says: 'not reduced further',
      weights: [2, 2, 1],
      percent: 90,
      counts: [1, 1, 0, 0, 0],
      weighed: [3, 3, 18, 18, 18],
    },
    { says: 'for the only one', weights: [0, 1], percent: 80, counts: [9], weighed: [1] },
  ])('$says', ({ weights, percent, counts, weighed }) => {
    const design = minimised(weights, { minimisation_probability: percent })
    expect(pickedWeights(design, [counts === null ? null : { counts }])).toEqual(weighed)
  })

  it('so that a tie of some is never drawn from all', () => {
    const design = minimised([1, 1, 1], { minimisation_probability: 100 })
    expect(armChances(design, countsOf([3, 4, 3]))).toEqual([
      ['1', fraction(1, 2)],
      ['3', fraction(1, 2)],
    ])
  })

  it('by whole numbers, so that no tie is decided by rounding', () => {
    // In floating point 3 · 0.1 is more than 1 · 0.3, so the third arm would be worse than the second.
    const design = minimised([1, 1, 1], { ...factors(1, 3), minimisation_probability: 90 })
    expect(pickedWeights(design, countsOf([0, 0, 3], [1, 1, 0]))).toEqual([1, 1, 1])
  })
})

describe('the groups of a minimisation', () => {
  it('have the ratio at the first draw', () => {
    expect(armChances(minimised([3, 2, 1]), [null])).toEqual(
      ['1', '1', '1', '2', '2', '3'].map((id) => [id, fraction(1, 6)]),
    )
  })

  it('own the arms in order of their id, closed ones none', () => {
    const design = minimised([2, 0, 1])
    const owned = casesOf(design, [null]).map(({ allocation }) => [allocation.drawn_index, allocation.group_ids])
    expect(owned).toEqual([
      [0, [1]],
      [1, [1]],
      [2, [3]],
    ])
  })

  it('are one of each factor of a factorial trial', () => {
    const design = aDesign({ ...crossed([2, 1], [1, 1]), randomisation_method_id: 3 })
    const owned = casesOf(design, [null]).map(({ allocation }) => allocation.group_ids.join(' '))
    expect(owned).toEqual(['1 3', '1 3', '1 4', '1 4', '2 3', '2 4'])
  })

  it('are counted by arm at the level of every factor', () => {
    const design = minimised([1, 1], { ...factors(1, 1), minimisation_probability: 100 })
    expect(casesOf(design, [null, { counts: [2, 1] }]).map(({ allocation }) => allocation)).toEqual([
      { drawn_index: 1, group_ids: [2], states: countsOf([0, 1], [2, 2]) },
    ])
  })
})

describe('the factors of a minimisation', () => {
  const named = { ...factors(3, 5), minimisation_site_weight: 7 }
  const participant = {
    site_id: 4,
    options: [
      { trial_stratum_id: 1, trial_stratum_option_id: 11 },
      { trial_stratum_id: 2, trial_stratum_option_id: 22 },
    ],
  }

  it.each([
    { is_stratified: false, is_site_stratified: false, of: [['trial', 1]] },
    { is_stratified: false, is_site_stratified: true, of: [['site', 7]] },
    {
      is_stratified: true,
      is_site_stratified: false,
      of: [
        [1, 3],
        [2, 5],
      ],
    },
    {
      is_stratified: true,
      is_site_stratified: true,
      of: [
        [1, 3],
        [2, 5],
        ['site', 7],
      ],
    },
  ])('are $of, the site once: strata $is_stratified, sites $is_site_stratified', ({ of, ...flags }) => {
    const design = minimised([1, 1], { ...named, ...flags })
    expect(design).toMatchObject({ factors: of.map(([factor, weight]) => ({ of: factor, weight })) })
    expect(stateKeys(design, 1, participant)).toHaveLength(of.length)
  })

  it('are the trial as a whole where it is stratified and has no strata', () => {
    expect(minimised([1, 1], { is_stratified: true })).toMatchObject({ factors: [{ of: 'trial', weight: 1 }] })
  })

  it('share the counts of a stratum between sites', () => {
    const design = minimised([1, 1], { ...named, is_site_stratified: true })
    const here = stateKeys(design, 1, participant)
    const there = stateKeys(design, 1, { ...participant, site_id: 5 })
    expect(here.map((key, index) => key === there[index])).toEqual([true, true, false])
  })

  it('have no effect at a level without participants', () => {
    for (const minimisation_measure of ['variance', 'range'] as const) {
      const two = minimised([2, 1], { minimisation_measure, ...factors(1, 9) })
      const one = minimised([2, 1], { minimisation_measure, ...factors(1) })
      expect(pickedWeights(two, [{ counts: [2, 1, 1] }, null])).toEqual(pickedWeights(one, [{ counts: [2, 1, 1] }]))
    }
  })

  it('count by their weight', () => {
    const towards = (first: number, second: number) =>
      pickedWeights(minimised([1, 1], factors(first, second)), countsOf([2, 0], [0, 3]))
    expect([towards(1, 1), towards(3, 2), towards(2, 1)]).toEqual([
      [4, 1],
      [1, 1],
      [1, 4],
    ])
  })
})

it('a group of weight 0 is never drawn, however far behind', () => {
  const design = minimised([1, 0, 1])
  expect(armChances(design, countsOf([90, 90])).map(([id]) => id)).toEqual(['1', '3'])
})
