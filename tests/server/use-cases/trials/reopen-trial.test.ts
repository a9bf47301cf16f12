import { api } from '#contract/api'
import { FINISHED } from '#domain/trials/trial-status'
import { REOPENED_MEANING } from '#domain/trials/trial-reopening'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { reveal } from '../../../support/revealed-trial'
import { randomised, saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { verdictOn } from '../../../verifier/run-verifier'
import { errorOf } from '../../ground/db/error-of'

/* A trial was finished by mistake: one person requests to re-open it, another confirms (decision 0099). */

let world: TestPortal
let first: SignedIn
let second: SignedIn

beforeAll(async () => {
  world = await testPortal()
  await grant(world, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
  first = await signedInAs(world, 'administrator')
  second = await signedInAs(world, 'coordinator')
})
afterAll(() => world.stop())

const REASON = 'Two sites still recruit'

const finished = (overrides: TrialOverrides = {}) => aTrial(world, { status: 'finished', ...overrides })
const finishedId = async (overrides: TrialOverrides = {}) => (await finished(overrides)).trial_id

const reopening = async (trialId: number, who = first) =>
  valueOf(await ask(who, api.getTrialReopening.response, `trials/${trialId}/reopening`))

const request = (trialId: number, who = first, body: unknown = { reason: REASON }, headers = {}) =>
  ask(who, api.requestTrialReopening.response, `trials/${trialId}/reopening-request`, posted(body, headers))

/** Confirms the waiting request, or the given one. */
const confirm = async (trialId: number, who = second, requestId?: number, headers = {}) => {
  const request_id = requestId ?? (await reopening(trialId)).request?.id ?? 0
  return ask(who, api.reopenTrial.response, `trials/${trialId}/reopening`, posted({ request_id }, headers))
}

const reopened = async (trialId: number) => {
  valueOf(await request(trialId))
  return valueOf(await confirm(trialId))
}

/** Changes the account of the first person, who requests. */
const setRequester = async (change: { is_active?: boolean; expires_at?: string | null }): Promise<void> => {
  const account = world.database.queries.updateTable('users').where('id', '=', world.personId('administrator'))
  await account.set(change).execute()
}

const endRights = async (ended_at: string | null): Promise<void> => {
  const rights = world.database.queries.updateTable('user_permissions').set({ ended_at })
  await rights.where('user_id', '=', world.personId('administrator')).execute()
}

const about = (trialId: number) => storedAbout(world.database.queries, trialId)

const messagesOf = async (trialId: number, kind: string) => {
  const messages = await world.database.queries
    .selectFrom('messages')
    .select(['user_id', 'facts'])
    .where('trial_id', '=', trialId)
    .orderBy('id')
    .execute()
  return messages.filter(({ facts }) => facts.kind === kind)
}

describe('a request is refused, and nothing changes', () => {
  test.each(['planning', 'pending', 'started', 'paused', 'rejected', 'terminated'] as const)(
    'for a trial that is %s',
    async (status) => {
      const { trial_id } = await aTrial(world, { status })
      const before = await about(trial_id)
      const { problem } = await request(trial_id)
      expect(problem?.code).toBe('reopening_not_possible')
      expect(await about(trial_id)).toEqual(before)
      expect(await reopening(trial_id)).toEqual({ is_possible: false, request: null })
    },
  )

  test('once its seed is revealed, archived or not', async () => {
    const trial_id = await finishedId()
    await reveal(world, trial_id)
    valueOf(await ask(first, api.prepareTrialArchive.response, `trials/${trial_id}/archive`, { method: 'POST' }))
    const before = await about(trial_id)
    expect((await request(trial_id)).problem?.code).toBe('reopening_not_possible')
    expect(await about(trial_id)).toEqual(before)
  })

  test.each<[string, object]>([
    ['without a reason', {}],
    ['with an empty one', { reason: '' }],
    ['with one of blanks', { reason: ' \n' }],
  ])('%s', async (_says, body) => {
    const trial_id = await finishedId()
    const before = await about(trial_id)
    const { status, problem } = await request(trial_id, first, body)
    expect([status, problem?.fields]).toEqual([422, { reason: 'Please enter a reason' }])
    expect(await about(trial_id)).toEqual(before)
  })

  test('by who runs the trial but not the system, and by who may not know of it', async () => {
    const trial_id = await finishedId()
    await grant(world, { person: 'pharmacist', role: 'Trial administrator', trial_id, site_id: null })
    const before = await about(trial_id)
    expect((await request(trial_id, await signedInAs(world, 'pharmacist'))).problem?.code).toBe('forbidden')
    expect((await request(trial_id, await signedInAs(world, 'nurse'))).problem?.code).toBe('not_found')
    expect(await about(trial_id)).toEqual(before)
  })

  test('while its reason names a group, which blinded people would read', async () => {
    const trial = await finished()
    const reason = `Too few on ${trial.study_groups[0]?.name ?? ''}`
    const { status, problem } = await request(trial.trial_id, first, { reason })
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, ['reason']])
  })
})

