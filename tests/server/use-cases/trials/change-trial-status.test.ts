import { changeTrialStatus, getTrial, type Trial } from '#contract/trials'
import { trialStatusOfKey, type TrialStatusKey } from '#domain/trials/trial-status'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTrial } from '../../../../src/server/ground/db/trials'
import { aTrial, grant, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf, type ApiResponse } from '../../../support/ask'
import { stoppedClock, testPortal, type TestPortal } from '../../../support/portal'
import { saveWith } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { ledgerFaults } from '../../start/sample-data/ledger-faults'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  // It is 12:30 of the next day in Auckland, and still afternoon of this day in Los Angeles.
  world = await testPortal({ clock: stoppedClock('2026-11-21T23:30:00.000Z') })
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const idOf = (key: TrialStatusKey): number => trialStatusOfKey(key)?.id ?? 0

const set = (trialId: number, body: unknown, who = administrator): Promise<ApiResponse<Trial>> =>
  ask(who, changeTrialStatus.response, `trials/${trialId}/status`, posted(body))

const setTo = (trialId: number, key: TrialStatusKey, who = administrator) =>
  set(trialId, { trial_status_id: idOf(key), reason: 'For a test' }, who)

const aTrialId = async (overrides: TrialOverrides) => (await aTrial(world, overrides)).trial_id

const storedOf = async (trialId: number) => {
  const { queries } = world.context.database
  const count = { entries: 0, records: 0 }
  count.entries = (await queries.selectFrom('audit_log').select('id').where('trial_id', '=', trialId).execute()).length
  count.records = (
    await queries.selectFrom('ledger_records').select('record_no').where('trial_id', '=', trialId).execute()
  ).length
  return { ...count, trial: await findTrial(queries, trialId) }
}

const lastEntryOf = (trialId: number) =>
  world.context.database.queries
    .selectFrom('audit_log')
    .selectAll()
    .where('trial_id', '=', trialId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** The statuses that may follow each. */
const ALLOWED: Record<TrialStatusKey, TrialStatusKey[]> = {
  planning: ['started', 'rejected'],
  pending: ['started', 'rejected', 'terminated'],
  started: ['paused', 'finished', 'terminated'],
  paused: ['started', 'terminated'],
  rejected: [],
  finished: [],
  terminated: [],
}
const KEYS: TrialStatusKey[] = ['planning', 'pending', 'started', 'paused', 'rejected', 'finished', 'terminated']
const PAIRS = KEYS.flatMap((from) => KEYS.map((to) => [from, to] as const))

describe('a change that is not allowed changes nothing', () => {
  test.each(PAIRS.filter(([from, to]) => !ALLOWED[from].includes(to)))('from %s to %s', async (status, to) => {
    const id = await aTrialId({ status })
    const before = await storedOf(id)
    const { status: answered, problem } = await setTo(id, to)
    expect([answered, problem?.code]).toEqual([409, 'status_change_not_allowed'])
    expect(await storedOf(id)).toEqual(before)
  })

  test.each<[string, object, Record<string, string>]>([
    ['no reason', { trial_status_id: 3 }, { reason: 'Please enter a reason' }],
    ['an empty reason', { trial_status_id: 3, reason: '' }, { reason: 'Please enter a reason' }],
    ['a reason of blanks', { trial_status_id: 3, reason: ' \t\n ' }, { reason: 'Please enter a reason' }],
    ['a reason that is no text', { trial_status_id: 3, reason: 7 }, { reason: 'Please enter a reason' }],
    ['a reason without end', { trial_status_id: 3, reason: 'a'.repeat(2001) }, { reason: 'At most 2000 characters' }],
    ['no status', { reason: 'Ready' }, { trial_status_id: 'Please choose a status' }],
    ['a status that is none', { trial_status_id: 8, reason: 'Ready' }, { trial_status_id: 'Please choose a status' }],
    [
      'a status by name',
      { trial_status_id: 'started', reason: 'Ready' },
      { trial_status_id: 'Please choose a status' },
    ],
    [
      'a day of their own',
      { trial_status_id: 3, reason: 'Ready', started_on: '2020-01-01' },
      { started_on: 'Unknown field' },
    ],
  ])('with %s', async (_says, body, fields) => {
    const id = await aTrialId({ status: 'planning' })
    const before = await storedOf(id)
    const { status, problem } = await set(id, body)
    expect([status, problem?.fields]).toEqual([422, fields])
    expect(await storedOf(id)).toEqual(before)
  })

  test('by a person who may see the trial but not steer it, and by one who may not know of it', async () => {
    const id = await aTrialId({ status: 'planning' })
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id: id, site_id: null })
    await grant(world, { person: 'pharmacist', role: 'Trial user', trial_id: id, site_id: null })
    await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id: id, site_id: null })
    const before = await storedOf(id)
    const answers = []
    for (const key of ['coordinator', 'pharmacist', 'monitor', 'nurse'] as const) {
      const { status, problem } = await setTo(id, 'started', await signedInAs(world, key))
      answers.push([key, status, problem?.code])
    }
    expect(answers).toEqual([
      ['coordinator', 403, 'forbidden'],
      ['pharmacist', 403, 'forbidden'],
      ['monitor', 403, 'forbidden'],
      ['nurse', 404, 'not_found'],
    ])
    expect(await storedOf(id)).toEqual(before)
    expect((await setTo(999_999, 'started')).status).toBe(404)
  })
})

