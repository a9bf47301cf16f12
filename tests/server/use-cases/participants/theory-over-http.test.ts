import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, type TrialOverrides } from '../../../support/a-trial'
import { isFull } from '../../../support/full'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/*
 * Each method agrees with its theory over HTTP, roughly: the engine's own tests use far more draws. Each site is a
 * stratum of its own, so that one trial is as many trials of 100. Chance is seeded.
 */

const SITES = 3
const EACH = 100

/** The time limit for one method on a busy machine, in milliseconds. */
const MANY_REQUESTS = 90_000

type Row = {
  of: string
  settings: TrialOverrides
  /**
   * The share of right guesses by the best guesser, and the mean square of N_1 − N_2 after 100
   * (src/specification/rct-alloc-1.md#what-theory-says).
   */
  cg: number
  square: number
  /** An upper bound for the standard deviation of that square at one site, by theory. */
  ofSquare: number
  /** The groups are even after every multiple of this many participants of a site. */
  evenAfter: number | null
}

const THEORY: readonly Row[] = [
  {
    of: 'Standard',
    settings: { randomisation_method_id: 4 },
    cg: 0.5,
    square: 100,
    ofSquare: 100 * Math.SQRT2,
    evenAfter: null,
  },
  {
    of: 'Blocked, blocks of 4',
    settings: { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 },
    cg: 0.7083,
    square: 0,
    ofSquare: 0,
    evenAfter: 4,
  },
  {
    of: 'Urn (1, 0, 1)',
    settings: { randomisation_method_id: 2 },
    cg: 0.5389,
    square: 34,
    ofSquare: 34 * Math.SQRT2,
    evenAfter: null,
  },
  {
    of: 'Minimisation of one factor at 80 percent',
    settings: { randomisation_method_id: 3 },
    cg: 0.6865,
    square: 1.1 ** 2,
    // D² is 0, 4 or 16 and rarely more. Efron's coin leaves a geometric tail in steps of a quarter.
    ofSquare: 2.8,
    evenAfter: null,
  },
]

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal({ seed: 'theory over HTTP' })
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

/**
 * The method that takes its settings, the site and all earlier participants through the request. The engine's tests
 * prove each method exactly.
 */
const OVER_HTTP = isFull ? THEORY : THEORY.filter(({ of }) => of === 'Minimisation of one factor at 80 percent')

describe.each(OVER_HTTP)('$of', ({ settings, cg, square, ofSquare, evenAfter }) => {
  test(
    'agrees with theory in guesses and imbalance, within 4.9 standard errors',
    async () => {
      const sites = await drawnAtSites(settings)
      const rate = mean(sites.flatMap(guesses))
      // A guess is right or wrong, so its error is at most that of a coin.
      expect(Math.abs(rate - cg)).toBeLessThan(4.9 * Math.sqrt(0.25 / (SITES * EACH)))
      const squares = sites.map((steps) => sumOf(steps) ** 2)
      expect(Math.abs(mean(squares) - square)).toBeLessThanOrEqual(4.9 * (ofSquare / Math.sqrt(SITES)))
      expect(sites.flatMap((steps) => unevenEnds(steps, evenAfter))).toEqual([])
    },
    MANY_REQUESTS,
  )
})

/** The draws at each site of a new trial in order, 1 for its first study group and −1 for its second. */
const drawnAtSites = async (settings: TrialOverrides): Promise<number[][]> => {
  const titles = Array.from({ length: SITES }, (_, place) => ({ title: `Site ${place + 1}` }))
  const { trial_id, sites } = await aTrial(world, { ...settings, sites: titles, is_site_stratified: true })
  const drawn: number[][] = []
  for (const { id: site_id } of sites) {
    // All of one site at once. They are alike, so the same seed draws the same in any order.
    const answers = await Promise.all(
      Array.from({ length: EACH }, () => randomise(administrator, trial_id, { site_id })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const inOrder = answers
      .flatMap(({ participants }) => participants)
      .sort((a, b) => a.trial_sequence_no - b.trial_sequence_no)
    drawn.push(inOrder.map(({ study_group }) => (study_group.name === 'Amlodipine' ? 1 : -1)))
  }
  return drawn
}

/** The score of each guess by a person who names the group with fewer participants at the site; a half at a tie. */
const guesses = (steps: readonly number[]): number[] =>
  steps.map((step, before) => {
    const behind = -Math.sign(sumOf(steps.slice(0, before)))
    return behind === 0 ? 0.5 : Number(behind === step)
  })

/**
 * The numbers of participants after which the groups are not even and should be; none where nothing makes them even
 * (null).
 */
const unevenEnds = (steps: readonly number[], every: number | null): number[] =>
  every === null
    ? []
    : steps.map((_, place) => place + 1).filter((n) => n % every === 0 && sumOf(steps.slice(0, n)) !== 0)

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const mean = (values: readonly number[]): number => sumOf(values) / values.length