describe('a re-opening is refused, and nothing changes', () => {
  test('by who requested it', async () => {
    const trial_id = await finishedId()
    valueOf(await request(trial_id))
    const before = await about(trial_id)
    const { status, problem } = await confirm(trial_id, first)
    expect([status, problem?.code]).toEqual([403, 'own_reopening'])
    expect(await about(trial_id)).toEqual(before)
  })

  test('without a request, with one of another trial, and with one that was replaced', async () => {
    const trial_id = await finishedId()
    const other = await finishedId()
    const { request: elsewhere } = valueOf(await request(other))
    expect((await confirm(trial_id, second, elsewhere?.id)).problem?.code).toBe('reopening_not_requested')
    const { request: earlier } = valueOf(await request(trial_id))
    valueOf(await request(trial_id, first, { reason: 'Three sites still recruit' }))
    const before = await about(trial_id)
    expect((await confirm(trial_id, second, earlier?.id)).problem?.code).toBe('reopening_not_requested')
    expect(await about(trial_id)).toEqual(before)
  })

  test.each<[string, () => Promise<void>, () => Promise<void>]>([
    ['is inactive', () => setRequester({ is_active: false }), () => setRequester({ is_active: true })],
    [
      'has an expired account',
      () => setRequester({ expires_at: world.clock.now() }),
      () => setRequester({ expires_at: null }),
    ],
    ['may no longer re-open trials', () => endRights(world.clock.now()), () => endRights(null)],
  ])('whose requester %s, until they may again', async (_is, lose, regain) => {
    const trial_id = await finishedId()
    const { request: waiting } = valueOf(await request(trial_id))
    await lose()
    const before = await about(trial_id)
    const { problem } = await confirm(trial_id, second, waiting?.id)
    const shown = await reopening(trial_id, second)
    const after = await about(trial_id)
    await regain()
    expect([problem?.code, shown.request, after]).toEqual(['reopening_not_requested', null, before])
    valueOf(await confirm(trial_id, second, waiting?.id))
  })

  test('after the seed was revealed meanwhile', async () => {
    const trial_id = await finishedId()
    const { request: waiting } = valueOf(await request(trial_id))
    await reveal(world, trial_id)
    const before = await about(trial_id)
    expect((await confirm(trial_id, second, waiting?.id)).problem?.code).toBe('reopening_not_possible')
    expect(await reopening(trial_id)).toEqual({ is_possible: false, request: null })
    expect(await about(trial_id)).toEqual(before)
  })

  test('by the database too, of one person twice and of one request twice', async () => {
    const trial_id = await finishedId()
    const { request: waiting } = valueOf(await request(trial_id))
    const { queries } = world.database
    const row = (confirmed_by: number) => ({
      request_id: waiting?.id ?? 0,
      trial_id,
      requested_by: world.personId('administrator'),
      confirmed_by,
      confirmed_at: world.clock.now(),
      meaning: REOPENED_MEANING,
    })
    const insert = (confirmed_by: number) => queries.insertInto('trial_reopenings').values(row(confirmed_by)).execute()
    expect(await errorOf(insert(world.personId('administrator')))).toMatchObject({ code: '23514' })
    valueOf(await confirm(trial_id))
    expect(await errorOf(insert(world.personId('nurse')))).toMatchObject({ code: '23505' })
    for (const table of ['reopening_requests', 'trial_reopenings'] as const) {
      const refused = errorOf(queries.deleteFrom(table).execute())
      expect(await refused).toMatchObject({ message: expect.stringMatching(/never changed or deleted/) })
    }
  })
})

