import type { Participant } from '#contract/participants'
import { listParticipants } from '#contract/participants'
import { ALLOCATION_METHODS } from '#domain/trials/trial-methods'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { recountedStates, storedStates } from '../../../support/draw-states'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise, type Answered } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* Methods with counts, and the methods that draw one group, tested over HTTP. */

const URN = 2
const MINIMISATION = 3
const STANDARD = 4
const BIG_STICK = 5
const BIASED_COIN = 6
const EFRON = 7
const MAXIMAL = 8
const CHOSEN_BLOCKS = 9
const STRATA = [
  { name: 'Sex', options: ['Female', 'Male'] },
  { name: 'Age', options: ['Below 40', '40 to 60', 'Above 60'] },
]
const WEIGHTED = [{ name: 'Amlodipine', weight: 2 }, { name: 'Indapamide' }, { name: 'Closed', weight: 0 }]

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const bodyFor = (trial: BuiltTrial, place: number) => ({
  site_id: trial.sites[place % trial.sites.length]?.id,
  participant_strata: trial.trial_strata.map(({ id, options }, stratum) => ({
    trial_stratum_id: id,
    trial_stratum_option_id: options[(place * (stratum + 1) + stratum) % options.length]?.id,
  })),
})

const theOne = ({ participants, problem }: Answered): Participant => {
  const [only] = participants
  if (!only || participants.length !== 1) throw new Error(`${participants.length} instead of one: ${problem?.code}`)
  return only
}

const anyKey = () => ({ 'Idempotency-Key': randomUUID() })

/** The number of places in a count: the cells of an urn, or the virtual arms of a minimisation. */
const COUNTING: [string, TrialOverrides, places: number][] = [
  ['urn', { randomisation_method_id: URN }, 2],
  [
    'urn by site, 2:1, with a closed group',
    { randomisation_method_id: URN, is_site_stratified: true, study_groups: WEIGHTED },
    3,
  ],
  ['urn by site and stratum', { randomisation_method_id: URN, is_site_stratified: true, is_stratified: true }, 2],
  [
    'big stick by site and stratum, with a closed group',
    {
      randomisation_method_id: BIG_STICK,
      is_site_stratified: true,
      is_stratified: true,
      study_groups: [{ name: 'Amlodipine' }, { name: 'Closed', weight: 0 }, { name: 'Indapamide' }],
    },
    3,
  ],
  ['biased coin by stratum', { randomisation_method_id: BIASED_COIN, is_stratified: true }, 2],
  ['Efron’s coin by site', { randomisation_method_id: EFRON, is_site_stratified: true }, 2],
  ['minimisation of the trial', { randomisation_method_id: MINIMISATION }, 2],
  [
    'minimisation over strata, range',
    { randomisation_method_id: MINIMISATION, is_stratified: true, minimisation_measure: 'range' },
    2,
  ],
  [
    'minimisation over site and strata, 2:1, with a closed group',
    { randomisation_method_id: MINIMISATION, is_site_stratified: true, is_stratified: true, study_groups: WEIGHTED },
    3,
  ],
]

describe.each(COUNTING)('%s', (_says, overrides, places) => {
  test('64 at once: numbers without gap, no closed group, and counts that a recount confirms', async () => {
    const trial = await aTrial(world, { ...overrides, trial_strata: STRATA })
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => randomise(administrator, trial.trial_id, bodyFor(trial, i), anyKey())),
    )
    const drawn = answers.map(theOne).sort((a, b) => a.trial_sequence_no - b.trial_sequence_no)
    expect(drawn.map(({ trial_sequence_no }) => trial_sequence_no)).toEqual(Array.from({ length: 64 }, (_, i) => i + 1))
    expect(drawn.map(({ study_group }) => study_group.name)).not.toContain('Closed')
    const { queries } = world.context.database
    const stored = await storedStates(queries, trial.trial_id)
    expect(Object.keys(stored).length).toBeGreaterThan(0)
    expect(stored).toEqual(await recountedStates(queries, trial.trial_id, places))
  })
})

