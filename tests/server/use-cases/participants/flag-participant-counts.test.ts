import { getTrial } from '#contract/trials'
import { getParticipant, type Participant } from '#contract/participants'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { recountedStates, storedStates } from '../../../support/draw-states'
import { flag } from '../../../support/flag'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* Flags change the number randomised and the counts that the next draw uses. */

const URN = 2
const MINIMISATION = 3

let world: TestPortal
let administrator: SignedIn
/** A person of level 3 in every trial here. */
let coordinator: SignedIn
/** A person of level 2. */
let nurse: SignedIn
/** A person of level 1. */
let monitor: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  coordinator = await signedInAs(world, 'coordinator')
  nurse = await signedInAs(world, 'nurse')
  monitor = await signedInAs(world, 'monitor')
})
afterAll(() => world.stop())

/** A trial that leaves flagged participants out, with people of levels 1 to 3. */
const aTrialOfFlags = async (overrides: TrialOverrides): Promise<BuiltTrial> => {
  const trial = await aTrial(world, { exclude_flagged_participants: true, ...overrides })
  const { trial_id } = trial
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
  await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null })
  return trial
}

const bodyFor = (trial: BuiltTrial, place = 0) => ({
  site_id: trial.sites[place % 2]?.id,
  participant_strata: trial.trial_strata.map(({ id, options }) => ({
    trial_stratum_id: id,
    trial_stratum_option_id: options[place % options.length]?.id,
  })),
})

const drawn = async (trial: BuiltTrial, place = 0): Promise<Participant> => {
  const { participants } = await randomise(administrator, trial.trial_id, bodyFor(trial, place))
  const [first] = participants
  if (!first) throw new Error('nobody was randomised')
  return first
}

const states = ({ trial_id }: BuiltTrial) => storedStates(world.context.database.queries, trial_id)

const numSampled = async ({ trial_id }: BuiltTrial) =>
  valueOf(await ask(administrator, getTrial.response, `trials/${trial_id}`)).num_sampled

const ledgerOf = async ({ trial_id }: BuiltTrial) => {
  const rows = await world.context.database.queries
    .selectFrom('ledger_records')
    .select(['record_no', 'record', 'head'])
    .where('trial_id', '=', trial_id)
    .orderBy('record_no')
    .execute()
  return rows.map(({ record, ...row }) => {
    const said: Record<string, unknown> = JSON.parse(record)
    return { ...row, said }
  })
}

describe('the sample size', () => {
  test('frees a place by any person’s flag, and takes it back when the flag is lifted', async () => {
    const trial = await aTrialOfFlags({ sample_size: 2 })
    const [one] = [await drawn(trial), await drawn(trial)]
    const next = async () => (await randomise(nurse, trial.trial_id, bodyFor(trial))).problem?.code ?? 'randomised'
    expect(await next()).toBe('sample_size_reached')
    await flag(monitor, trial, one)
    expect([await numSampled(trial), await next(), await next()]).toEqual([1, 'randomised', 'sample_size_reached'])
    await flag(monitor, trial, one)
    expect([await numSampled(trial), await next()]).toEqual([3, 'sample_size_reached'])
  })

  test('stays unchanged where flagged participants are not excluded', async () => {
    const trial = await aTrialOfFlags({ sample_size: 1, exclude_flagged_participants: false })
    const one = await drawn(trial)
    await flag(coordinator, trial, one)
    expect(await numSampled(trial)).toBe(1)
    expect((await randomise(nurse, trial.trial_id, bodyFor(trial))).problem?.code).toBe('sample_size_reached')
  })

  test('never repeats a number: a flag frees a place, not a sequence number', async () => {
    const trial = await aTrialOfFlags({})
    const one = await drawn(trial)
    await flag(coordinator, trial, one)
    expect((await drawn(trial)).trial_sequence_no).toBe(2)
  })
})

/** The number of places in each count, and the number of keys under which a participant is counted. */
const COUNTED: [string, TrialOverrides, places: number, keys: number][] = [
  ['an urn', { randomisation_method_id: URN }, 2, 1],
  ['an urn by site and stratum', { randomisation_method_id: URN, is_site_stratified: true, is_stratified: true }, 2, 1],
  ['a minimisation of the trial', { randomisation_method_id: MINIMISATION }, 2, 1],
  [
    'a minimisation over site and strata, 2:1',
    {
      randomisation_method_id: MINIMISATION,
      is_site_stratified: true,
      is_stratified: true,
      study_groups: [{ name: 'Amlodipine', weight: 2 }, { name: 'Indapamide' }],
    },
    3,
    3,
  ],
]
const STRATA = [
  { name: 'Sex', options: ['Female', 'Male'] },
  { name: 'Age', options: ['Below 40', '40 to 60', 'Above 60'] },
]

