import type { Trial } from '#contract/trials'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTrial } from '../../../../src/server/ground/db/trials'
import { aTrial, type TrialOverrides } from '../../../support/a-trial'
import { valueOf } from '../../../support/ask'
import { recountedStates, storedStates } from '../../../support/draw-states'
import { testPortal, type TestPortal } from '../../../support/portal'
import { aTrialPausedAfter, randomised, saveWith, setTo, shownTo } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* Effects of a save on later draws: epochs, the ledger, and who counts as sampled. */

const [BLOCKED, URN, MINIMISATION] = [1, 2, 3] as const
const STRATA = [{ name: 'Sex', options: ['Female', 'Male'] }]

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const queriesOf = () => world.context.database.queries

const aPausedTrial = (overrides: TrialOverrides, many: number) =>
  aTrialPausedAfter(world, administrator, many, { trial_strata: STRATA, ...overrides })

const storedOf = async (trialId: number) => {
  const trial = await findTrial(queriesOf(), trialId)
  if (!trial) throw new Error(`there is no trial ${trialId}`)
  return trial
}

/** The records of a trial's ledger without their numbers. record-names.test.ts covers those of names. */
const recordsOf = async (trialId: number) => (await allRecordsOf(trialId)).filter(({ type }) => type !== 'names')

const allRecordsOf = async (
  trialId: number,
): Promise<{ type: string; epoch?: number; at: string; design?: object }[]> => {
  const rows = await queriesOf()
    .selectFrom('ledger_records')
    .select('record')
    .where('trial_id', '=', trialId)
    .orderBy('record_no')
    .execute()
  return rows.map(({ record }) => JSON.parse(record))
}

const typesOf = async (trialId: number) => (await recordsOf(trialId)).map(({ type }) => type)

const lastChangesOf = async (trialId: number) => {
  const { changes } = await queriesOf()
    .selectFrom('audit_log')
    .select('changes')
    .where('trial_id', '=', trialId)
    .where('kind', '=', 'trial_updated')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return changes
}

const BLOCKS = { randomisation_method_id: BLOCKED, block_size_min: 4, block_size_max: 4 } as const
const heavier = ({ study_groups }: Trial) => ({
  study_groups: study_groups.map((group, i) => (i === 0 ? { ...group, weight: 2 } : group)),
})
const twoFold = ({ study_groups }: Trial) => ({ study_groups: study_groups.map((group) => ({ ...group, weight: 2 })) })

describe('a save begins a new epoch', () => {
  const BEGINS: [says: string, overrides: TrialOverrides, more: (shown: Trial) => object][] = [
    ['of other weights', {}, heavier],
    [
      'that closes a group',
      {},
      ({ study_groups: [first, ...more] }) => ({ study_groups: [{ ...first, weight: 0 }, ...more] }),
    ],
    ['of a group more', {}, ({ study_groups }) => ({ study_groups: [...study_groups, { name: 'Third' }] })],
    ['of another smallest block', BLOCKS, () => ({ block_size_min: 2 })],
    ['of another largest block', BLOCKS, () => ({ block_size_max: 8 })],
    ['that stratifies by site', BLOCKS, () => ({ is_site_stratified: true })],
    ['that stratifies', BLOCKS, () => ({ is_stratified: true })],
  ]

  test.each(BEGINS)(
    '%s: settings and epoch are recorded, in that order, and in the audit log',
    async (_says, overrides, more) => {
      const { trial_id } = await aPausedTrial(overrides, 1)
      world.clock.step(5)
      const shown = await shownTo(administrator, trial_id)
      valueOf(await saveWith(administrator, trial_id, more(shown)))
      const records = await recordsOf(trial_id)
      expect(records.map(({ type }) => type)).toEqual(['settings', 'allocation', 'settings', 'epoch'])
      const [first, , settings, epoch] = records
      expect(settings?.design).not.toEqual(first?.design)
      expect([settings?.at, epoch?.at, epoch?.epoch]).toEqual([world.clock.now(), world.clock.now(), 2])
      expect(await storedOf(trial_id)).toMatchObject({ epoch: 2, ledger_length: (await allRecordsOf(trial_id)).length })
      expect(await lastChangesOf(trial_id)).toContainEqual({ field: 'epoch', old: 1, new: 2 })
    },
  )

  test('every time it changes the design, and the numbers go on', async () => {
    const { trial_id } = await aPausedTrial(BLOCKS, 1)
    for (const block_size_max of [6, 8, 6]) valueOf(await saveWith(administrator, trial_id, { block_size_max }))
    expect((await recordsOf(trial_id)).flatMap(({ epoch, type }) => (type === 'epoch' ? [epoch] : []))).toEqual([
      2, 3, 4,
    ])
  })

  test('before the first participant as well, once the trial was started', async () => {
    const { trial_id } = await aTrial(world, { ...BLOCKS, status: 'paused' })
    valueOf(await saveWith(administrator, trial_id, { block_size_max: 8 }))
    expect([await typesOf(trial_id), (await storedOf(trial_id)).epoch]).toEqual([['settings', 'settings', 'epoch'], 2])
  })
})