describe('a trial whose settings no method could run with', () => {
  /** A trial with invalid settings, as an earlier version may have stored them. */
  const broken = async (status: TrialStatusKey) => {
    const blocked = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 } as const
    const { trial_id } = await aTrial(world, { status, ...blocked })
    await world.context.database.queries
      .updateTable('trials')
      .set({ block_size_min: 3, block_size_max: 3 })
      .where('id', '=', trial_id)
      .execute()
    return trial_id
  }

  test.each<TrialStatusKey>(['planning', 'pending', 'paused'])(
    'does not start from %s, and says why',
    async (status) => {
      const id = await broken(status)
      const before = await storedOf(id)
      const { status: answered, problem } = await setTo(id, 'started')
      expect([answered, problem?.code, problem?.message]).toEqual([
        409,
        'status_change_not_allowed',
        'The trial cannot be started with its current settings: The range must include a multiple of the sum of the weights',
      ])
      expect(await storedOf(id)).toEqual(before)
    },
  )

  test('says no more than that to a blinded person', async () => {
    const id = await broken('planning')
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id: id,
      site_id: null,
      is_blinded_whole: true,
    })
    const { problem } = await setTo(id, 'started')
    expect(problem?.message).toBe('The trial cannot be started with its current settings')
  })

  test('starts once a save corrects them, in an epoch of its own', async () => {
    const id = await broken('paused')
    valueOf(await saveWith(administrator, id, { block_size_min: 2, block_size_max: 4 }))
    expect(valueOf(await setTo(id, 'started')).trial_status.name).toBe('Started')
    expect(await storedOf(id)).toMatchObject({ records: 4, trial: { epoch: 2 } })
  })

  test('can still be abandoned', async () => {
    expect(valueOf(await setTo(await broken('planning'), 'rejected')).trial_status.name).toBe('Rejected')
  })
})