const countsShape = v.strictObject({ counts: v.array(v.number()) })

describe.each(COUNTED)('the counts of %s', (_says, overrides, places, keys) => {
  const aCountedTrial = () => aTrialOfFlags({ ...overrides, trial_strata: STRATA })
  const recounted = ({ trial_id }: BuiltTrial) => recountedStates(world.context.database.queries, trial_id, places)
  const sumOf = (state: object | undefined): number =>
    v.parse(countsShape, state).counts.reduce((sum, count) => sum + count, 0)

  test('do not follow levels 1 and 2, who could steer the next draw', async () => {
    const trial = await aCountedTrial()
    const one = await drawn(trial)
    const before = await states(trial)
    for (const who of [monitor, nurse]) {
      await flag(who, trial, one, { flag_status: 'Flagged' })
      expect(await states(trial)).toEqual(before)
      await flag(who, trial, one, { flag_status: 'Unflagged' })
      expect(await states(trial)).toEqual(before)
    }
  })

  test('move by one for level 3 and above, at every level of the participant and nowhere else, and back', async () => {
    const trial = await aCountedTrial()
    const one = await drawn(trial, 0)
    await drawn(trial, 1)
    const before = await states(trial)
    for (const who of [coordinator, administrator]) {
      await flag(who, trial, one, { flag_status: 'Flagged' })
      const during = await states(trial)
      expect(during).toEqual(await recounted(trial))
      const moved = Object.keys(before).filter((key) => sumOf(during[key]) !== sumOf(before[key]))
      expect(moved).toHaveLength(keys)
      for (const key of moved) expect(sumOf(during[key])).toBe(sumOf(before[key]) - 1)
      await flag(who, trial, one, { flag_status: 'Unflagged' })
      expect(await states(trial)).toEqual(before)
    }
  })

  test('exclude a participant flagged by level 3 when a lower level lifts the flag, until level 3 lifts one', async () => {
    const trial = await aCountedTrial()
    const one = await drawn(trial)
    const before = await states(trial)
    await flag(coordinator, trial, one)
    const without = await states(trial)
    expect(without).not.toEqual(before)
    await flag(nurse, trial, one)
    expect(await states(trial)).toEqual(without)
    await flag(coordinator, trial, one)
    expect(await states(trial)).toEqual(without)
    await flag(coordinator, trial, one)
    expect(await states(trial)).toEqual(before)
  })

  test('stay unchanged where flagged participants are not excluded', async () => {
    const trial = await aTrialOfFlags({ ...overrides, trial_strata: STRATA, exclude_flagged_participants: false })
    const one = await drawn(trial)
    const before = await states(trial)
    await flag(coordinator, trial, one)
    expect(await states(trial)).toEqual(before)
  })

  test('agree with a recount after simultaneous flags and draws', async () => {
    const trial = await aCountedTrial()
    const participants: Participant[] = []
    for (let place = 0; place < 12; place += 1) participants.push(await drawn(trial, place))
    const people = [coordinator, nurse, administrator, monitor]
    const statuses = await Promise.all([
      ...Array.from({ length: 36 }, async (_, i) => {
        const participant = participants[i % participants.length]
        return participant ? (await flag(people[i % 3] ?? monitor, trial, participant)).status : 0
      }),
      ...Array.from(
        { length: 12 },
        async (_, i) => (await randomise(administrator, trial.trial_id, bodyFor(trial, i))).status,
      ),
    ])
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 36 }, () => 200),
      ...Array.from({ length: 12 }, () => 201),
    ])
    expect(await states(trial)).toEqual(await recounted(trial))
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
    const { count } = await world.context.database.queries
      .selectFrom('participants')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('trial_id', '=', trial.trial_id)
      .where('is_flagged', '=', false)
      .executeTakeFirstOrThrow()
    expect(await numSampled(trial)).toBe(count)
  })
})