describe('the maximal procedure', () => {
  test('ends each sequence with equal groups, 32 of them requested at once', async () => {
    const trial = await aTrial(world, { randomisation_method_id: MAXIMAL, maximal_limit: 2, maximal_length: 8 })
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => randomise(administrator, trial.trial_id, bodyFor(trial, i), anyKey())),
    )
    const drawn = answers.map(theOne).sort((a, b) => a.trial_sequence_no - b.trial_sequence_no)
    let difference = 0
    const differences = drawn.map(({ study_group }) => {
      difference += study_group.name === trial.study_groups[0]?.name ? 1 : -1
      return difference
    })
    expect(differences.every((one) => Math.abs(one) <= 2)).toBe(true)
    const isEnd = drawn.map(({ trial_sequence_no }) => trial_sequence_no % 8 === 0)
    expect(differences.filter((_, place) => isEnd[place])).toEqual([0, 0, 0, 0])
  })
})

describe('blocks of chosen sizes', () => {
  test('each have the groups in their ratio, 32 participants requested at once', async () => {
    const trial = await aTrial(world, { randomisation_method_id: CHOSEN_BLOCKS, chosen_block_sizes: '8:5' })
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => randomise(administrator, trial.trial_id, bodyFor(trial, i), anyKey())),
    )
    const drawn = answers.map(theOne).sort((a, b) => a.trial_sequence_no - b.trial_sequence_no)
    const ofFirst = [0, 8, 16, 24].map(
      (begin) =>
        drawn.slice(begin, begin + 8).filter(({ study_group }) => study_group.name === trial.study_groups[0]?.name)
          .length,
    )
    expect(ofFirst).toEqual([4, 4, 4, 4])
  })
})

describe('the big stick', () => {
  test('never lets the groups differ by more than its limit, which it reaches', async () => {
    const trial = await aTrial(world, { randomisation_method_id: BIG_STICK, big_stick_limit: 2 })
    const apart: number[] = []
    const names: string[] = []
    for (let i = 0; i < 24; i += 1) {
      names.push(theOne(await randomise(administrator, trial.trial_id, bodyFor(trial, i))).study_group.name)
      const [one = 0, other = 0] = trial.study_groups.map(({ name }) => names.filter((drawn) => drawn === name).length)
      apart.push(Math.abs(one - other))
    }
    expect(Math.max(...apart)).toBe(2)
  })
})

describe('a certain minimisation', () => {
  test('of the trial alone never lets the groups differ by more than one', async () => {
    const trial = await aTrial(world, { randomisation_method_id: MINIMISATION, minimisation_probability: 100 })
    const names: string[] = []
    for (let i = 0; i < 12; i += 1) {
      names.push(theOne(await randomise(administrator, trial.trial_id, bodyFor(trial, i))).study_group.name)
      const [one, other] = trial.study_groups.map(({ name }) => names.filter((drawn) => drawn === name).length)
      expect(Math.abs((one ?? 0) - (other ?? 0))).toBeLessThanOrEqual(1)
    }
  })
})