describe('a re-opened trial', () => {
  test('is Paused and has no day of its end, and goes on from the counts that it had', async () => {
    const trial = await aTrial(world, { randomisation_method_id: 1, block_size_min: 6, block_size_max: 6 })
    const { trial_id } = trial
    await randomised(first, trial, 3)
    await setTo(first, trial_id, 'finished')
    const before = await shownTo(first, trial_id)
    expect(before.ended_on).not.toBeNull()
    const at = world.clock.now()
    expect(await reopened(trial_id)).toEqual({ is_possible: false, request: null })
    expect(await shownTo(first, trial_id)).toMatchObject({
      trial_status: { name: 'Paused' },
      started_on: before.started_on,
      ended_on: null,
    })
    const refused = await randomise(first, trial_id, { site_id: trial.sites[0]?.id })
    expect(refused.problem?.code).toBe('trial_not_started')
    await setTo(first, trial_id, 'started')
    // The open block goes on, so the six are in balance.
    const rest = await randomised(first, trial, 3)
    expect(rest.map(({ trial_sequence_no }) => trial_sequence_no)).toEqual([4, 5, 6])
    const { records } = await about(trial_id)
    expect(records[5]?.record).toBe(`{"at":"${at}","drawn":3,"i":6,"number":1,"type":"reopening"}`)
    const groups = records.flatMap(({ record }) => /"groups":\[(\d+)\]/.exec(record)?.[1] ?? [])
    expect(groups.filter((group) => group === groups[0])).toHaveLength(3)
    expect(await checkTrial(world.context, trial_id)).toBeNull()
  })

  test('has a ledger that the verifier follows, before and after the reveal', async () => {
    const trial = await aTrial(world)
    const { trial_id } = trial
    await randomised(first, trial, 2)
    for (const round of [1, 2]) {
      await setTo(first, trial_id, 'finished')
      await reopened(trial_id)
      await setTo(first, trial_id, 'started')
      await randomised(first, trial, round)
    }
    await setTo(first, trial_id, 'finished')
    const judged = async () => {
      const { text } = await ask(first, api.getLedger.response, `trials/${trial_id}/ledger`)
      return verdictOn(text)
    }
    const isTold = { code: 0, printed: expect.stringContaining('the trial had been finished after 3 participants') }
    expect(await judged()).toMatchObject(isTold)
    await reveal(world, trial_id)
    expect(await judged()).toMatchObject(isTold)
    expect(await checkTrial(world.context, trial_id)).toBeNull()
  })

  test('is written down with both people, the reason and what the second one said', async () => {
    const trial_id = await finishedId()
    const requested_at = world.clock.now()
    valueOf(await request(trial_id))
    world.clock.step(60)
    const confirmed_at = world.clock.now()
    valueOf(await confirm(trial_id))
    const people = { requested_by: world.personId('administrator'), confirmed_by: world.personId('coordinator') }
    const { queries } = world.database
    const rows = queries.selectFrom('trial_reopenings').selectAll().where('trial_id', '=', trial_id)
    expect(await rows.execute()).toMatchObject([{ ...people, confirmed_at, meaning: REOPENED_MEANING }])
    expect((await about(trial_id)).entries.slice(-2)).toMatchObject([
      { kind: 'reopening_requested', user_id: people.requested_by, created_at: requested_at, reason: REASON },
      {
        kind: 'trial_reopened',
        user_id: people.confirmed_by,
        created_at: confirmed_at,
        reason: REASON,
        description: expect.stringContaining(REOPENED_MEANING),
        changes: [
          { field: 'trial_status_id', old: FINISHED, new: 4 },
          { field: 'requested_by_user_id', old: null, new: people.requested_by },
        ],
      },
    ])
  })

  test('is told by email: the request to who may confirm it, the new status to everybody of the trial', async () => {
    const trial_id = await finishedId()
    await grant(world, { person: 'pharmacist', role: 'Trial user', trial_id, site_id: null })
    valueOf(await request(trial_id))
    const asked = (await messagesOf(trial_id, 'reopening_requested')).map(({ user_id }) => user_id)
    expect(asked).toContain(world.personId('coordinator'))
    expect(asked).not.toContain(world.personId('pharmacist'))
    const before = (await messagesOf(trial_id, 'trial_status')).length
    valueOf(await confirm(trial_id))
    expect((await messagesOf(trial_id, 'trial_status')).slice(before)).toMatchObject([
      {
        user_id: world.personId('pharmacist'),
        facts: { from: 'Finished', to: 'Paused', reason: REASON, requested_by: expect.any(String) },
      },
    ])
  })

  test('that is finished again needs another request', async () => {
    const trial_id = await finishedId()
    const { request: waiting } = valueOf(await request(trial_id))
    valueOf(await confirm(trial_id, second, waiting?.id))
    await setTo(first, trial_id, 'started')
    await setTo(first, trial_id, 'finished')
    expect(await reopening(trial_id)).toEqual({ is_possible: true, request: null })
    expect((await confirm(trial_id, second, waiting?.id)).problem?.code).toBe('reopening_not_requested')
  })

  test('keeps what it asks for before a start: its design still needs a second person', async () => {
    const { trial_id } = await aTrial(world)
    await setTo(first, trial_id, 'finished')
    await reopened(trial_id)
    valueOf(await saveWith(first, trial_id, { is_design_checked: true }))
    const body = posted({ trial_status_id: 3, reason: 'On with it' })
    const { problem } = await ask(first, api.changeTrialStatus.response, `trials/${trial_id}/status`, body)
    expect(problem?.code).toBe('design_not_confirmed')
  })
})