describe('a change that is allowed', () => {
  test.each(PAIRS.filter(([from, to]) => ALLOWED[from].includes(to)))('from %s to %s', async (status, to) => {
    const id = await aTrialId({ status })
    const changed = valueOf(await setTo(id, to))
    expect(changed.trial_status.id).toBe(idOf(to))
    expect(valueOf(await ask(administrator, getTrial.response, `trials/${id}`))).toEqual(changed)
  })

  test('is recorded with the commitment at the first start alone', async () => {
    const id = await aTrialId({ status: 'planning' })
    const { commitment } = valueOf(await setTo(id, 'started'))
    const status = (from: TrialStatusKey, to: TrialStatusKey) => ({
      field: 'trial_status_id',
      old: idOf(from),
      new: idOf(to),
    })
    expect((await lastEntryOf(id)).changes).toEqual([
      status('planning', 'started'),
      { field: 'commitment', old: null, new: commitment },
    ])
    await setTo(id, 'paused')
    await setTo(id, 'started')
    expect((await lastEntryOf(id)).changes).toEqual([status('paused', 'started')])
  })

  test('is recorded: person, role, time, former and new status, reason, request', async () => {
    const id = await aTrialId({ status: 'started' })
    const { headers } = await set(id, { trial_status_id: idOf('paused'), reason: '  Out of tablets \n' })
    expect(await lastEntryOf(id)).toMatchObject({
      chain: id,
      trial_id: id,
      kind: 'trial_status_changed',
      description: `Trial ${id} set from Started to Paused`,
      user_id: world.personId('administrator'),
      role: 'System administrator',
      created_at: world.clock.now(),
      changes: [{ field: 'trial_status_id', old: idOf('started'), new: idOf('paused') }],
      reason: 'Out of tablets',
      request_id: headers.get('X-Request-Id'),
    })
  })

  test('sent twice at once happens once', async () => {
    const id = await aTrialId({ status: 'planning' })
    const answers = await Promise.all([setTo(id, 'started'), setTo(id, 'started')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await storedOf(id)).toMatchObject({ entries: 2, records: 2 })
  })
})

describe('the days of a trial are those of its own time zone', () => {
  test.each([
    ['Pacific/Auckland', '2026-11-22'],
    ['Pacific/Kiritimati', '2026-11-22'],
    ['Etc/UTC', '2026-11-21'],
    ['Europe/London', '2026-11-21'],
    ['America/Los_Angeles', '2026-11-21'],
  ])('in %s it is %s', async (selected_timezone, today) => {
    const id = await aTrialId({ status: 'planning', selected_timezone })
    expect(valueOf(await setTo(id, 'started'))).toMatchObject({ started_on: today, ended_on: null })
    expect(valueOf(await setTo(id, 'finished'))).toMatchObject({ started_on: today, ended_on: today })
  })

  test('it started on the day of its first start, and ends on that of its end', async () => {
    const id = await aTrialId({ status: 'planning', selected_timezone: 'Pacific/Auckland' })
    await setTo(id, 'started')
    await setTo(id, 'paused')
    world.clock.step(2 * 24 * 60 * 60)
    administrator = await signedInAs(world, 'administrator')
    expect(valueOf(await setTo(id, 'started'))).toMatchObject({ started_on: '2026-11-22', ended_on: null })
    expect(valueOf(await setTo(id, 'terminated'))).toMatchObject({ started_on: '2026-11-22', ended_on: '2026-11-24' })
  })
})

describe('the first start', () => {
  const design = {
    status: 'planning',
    randomisation_method_id: 1,
    block_size_min: 4,
    block_size_max: 8,
    is_stratified: true,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
  } as const

  const recordsOf = (trialId: number) =>
    world.context.database.queries
      .selectFrom('ledger_records')
      .select(['record_no', 'record', 'head'])
      .where('trial_id', '=', trialId)
      .orderBy('record_no')
      .execute()

  test('opens the ledger with the design and the hashed names that the trial has then', async () => {
    const built = await aTrial(world, design)
    expect(await recordsOf(built.trial_id)).toEqual([])
    await setTo(built.trial_id, 'started')
    const [first, names, ...more] = await recordsOf(built.trial_id)
    expect(more).toEqual([])
    const hashed = (list: readonly { id: number }[]) => list.map(({ id }) => ({ id, hash: expect.any(String) }))
    expect(JSON.parse(names?.record ?? '')).toEqual({
      type: 'names',
      i: 2,
      at: world.clock.now(),
      study_groups: hashed(built.study_groups),
      sites: hashed(built.sites),
    })
    const record: unknown = JSON.parse(first?.record ?? '')
    expect(record).toMatchObject({
      type: 'settings',
      i: 1,
      at: world.clock.now(),
      design: {
        method: 'blocked',
        block_size_min: 4,
        block_size_max: 8,
        is_stratified: 1,
        is_site_stratified: 0,
        cells: built.study_groups.map(({ id }) => ({ group_ids: [id], weight: 1 })),
        exclude_flagged_participants: 0,
        strata: built.trial_strata.map(({ id, options }) => ({ id, option_ids: options.map((option) => option.id) })),
      },
    })
    const { trial } = await storedOf(built.trial_id)
    expect(trial).toMatchObject({ ledger_length: 2, ledger_head: names?.head })
    expect(trial && (await ledgerFaults(world.context, trial))).toEqual([])
  })

  test('alone opens it: a trial that goes on continues its ledger', async () => {
    const id = await aTrialId(design)
    await setTo(id, 'started')
    const opened = await recordsOf(id)
    await setTo(id, 'paused')
    await setTo(id, 'started')
    expect(await recordsOf(id)).toEqual(opened)
  })

  test.each<TrialStatusKey>(['rejected', 'terminated'])('that never comes leaves no ledger: %s', async (to) => {
    const id = await aTrialId({ ...design, status: 'pending' })
    await setTo(id, to)
    expect(await recordsOf(id)).toEqual([])
  })
})