describe('refused requests', () => {
  const METHODS: TrialOverrides[] = [
    { randomisation_method_id: STANDARD },
    { randomisation_method_id: URN, is_stratified: true },
    { randomisation_method_id: BIG_STICK, is_stratified: true },
    { randomisation_method_id: BIASED_COIN },
    { randomisation_method_id: EFRON },
    { randomisation_method_id: MAXIMAL, is_stratified: true },
    { randomisation_method_id: MINIMISATION, is_stratified: true, is_site_stratified: true },
  ]
  const BLOCKING_IDS = { is_participant_id_used: true, participant_id_warning_id: 3 } as const
  const SITES = [{ title: 'North' }, { title: 'South' }, { title: 'Gone', is_deleted: true }]

  type Meanwhile = (who: SignedIn, trial: BuiltTrial, place: number) => Promise<unknown>

  /** The groups of 12 participants in a trial of each method. `meanwhile` sends its requests before each of them. */
  const groupsDrawn = async (meanwhile: Meanwhile) => {
    const there = await testPortal({ seed: 'one and the same' })
    try {
      const who = await signedInAs(there, 'administrator')
      const results = []
      for (const method of METHODS) {
        const settings = { ...method, ...BLOCKING_IDS, sites: SITES, trial_strata: STRATA }
        const trial = await aTrial(there, settings)
        const names = []
        for (let place = 0; place < 12; place += 1) {
          await meanwhile(who, trial, place)
          const body = { ...bodyFor(trial, place), site_id: trial.sites[place % 2]?.id, participant_id: `P-${place}` }
          names.push(theOne(await randomise(who, trial.trial_id, body)).study_group.name)
        }
        results.push({ names, states: await storedStates(there.context.database.queries, trial.trial_id) })
      }
      return results
    } finally {
      await there.stop()
    }
  }

  test('do not use up words: later participants get the same as without them', async () => {
    const undisturbed = await groupsDrawn(() => Promise.resolve())
    const codes = new Set<string | undefined>()
    const disturbed = await groupsDrawn(async (who, trial, place) => {
      const [north, , gone] = trial.sites
      const sound = bodyFor(trial, place)
      const refused = [
        { ...sound, site_id: gone?.id },
        { ...sound, site_id: north?.id, participant_strata: [] },
        { ...sound, site_id: 0 },
        // A duplicate of the first participant's ID, once they are randomised.
        ...(place > 0 ? [{ ...sound, site_id: north?.id, participant_id: 'p-0 ' }] : []),
      ]
      for (const body of refused) codes.add((await randomise(who, trial.trial_id, body)).problem?.code)
    })
    expect(codes).toEqual(new Set(['site_deleted', 'participant_id_duplicate', 'validation_failed']))
    expect(disturbed).toEqual(undisturbed)
    for (const { names } of undisturbed) expect(new Set(names).size).toBe(2)
  })
})

describe('allocation methods that draw one group', () => {
  const single = ALLOCATION_METHODS.filter(({ name }) => name !== 'factorial')

  test.each(single)('$title: one entry, one row, one group, numbered on', async ({ id }) => {
    const trial = await aTrial(world, {
      allocation_method_id: id,
      randomisation_method_id: 1,
      block_size_min: 2,
      block_size_max: 2,
    })
    const drawn = []
    for (let i = 0; i < 4; i += 1) drawn.push(theOne(await randomise(administrator, trial.trial_id, bodyFor(trial, i))))
    expect(drawn.map(({ trial_sequence_no }) => trial_sequence_no)).toEqual([1, 2, 3, 4])
    for (const pair of [drawn.slice(0, 2), drawn.slice(2)]) {
      expect(new Set(pair.map(({ study_group }) => study_group.name)).size).toBe(2)
    }
    const list = await ask(administrator, listParticipants.response, `trials/${trial.trial_id}/participants?order=asc`)
    expect(valueOf(list).data).toEqual(drawn)
  })

  test('are drawn alike: only the word for it differs', async () => {
    const pairs: string[][] = []
    for (const { id } of single) {
      const there = await testPortal({ seed: 'alike' })
      const trial = await aTrial(there, { allocation_method_id: id, randomisation_method_id: URN })
      const who = await signedInAs(there, 'administrator')
      const names = []
      for (let i = 0; i < 10; i += 1) {
        names.push(theOne(await randomise(who, trial.trial_id, bodyFor(trial, i))).study_group.name)
      }
      pairs.push(names)
      await there.stop()
    }
    expect(pairs).toEqual(pairs.map(() => pairs[0]))
  })
})