describe('sent twice', () => {
  test('under its key, a request and a re-opening are performed once', async () => {
    const trial_id = await finishedId()
    const key = () => ({ 'Idempotency-Key': randomUUID() })
    const [requestKey, confirmKey] = [key(), key()]
    const asked = [
      await request(trial_id, first, undefined, requestKey),
      await request(trial_id, first, undefined, requestKey),
    ]
    expect(asked.map(({ replayed }) => replayed)).toEqual([false, true])
    const waiting = valueOf(asked[1] ?? (await request(trial_id))).request?.id
    const done = [
      await confirm(trial_id, second, waiting, confirmKey),
      await confirm(trial_id, second, waiting, confirmKey),
    ]
    expect(done.map(({ status, replayed }) => [status, replayed])).toEqual([
      [200, false],
      [200, true],
    ])
    const { records, entries } = await about(trial_id)
    expect(records.filter(({ record }) => record.includes('"reopening"'))).toHaveLength(1)
    expect(entries.filter(({ kind }) => kind === 'trial_reopened')).toHaveLength(1)
    expect(await messagesOf(trial_id, 'reopening_requested')).toHaveLength(2)
  })

  test('at once, by two people who both confirm, is one re-opening', async () => {
    await grant(world, { person: 'monitor', role: 'System administrator', trial_id: null, site_id: null })
    const third = await signedInAs(world, 'monitor')
    const trial_id = await finishedId()
    const { request: waiting } = valueOf(await request(trial_id))
    const answers = await Promise.all([second, third].map((who) => confirm(trial_id, who, waiting?.id)))
    expect(new Set(answers.map(({ problem }) => problem?.code))).toEqual(new Set([undefined, 'reopening_not_possible']))
    expect((await about(trial_id)).records.filter(({ record }) => record.includes('"reopening"'))).toHaveLength(1)
  })

  test('at once with the reveal of the seed, only one of both is done', async () => {
    const trial_id = await finishedId()
    const { request: waiting } = valueOf(await request(trial_id))
    const opening = confirm(trial_id, second, waiting?.id)
    const revealing = ask(first, api.revealSeed.response, `trials/${trial_id}/reveal`, posted({ reason: 'The end' }))
    const codes = [(await opening).problem?.code, (await revealing).problem?.code]
    expect([
      ['reopening_not_possible', undefined],
      [undefined, 'reveal_not_allowed'],
    ]).toContainEqual(codes)
  })
})

describe('a blinded system administrator', () => {
  /** A trial in which the second person is blinded. */
  const blindedIn = async (): Promise<BuiltTrial> => {
    const trial = await finished()
    const { trial_id } = trial
    await grant(world, { person: 'coordinator', role: 'Trial viewer', trial_id, site_id: null, is_blinded_whole: true })
    return trial
  }

  test('may be the second person, as they may change the status, and is answered no group', async () => {
    const { trial_id, study_groups } = await blindedIn()
    valueOf(await request(trial_id))
    const answer = await confirm(trial_id)
    expect(answer.status).toBe(200)
    const read = await ask(second, api.getTrialReopening.response, `trials/${trial_id}/reopening`)
    for (const { name } of study_groups) expect(answer.text + read.text).not.toContain(name)
  })

  test('may use words that are names of groups which they do not know', async () => {
    const { trial_id, study_groups } = await blindedIn()
    const { status } = await request(trial_id, second, { reason: study_groups.map(({ name }) => name).join(', ') })
    expect(status).toBe(200)
  })
})

describe('where the instance does not allow it, which is the default', () => {
  test('there is no such call, and the trial and the service are described as ever', async () => {
    const trial_id = await finishedId()
    valueOf(await request(trial_id))
    const off = await testPortal({ beside: world, environment: { TRIAL_REOPENING: '' } })
    const there = await signedInAs(off, 'coordinator')
    const before = await about(trial_id)
    const read = await there.fetch(`trials/${trial_id}/reopening`)
    const sent = await there.fetch(`trials/${trial_id}/reopening`, { method: 'POST', body: '{"request_id":1}' })
    const asked = await there.fetch(`trials/${trial_id}/reopening-request`, {
      method: 'POST',
      body: '{"reason":"Why"}',
    })
    const nowhere = await there.fetch(`trials/${trial_id}/nowhere`)
    expect([read.status, sent.status, asked.status, nowhere.status]).toEqual([404, 404, 404, 404])
    expect(await about(trial_id)).toEqual(before)
    const described = await (await there.fetch('app-instance')).text()
    expect(described).not.toContain('reopening')
    await off.stop()
  })
})
