import { allocate, type DrawState } from '#domain/randomisation/allocate'
import type { OneRatioDesign } from '#domain/randomisation/design'
import { stateKeys } from '#domain/randomisation/state-keys'
import type { DrawnParticipant } from '#domain/randomisation/strata'
import type { GuessedParticipant } from '#domain/simulation/guessed-epoch'
import { guessability } from '#domain/simulation/guessability'
import { simulationSource } from '#domain/simulation/simulation-source'
import { describe, expect, it } from 'vitest'
import { aDesign, blocks, crossed, factors, minimised, simple, urn } from '../randomisation/designs'

/** Participants drawn by the engine, at sites 7 and 5 in turn and with every option in turn. */
const drawn = (design: OneRatioDesign, count: number): GuessedParticipant[] => {
  const source = simulationSource(99)
  const states = new Map<string, DrawState>()
  return Array.from({ length: count }, (_, number) => {
    const participant: DrawnParticipant = {
      site_id: number % 3 === 0 ? 5 : 7,
      options: design.strata.map(({ id, option_ids }) => ({
        trial_stratum_id: id,
        trial_stratum_option_id: option_ids[number % option_ids.length] ?? 0,
      })),
    }
    const keys = stateKeys(design, 1, participant)
    const { drawn_index: arm, states: after } = allocate(
      design,
      keys.map((key) => states.get(key) ?? null),
      source,
    )
    for (const [index, key] of keys.entries()) {
      const state = after[index]
      if (state) states.set(key, state)
    }
    return { ...participant, arm }
  })
}

/** With it the group that is behind is the more likely one. */
const TOWARDS_EVEN = urn([1, 0, 1], 1, 1)

const atSite = (site_id: number, ...groups: readonly number[]): GuessedParticipant[] =>
  groups.map((group) => ({ site_id, options: [], arm: group - 1 }))

describe('the observed guesses', () => {
  it('count by halves at ties and as right where the group behind was drawn', () => {
    // Ties at the first, third and fifth. The second is guessed; the fourth and the sixth are not.
    const { trial, unseeing_guesser } = guessability(
      [{ design: TOWARDS_EVEN, participants: atSite(1, 1, 2, 1, 1, 2, 2), moves: [] }],
      1,
    )
    // Counts before each: 0:0 tie, 1:0 → 2 right, 1:1 tie, 2:1 → 2 wrong, 3:1 → 2 right, 3:2 → 2 right.
    expect(trial).toMatchObject({ participants: 6, observed: (0.5 + 1 + 0.5 + 0 + 1 + 1) / 6 })
    expect(unseeing_guesser).toBe(0.5)
  })

  it('follow at each site from its own draws', () => {
    const participants = [...atSite(1, 1), ...atSite(2, 2), ...atSite(1, 2), ...atSite(2, 2)]
    const { trial, sites } = guessability([{ design: TOWARDS_EVEN, participants, moves: [] }], 1)
    // In the trial: tie, 2 right, tie, 1 wrong. At site 1: tie, right. At site 2: tie, wrong.
    expect(trial.observed).toBe((0.5 + 1 + 0.5 + 0) / 4)
    expect(sites.map(({ site_id, participants, observed }) => [site_id, participants, observed])).toEqual([
      [1, 2, 0.75],
      [2, 2, 0.25],
    ])
  })

  it('begin again with each epoch', () => {
    const design = TOWARDS_EVEN
    const [first, second] = [atSite(1, 1, 1, 1), atSite(1, 2, 1)]
    const apart = guessability(
      [
        { design, participants: first, moves: [] },
        { design, participants: second, moves: [] },
      ],
      1,
    )
    expect(apart.trial).toMatchObject({ participants: 5, observed: (0.5 + 0 + 0 + 0.5 + 1) / 5 })
    expect(apart.sites).toMatchObject([{ site_id: 1, participants: 5, observed: (0.5 + 0 + 0 + 0.5 + 1) / 5 }])
  })

  it('weigh the epochs by their participants for a guesser without knowledge', () => {
    const epochs = [
      { design: simple(1, 1), participants: atSite(1, 1, 2, 1), moves: [] },
      { design: simple(3, 1), participants: atSite(1, 1), moves: [] },
    ]
    expect(guessability(epochs, 1).unseeing_guesser).toBeCloseTo((3 * 0.5 + 0.75) / 4, 12)
  })
})

const toNineDigits = (value: number | null) => (value === null ? null : Number(value.toFixed(9)))

const inStrata = { ...factors(1), is_site_stratified: true }

describe('the rate that the design predicts', () => {
  it.each([
    { of: 'simple', design: simple(1, 1), exact: 0.5, atSites: [0.5, 0.5] },
    { of: 'blocks of 4', design: blocks(4, 4, 1, 1), exact: 0.708333333, atSites: [null, null] },
    { of: 'an urn at 2 : 1', design: urn([1, 0, 1], 2, 1), exact: expect.any(Number), atSites: [null, null] },
    { of: 'minimisation of one factor', design: minimised([1, 1]), exact: expect.any(Number), atSites: [null, null] },
    {
      of: 'blocks of 2 in strata and sites',
      design: aDesign({ randomisation_method_id: 1, block_size_min: 2, block_size_max: 2, ...inStrata }),
      exact: 0.75,
      atSites: [0.75, 0.75],
    },
    { of: 'minimisation of several factors', design: minimised([1, 1], inStrata), exact: null, atSites: [null, null] },
    {
      of: 'a factorial trial',
      design: aDesign({ ...crossed([1, 1], [1, 1]), randomisation_method_id: 3 }),
      exact: null,
      atSites: [null, null],
    },
  ])('of $of is found, within 4.9 standard errors of the exact one', ({ design, exact, atSites }) => {
    const { trial, sites } = guessability([{ design, participants: drawn(design, 240), moves: [] }], 1)
    expect(toNineDigits(trial.expected.exact)).toEqual(exact)
    expect(sites.map(({ expected }) => toNineDigits(expected.exact))).toEqual(atSites)
    for (const { observed, expected, participants } of [trial, ...sites]) {
      const { mean, standard_error } = expected
      expect(Math.abs(mean - (expected.exact ?? mean))).toBeLessThanOrEqual(4.9 * (standard_error ?? 0) + 1e-12)
      // A guess is right or wrong, so its error is at most that of a coin.
      expect(Math.abs(observed - mean)).toBeLessThan(4.9 * Math.sqrt(0.25 / participants))
    }
  })

  it('is the same for the same seed', () => {
    const design = minimised([1, 1], inStrata)
    const epochs = [{ design, participants: drawn(design, 60), moves: [] }]
    expect(guessability(epochs, 3)).toEqual(guessability(epochs, 3))
    expect(guessability(epochs, 3)).not.toEqual(guessability(epochs, 4))
  })

  it('is exact over several epochs only where it is in each', () => {
    const [design, unknown] = [blocks(4, 4, 1, 1), minimised([1, 1], inStrata)]
    const epochOf = (design: OneRatioDesign) => ({ design, participants: drawn(design, 40), moves: [] })
    expect(guessability([epochOf(design), epochOf(design)], 1).trial.expected.exact).toBeCloseTo(17 / 24, 9)
    expect(guessability([epochOf(design), epochOf(unknown)], 1).trial.expected.exact).toBeNull()
  })
})