describe('the next draw', () => {
  /** One factor, and always an arm of least count: the second participant gets the other group. */
  const certain: TrialOverrides = { randomisation_method_id: MINIMISATION, minimisation_probability: 100 }

  test('of a certain minimisation fills the place of one whom level 3 flagged', async () => {
    for (let round = 0; round < 4; round += 1) {
      const trial = await aTrialOfFlags(certain)
      const [one] = [await drawn(trial), await drawn(trial)]
      await flag(coordinator, trial, one)
      expect((await drawn(trial)).study_group).toEqual(one.study_group)
    }
  })

  test('continues in its block, whoever is flagged', async () => {
    const trial = await aTrialOfFlags({ randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 })
    const first = [await drawn(trial), await drawn(trial)]
    const before = await states(trial)
    for (const one of first) await flag(coordinator, trial, one)
    expect(await states(trial)).toEqual(before)
    const names = [...first, await drawn(trial), await drawn(trial)].map(({ study_group }) => study_group.name)
    expect(names.filter((name) => name === names[0])).toHaveLength(2)
  })
})

describe('a participant of an earlier epoch', () => {
  test("changes the sample size, but neither their epoch's counts, which no draw uses, nor the present ones", async () => {
    const trial = await aTrialOfFlags({ randomisation_method_id: MINIMISATION })
    const [one] = [await drawn(trial), await drawn(trial)]
    await world.context.database.queries
      .updateTable('trials')
      .set({ epoch: 2 })
      .where('id', '=', trial.trial_id)
      .execute()
    await drawn(trial)
    const before = await states(trial)
    await flag(coordinator, trial, one)
    expect([await states(trial), await numSampled(trial)]).toEqual([before, 2])
    expect((await ledgerOf(trial)).at(-1)?.said).toMatchObject({ type: 'flag', counter: 1, steers: 0 })
  })
})

describe('whether the draw counts a participant', () => {
  test.each([URN, MINIMISATION] as const)(
    'is shown, whoever flagged last, by method %i',
    async (randomisation_method_id) => {
      const trial = await aTrialOfFlags({ randomisation_method_id })
      const one = await drawn(trial)
      const after = async (who: SignedIn) => {
        await flag(who, trial, one)
        const path = `trials/${trial.trial_id}/participants/${one.id}`
        const { flag_status, is_counted_out } = valueOf(await ask(nurse, getParticipant.response, path))
        return [flag_status.name, is_counted_out]
      }
      // Only a coordinator changes the counts. After the monitor lifts a flag, the participant is still left out.
      expect(await after(nurse)).toEqual(['Flagged', undefined])
      expect(await after(nurse)).toEqual(['Unflagged', undefined])
      expect(await after(coordinator)).toEqual(['Flagged', true])
      expect(await after(monitor)).toEqual(['Unflagged', true])
      expect(await after(nurse)).toEqual(['Flagged', true])
      expect(await after(coordinator)).toEqual(['Unflagged', undefined])
    },
  )
})

describe('the ledger', () => {
  test('has every flag with its draw, the person’s level, and whether it moved the counts', async () => {
    const trial = await aTrialOfFlags({ randomisation_method_id: URN })
    const [, two] = [await drawn(trial), await drawn(trial)]
    world.clock.step(60)
    const at = world.clock.now()
    for (const who of [monitor, coordinator, administrator, nurse, coordinator]) await flag(who, trial, two)
    const records = (await ledgerOf(trial)).map(({ said }) => said)
    const flags = records.filter(({ type }) => type === 'flag' || type === 'unflag')
    expect(flags).toEqual([
      { type: 'flag', i: 5, at, counter: 2, level: 1, steers: 0 },
      { type: 'unflag', i: 6, at, counter: 2, level: 3, steers: 0 },
      { type: 'flag', i: 7, at, counter: 2, level: 4, steers: 1 },
      { type: 'unflag', i: 8, at, counter: 2, level: 2, steers: 0 },
      { type: 'flag', i: 9, at, counter: 2, level: 3, steers: 0 },
    ])
  })

  test('continues without a gap, in agreement with the trial’s row', async () => {
    const trial = await aTrialOfFlags({ randomisation_method_id: MINIMISATION })
    const one = await drawn(trial)
    await Promise.all([
      ...Array.from({ length: 8 }, () => flag(coordinator, trial, one)),
      ...Array.from({ length: 8 }, () => drawn(trial)),
    ])
    const records = await ledgerOf(trial)
    expect(records.map(({ record_no }) => record_no)).toEqual(Array.from({ length: 19 }, (_, i) => i + 1))
    const trialState = await world.context.database.queries
      .selectFrom('trials')
      .select(['ledger_length', 'ledger_head', 'allocation_counter'])
      .where('id', '=', trial.trial_id)
      .executeTakeFirstOrThrow()
    expect(trialState).toEqual({ ledger_length: 19, ledger_head: records.at(-1)?.head, allocation_counter: 9 })
  })
})
