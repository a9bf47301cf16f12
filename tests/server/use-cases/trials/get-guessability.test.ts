import { getGuessability, type Guessability } from '#contract/guessability'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const guessabilityFor = async (who: SignedIn, trialId: number) =>
  ask(who, getGuessability.response, `trials/${trialId}/guessability`)

const guessabilityOf = async ({ trial_id }: BuiltTrial): Promise<Guessability> =>
  valueOf(await guessabilityFor(administrator, trial_id))

/** The names of the groups of this many participants, randomised one after the other at alternating sites. */
const recruit = async (trial: BuiltTrial, count: number): Promise<string[]> => {
  const names: string[] = []
  for (let number = 0; number < count; number += 1) {
    const { participants } = await randomise(administrator, trial.trial_id, {
      site_id: trial.sites[number % trial.sites.length]?.id,
      participant_strata: trial.trial_strata.map(({ id, options }) => ({
        trial_stratum_id: id,
        trial_stratum_option_id: options[number % options.length]?.id,
      })),
    })
    names.push(participants.map(({ study_group }) => study_group.name).join(' '))
  }
  return names
}

const PAIR: TrialOverrides = { randomisation_method_id: 1, block_size_min: 2, block_size_max: 2 }

describe('the guessability of a trial is shown', () => {
  let trial: BuiltTrial
  beforeAll(async () => {
    trial = await aTrial(world, { is_blinded_investigators: false })
    const inTrial = { trial_id: trial.trial_id, site_id: null }
    await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
    await grant(world, { person: 'nurse', role: 'Trial user', ...inTrial })
    await grant(world, {
      person: 'unblinder',
      role: 'System administrator',
      trial_id: null,
      site_id: null,
      is_blinded_whole: true,
    })
    await grant(world, {
      person: 'pharmacist',
      role: 'System administrator',
      trial_id: null,
      site_id: null,
      is_blinded_partial: true,
    })
  })

  it.each([
    ['coordinator', 403, 'forbidden'],
    ['nurse', 403, 'forbidden'],
    ['unblinder', 403, 'blinded'],
    ['pharmacist', 403, 'blinded'],
    ['blinded-nurse', 404, 'not_found'],
  ] as const)('not to the %s: %d %s', async (person: SampleAccountKey, status, code) => {
    const { problem } = await guessabilityFor(await signedInAs(world, person), trial.trial_id)
    expect(problem).toMatchObject({ status, code })
  })

  it('for no trial that does not exist', async () => {
    expect((await guessabilityFor(administrator, 99_999)).problem).toMatchObject({ status: 404 })
  })

  it('as nothing before the first participant, and before the start', async () => {
    for (const one of [trial, await aTrial(world, { status: 'planning' })])
      expect(await guessabilityOf(one)).toEqual({ trial: null, sites: [], unseeing_guesser: null, warnings: [] })
  })
})

describe('the guessability of a trial', () => {
  it('is counted from its participants in order, beside the value expected from its blocks', async () => {
    const trial = await aTrial(world, PAIR)
    await recruit(trial, 10)
    const figures = await guessabilityOf(trial)
    // In blocks of two, the first is a coin and the second is certain.
    expect(figures.trial).toMatchObject({ participants: 10, observed: 0.75, expected: { mean: 0.75, exact: 0.75 } })
    expect(figures.sites.map(({ site, participants }) => [site, participants])).toEqual(
      trial.sites.map(({ id, title }) => [{ id, title }, 5]),
    )
    expect(figures.unseeing_guesser).toBe(0.5)
    expect(figures.warnings.map(({ code }) => code)).toEqual(['fixed_block_size', 'smallest_blocks', 'easily_guessed'])
  })

  it('at a site is that of a person who sees that site alone', async () => {
    const trial = await aTrial(world, PAIR)
    const names = await recruit(trial, 24)
    const { sites } = await guessabilityOf(trial)
    for (const [index, { observed }] of sites.entries()) {
      const there = names.filter((_, number) => number % 2 === index)
      expect(observed).toBeCloseTo(rightGuesses(there) / there.length, 12)
    }
  })

  it('is the same however often it is requested, and changes with the next participant', async () => {
    const trial = await aTrial(world, {
      randomisation_method_id: 3,
      is_stratified: true,
      trial_strata: [
        { name: 'Sex', options: ['F', 'M'] },
        { name: 'Age', options: ['Young', 'Old'] },
      ],
    })
    await recruit(trial, 7)
    const first = await guessabilityOf(trial)
    expect(await guessabilityOf(trial)).toEqual(first)
    expect(first.trial?.expected).toMatchObject({ exact: null, standard_error: expect.any(Number) })
    await recruit(trial, 1)
    expect((await guessabilityOf(trial)).trial?.participants).toBe(8)
  })

  it('is shown by combination for a factorial trial', async () => {
    const trial = await aTrial(world, {
      allocation_method_id: 4,
      randomisation_method_id: 1,
      block_size_min: 4,
      block_size_max: 4,
      study_groups: [1, 1, 2, 2].map((factorial_level, index) => ({
        name: `G${index}`,
        factorial_level: factorial_level === 1 ? 1 : 2,
      })),
    })
    await recruit(trial, 8)
    const figures = await guessabilityOf(trial)
    // With four combinations in a block, the chances are 1/4, 1/3, 1/2 and 1.
    expect(figures.trial).toMatchObject({
      participants: 8,
      expected: { exact: expect.closeTo((1 / 4 + 1 / 3 + 1 / 2 + 1) / 4, 9) },
    })
    expect(figures.unseeing_guesser).toBe(0.25)
  })
})

/** The score of a person who guesses the group that they saw less often of the two; a coin at a tie counts a half. */
const rightGuesses = (names: readonly string[]): number =>
  names.reduce((right, name, number) => {
    const before = names.slice(0, number)
    const same = before.filter((other) => other === name).length
    const others = number - same
    return right + (same === others ? 0.5 : Number(same < others))
  }, 0)