describe('a save leaves the counts as they are', () => {
  const CARRIED: [says: string, overrides: TrialOverrides, more: (shown: Trial) => object][] = [
    ['of another urn', { randomisation_method_id: URN }, () => ({ urn_initial: 2 })],
    ['of other balls', { randomisation_method_id: URN }, () => ({ urn_beta: 2 })],
    ['of another measure', { randomisation_method_id: MINIMISATION }, () => ({ minimisation_measure: 'range' })],
    ['of another probability', { randomisation_method_id: MINIMISATION }, () => ({ minimisation_probability: 90 })],
    [
      'of another weight of the site',
      { randomisation_method_id: MINIMISATION, is_site_stratified: true },
      () => ({ minimisation_site_weight: 2 }),
    ],
    [
      'of another weight of a stratum, though strata are locked',
      { randomisation_method_id: MINIMISATION, is_stratified: true },
      ({ trial_strata }) => ({ trial_strata: trial_strata.map((one) => ({ ...one, minimisation_weight: 3 })) }),
    ],
    ['of bounds that allow the same block sizes', BLOCKS, () => ({ block_size_max: 5 })],
  ]

  test.each(CARRIED)(
    '%s: settings and that counts go on are recorded, in one epoch',
    async (_says, overrides, more) => {
      const { trial_id } = await aPausedTrial(overrides, 1)
      world.clock.step(5)
      const shown = await shownTo(administrator, trial_id)
      valueOf(await saveWith(administrator, trial_id, more(shown)))
      const records = await recordsOf(trial_id)
      expect(records.map(({ type }) => type)).toEqual(['settings', 'allocation', 'settings', 'carried'])
      const [first, , settings, carried] = records
      expect(settings?.design).not.toEqual(first?.design)
      expect([settings?.at, carried?.at, carried?.epoch]).toEqual([world.clock.now(), world.clock.now(), 1])
      expect(await storedOf(trial_id)).toMatchObject({ epoch: 1, ledger_length: (await allRecordsOf(trial_id)).length })
      expect(JSON.stringify(await lastChangesOf(trial_id))).not.toContain('"epoch"')
    },
  )
})

describe('a save begins no new epoch', () => {
  test('by changing how flagged participants are treated before the first participant, though the settings are recorded', async () => {
    const { trial_id } = await aTrial(world, { status: 'paused' })
    valueOf(await saveWith(administrator, trial_id, { exclude_flagged_participants: true }))
    expect(await typesOf(trial_id)).toEqual(['settings', 'settings'])
    expect((await storedOf(trial_id)).epoch).toBe(1)
  })

  const SILENT: [says: string, overrides: TrialOverrides, more: (shown: Trial) => object][] = [
    ['of nothing new', BLOCKS, () => ({})],
    [
      'of names and labels',
      {},
      ({ study_groups }) => ({
        study_groups: study_groups.map((one) => ({ ...one, name: `${one.name}!`, label: `${one.label}!` })),
        renaming: { reason: 'Typing error', trial_title: 'A trial of two tablets' },
      }),
    ],
    ['of dates and a title', {}, () => ({ title: 'New', end_on: '2030-01-01', sample_size: 99 })],
    ['of weights in the same ratio', {}, twoFold],
    ['of settings that the method does not read', BLOCKS, () => ({ urn_initial: 9, minimisation_measure: 'range' })],
    [
      'of the probability that holds anyway',
      { randomisation_method_id: MINIMISATION },
      () => ({ minimisation_probability: 80 }),
    ],
    [
      'of a site more and one deleted',
      {},
      ({ sites }) => ({ sites: [{ ...sites[0], is_deleted: true }, ...sites.slice(1), { title: 'Third' }] }),
    ],
  ]
  test.each(SILENT)('%s, and no design is recorded', async (_says, overrides, more) => {
    const { trial_id } = await aPausedTrial(overrides, 1)
    valueOf(await saveWith(administrator, trial_id, more(await shownTo(administrator, trial_id))))
    expect(await typesOf(trial_id)).toEqual(['settings', 'allocation'])
    expect((await storedOf(trial_id)).epoch).toBe(1)
    expect((await lastChangesOf(trial_id)).map(({ field }) => field)).not.toContain('epoch')
  })

  test('in a trial that was never started: its ledger opens with the design that it has then', async () => {
    const { trial_id } = await aTrial(world, { ...BLOCKS, status: 'planning' })
    valueOf(await saveWith(administrator, trial_id, { block_size_max: 8 }))
    expect([await typesOf(trial_id), (await storedOf(trial_id)).epoch]).toEqual([[], 1])
    await setTo(administrator, trial_id, 'started')
    expect(await recordsOf(trial_id)).toMatchObject([{ type: 'settings', design: { block_size_max: 8 } }])
  })

  test('by changing strata before the first participant, which the ledger then shows', async () => {
    const { trial_id } = await aTrial(world, { ...BLOCKS, status: 'paused', trial_strata: STRATA })
    const { trial_strata } = await shownTo(administrator, trial_id)
    const more = [...trial_strata, { name: 'Age', trial_stratum_options: [{ name: 'Below 60' }] }]
    valueOf(await saveWith(administrator, trial_id, { trial_strata: more }))
    expect([await typesOf(trial_id), (await storedOf(trial_id)).epoch]).toEqual([['settings', 'settings'], 1])
    expect((await recordsOf(trial_id)).at(-1)).toMatchObject({ design: { strata: [{}, {}] } })
  })
})

describe('in a new epoch', () => {
  /** Randomises, saves and randomises again. Returns the states under the keys of each epoch. */
  const throughEpochs = async (
    overrides: TrialOverrides,
    before: number,
    more: (shown: Trial) => object,
    after: number,
  ) => {
    const trial = await aPausedTrial(overrides, before)
    const old = await storedStates(queriesOf(), trial.trial_id)
    valueOf(await saveWith(administrator, trial.trial_id, more(await shownTo(administrator, trial.trial_id))))
    await setTo(administrator, trial.trial_id, 'started')
    await randomised(administrator, trial, after)
    const states = await storedStates(queriesOf(), trial.trial_id)
    const ofEpoch = (epoch: number) =>
      Object.fromEntries(Object.entries(states).filter(([key]) => key.startsWith(`epoch=${epoch}`)))
    expect(ofEpoch(1)).toEqual(old)
    return { trial, begun: ofEpoch(2) }
  }

  test('open blocks are abandoned: the next one is whole, of the new size', async () => {
    const { trial, begun } = await throughEpochs(BLOCKS, 3, () => ({ block_size_min: 6, block_size_max: 6 }), 1)
    expect(Object.values(begun)).toMatchObject([{ block_size: 6 }])
    expect(JSON.stringify(begun)).toMatch(/"remaining":\[(2,3|3,2)\]/)
    await randomised(administrator, trial, 5)
    const [state] = Object.values(await storedStates(queriesOf(), trial.trial_id)).slice(-1)
    expect(state).toEqual({ block_size: 6, remaining: [0, 0] })
  })

  test.each<[says: string, overrides: TrialOverrides, more: (shown: Trial) => object, places: number]>([
    ['an urn', { randomisation_method_id: URN }, heavier, 2],
    [
      'a minimisation',
      { randomisation_method_id: MINIMISATION, is_site_stratified: true, is_stratified: true },
      heavier,
      3,
    ],
  ])('%s counts from zero, whatever came before, and a recount agrees', async (_says, overrides, more, places) => {
    const { trial, begun } = await throughEpochs(overrides, 7, more, 4)
    expect(begun).toEqual(await recountedStates(queriesOf(), trial.trial_id, places))
    const [first] = Object.values(begun).map((state) =>
      JSON.stringify(state)
        .match(/\d+/g)
        ?.reduce((sum, count) => sum + Number(count), 0),
    )
    expect(first).toBeLessThanOrEqual(4)
    expect(JSON.stringify(Object.keys(begun))).not.toContain('epoch=1')
  })

  test('numbers, the allocation counter and the words of the draw go on', async () => {
    const { trial } = await throughEpochs(BLOCKS, 3, () => ({ block_size_max: 8 }), 2)
    const rows = await queriesOf()
      .selectFrom('participants')
      .select(['trial_sequence_no', 'allocation_counter', 'epoch'])
      .where('trial_id', '=', trial.trial_id)
      .orderBy('id')
      .execute()
    expect(
      rows.map(({ trial_sequence_no, allocation_counter, epoch }) => [trial_sequence_no, allocation_counter, epoch]),
    ).toEqual([
      [1, 1, 1],
      [2, 2, 1],
      [3, 3, 1],
      [4, 4, 2],
      [5, 5, 2],
    ])
    expect(await typesOf(trial.trial_id)).toEqual([
      'settings',
      ...Array.from({ length: 3 }, () => 'allocation'),
      'settings',
      'epoch',
      ...Array.from({ length: 2 }, () => 'allocation'),
    ])
  })

  test('a group that came with it is drawn, and one that was closed no longer', async () => {
    const { trial } = await throughEpochs(
      { randomisation_method_id: BLOCKED, block_size_min: 2, block_size_max: 2 },
      2,
      ({ study_groups: [first, ...more] }) => ({ study_groups: [{ ...first, weight: 0 }, ...more, { name: 'Third' }] }),
      6,
    )
    const groups = await queriesOf()
      .selectFrom('participant_groups')
      .innerJoin('participants', 'participants.id', 'participant_groups.participant_id')
      .innerJoin('study_groups', 'study_groups.id', 'participant_groups.study_group_id')
      .select(['epoch', 'name'])
      .where('participants.trial_id', '=', trial.trial_id)
      .orderBy('participants.id')
      .execute()
    const namesIn = (epoch: number) =>
      groups
        .filter((one) => one.epoch === epoch)
        .map(({ name }) => name)
        .toSorted()
    expect(namesIn(1)).toEqual(['Amlodipine', 'Indapamide'])
    expect(namesIn(2)).toEqual(['Indapamide', 'Indapamide', 'Indapamide', 'Third', 'Third', 'Third'])
  })
})
