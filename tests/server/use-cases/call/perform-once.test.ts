import { flagParticipant, randomiseParticipant, settleRandomisation } from '#contract/participants'
import { changeTrialStatus, createTrial } from '#contract/trials'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn
/** A second person with the same permission. */
let colleague: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
  colleague = await signedInAs(world, 'unblinder')
})
afterAll(() => world.stop())

type Headers = Record<string, string>

const create = (title: string, headers: Headers = {}, more: object = {}, who = administrator) =>
  ask(who, createTrial.response, 'trials', posted(aTrialForm({ title, ...more }), headers))

const setStatus = (trialId: number, trial_status_id: number, headers: Headers = {}, reason = 'Ready') =>
  ask(
    administrator,
    changeTrialStatus.response,
    `trials/${trialId}/status`,
    posted({ trial_status_id, reason }, headers),
  )

const randomiseAt = (trialId: number, site_id: number | undefined, headers: Headers) =>
  ask(administrator, randomiseParticipant.response, `trials/${trialId}/participants`, posted({ site_id }, headers))

const aKey = (): Headers => ({ 'Idempotency-Key': randomUUID() })

const trialsNamed = async (title: string) =>
  (await world.context.database.queries.selectFrom('trials').select('id').where('title', '=', title).execute()).length

const entriesOf = async (trialId: number) =>
  world.context.database.queries
    .selectFrom('audit_log')
    .select('kind')
    .where('trial_id', '=', trialId)
    .orderBy('position')
    .execute()

const keyOf = (headers: Headers) =>
  world.context.database.queries
    .selectFrom('idempotency_keys')
    .select(['user_id', 'status', 'rows'])
    .where('key', '=', headers['Idempotency-Key'] ?? '')
    .execute()

/** The answer to a request to randomise whose key another call had as well, and the refusal of that request itself. */
const TOLD_OF_RANDOMISING = [
  ['randomised', null],
  ['nothing_happened', 'idempotency_key_closed'],
  ['idempotency_key_reused', 'idempotency_key_reused'],
]

const codesOf = (answers: readonly { status: number; problem: { code: string } | null }[]) =>
  answers.map(({ status, problem }) => [status, problem?.code ?? null])

describe('a key that was used for another request', () => {
  test('is refused under another body, without an effect', async () => {
    const headers = aKey()
    await create('First', headers)
    const other = await create('Second', headers)
    expect([other.status, other.problem?.code, other.replayed]).toEqual([422, 'idempotency_key_reused', false])
    expect(await trialsNamed('Second')).toBe(0)
  })

  test('is refused at another address, also with the same body', async () => {
    const [one, other] = [await aTrial(world, { status: 'planning' }), await aTrial(world, { status: 'planning' })]
    const headers = aKey()
    expect((await setStatus(one.trial_id, 3, headers)).status).toBe(200)
    expect((await setStatus(other.trial_id, 3, headers)).problem?.code).toBe('idempotency_key_reused')
    expect(await entriesOf(other.trial_id)).toHaveLength(1)
    expect((await create('With the key of a status', headers)).problem?.code).toBe('idempotency_key_reused')
    const logout = await administrator.fetch('auth/logout', { method: 'POST', headers })
    expect(logout.status).toBe(422)
  })

  test('is refused where its own request was randomising, and the other way round', async () => {
    const trial = await aTrial(world)
    const [site] = trial.sites
    const [randomised, paused] = [aKey(), aKey()]
    expect((await randomiseAt(trial.trial_id, site?.id, randomised)).status).toBe(201)
    expect((await setStatus(trial.trial_id, 4, randomised)).problem?.code).toBe('idempotency_key_reused')
    expect((await setStatus(trial.trial_id, 4, paused)).status).toBe(200)
    await setStatus(trial.trial_id, 3)
    expect((await randomiseAt(trial.trial_id, site?.id, paused)).problem?.code).toBe('idempotency_key_reused')
  })

  test('at two addresses at once is performed at one of them', async () => {
    const pairs = Array.from({ length: 8 }, async () => {
      const [one, other] = [await aTrial(world), await aTrial(world)]
      const headers = aKey()
      const answers = await Promise.all([
        randomiseAt(one.trial_id, one.sites[0]?.id, headers),
        randomiseAt(other.trial_id, other.sites[0]?.id, headers),
      ])
      return codesOf(answers).toSorted(([a], [b]) => Number(a) - Number(b))
    })
    for (const codes of await Promise.all(pairs)) {
      expect(codes).toEqual([
        [201, null],
        [422, 'idempotency_key_reused'],
      ])
    }
  })

  test('for two requests at once in one trial is performed for one of them', async () => {
    const pairs = Array.from({ length: 8 }, async () => {
      const trial = await aTrial(world)
      const headers = aKey()
      const answers = await Promise.all([
        randomiseAt(trial.trial_id, trial.sites[0]?.id, headers),
        setStatus(trial.trial_id, 4, headers),
      ])
      return codesOf(answers)
    })
    for (const codes of await Promise.all(pairs)) {
      expect(codes.filter(([status]) => Number(status) < 300)).toHaveLength(1)
      // The trial may have been paused first, which refuses the request instead.
      const refusals = ['idempotency_key_reused', 'trial_not_started']
      for (const [, code] of codes.filter(([status]) => Number(status) >= 300)) expect(refusals).toContain(code)
    }
  })

  test('takes effect at most once for three requests at once, one of which asks for the outcome', async () => {
    const trial = await aTrial(world)
    const site_id = trial.sites[0]?.id
    const { participants } = await randomise(administrator, trial.trial_id, { site_id })
    const flag = `trials/${trial.trial_id}/participants/${participants[0]?.id}/flag`
    for (let round = 0; round < 20; round += 1) {
      const headers = aKey()
      const [randomised, flagged, settled] = await Promise.all([
        randomiseAt(trial.trial_id, site_id, headers),
        ask(
          administrator,
          flagParticipant.response,
          flag,
          posted({ comment: 'Seen', flag_status: round % 2 === 0 ? 'Flagged' : 'Unflagged' }, headers),
        ),
        ask(
          administrator,
          settleRandomisation.response,
          `trials/${trial.trial_id}/participants/outcome`,
          posted({ idempotency_key: headers['Idempotency-Key'] }),
        ),
      ])
      const answers = codesOf([randomised, flagged, settled])
      expect(answers.filter(([status]) => Number(status) >= 500)).toEqual([])
      expect(codesOf([randomised, flagged]).filter(([status]) => Number(status) < 300).length).toBeLessThanOrEqual(1)
      const outcome = settled.value?.outcome ?? settled.problem?.code
      expect(TOLD_OF_RANDOMISING).toContainEqual([outcome, randomised.problem?.code ?? null])
    }
  })

  test('closed without an effect stays closed for everything', async () => {
    const trial = await aTrial(world)
    const headers = aKey()
    const settled = posted({ idempotency_key: headers['Idempotency-Key'] })
    await administrator.fetch(`trials/${trial.trial_id}/participants/outcome`, settled)
    const answers = [await create('After closing', headers), await setStatus(trial.trial_id, 4, headers)]
    expect(codesOf(answers)).toEqual([
      [409, 'idempotency_key_closed'],
      [409, 'idempotency_key_closed'],
    ])
    expect(await trialsNamed('After closing')).toBe(0)
  })
})

describe('a refusal leaves the key free', () => {
  test('for the corrected form', async () => {
    const headers = aKey()
    expect((await create('Corrected', headers, { end_on: '2020-01-01' })).status).toBe(422)
    expect(await keyOf(headers)).toEqual([])
    expect(await create('Corrected', headers)).toMatchObject({ status: 201, replayed: false })
  })

  test('for the same request, judged again', async () => {
    const { trial_id } = await aTrial(world, { status: 'started' })
    const headers = aKey()
    expect((await setStatus(trial_id, 3, headers)).problem?.code).toBe('status_change_not_allowed')
    await setStatus(trial_id, 4)
    expect(await setStatus(trial_id, 3, headers)).toMatchObject({ status: 200, replayed: false })
  })

  test('for a person who may do it later', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const headers = aKey()
    expect((await create('Promoted', headers, {}, nurse)).status).toBe(403)
    await grant(world, { person: 'nurse', role: 'System administrator', trial_id: null, site_id: null })
    expect(await create('Promoted', headers, {}, nurse)).toMatchObject({ status: 201, replayed: false })
  })
})

describe('the same request under the same key', () => {
  test('20 times at once makes one trial, with one answer', async () => {
    const headers = aKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('Twenty', headers)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await trialsNamed('Twenty')).toBe(1)
  })

  test('20 times at once changes a status once, with one entry', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const headers = aKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => setStatus(trial_id, 3, headers)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect((await entriesOf(trial_id)).map(({ kind }) => kind)).toEqual(['trial_created', 'trial_status_changed'])
  })

  test('is answered with the present state, and marked as a repeat', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const headers = aKey()
    const started = await setStatus(trial_id, 3, headers)
    expect([started.replayed, valueOf(started).trial_status.id]).toEqual([false, 3])
    await setStatus(trial_id, 4)
    const repeat = await setStatus(trial_id, 3, headers)
    expect([repeat.status, repeat.replayed, valueOf(repeat).trial_status.id]).toEqual([200, true, 4])
  })

  test('is stored with its status and the rows it changed, and no content of its answer', async () => {
    const headers = aKey()
    const { id } = valueOf(await create('Stored', headers))
    expect(await keyOf(headers)).toEqual([
      { user_id: world.personId('administrator'), status: 201, rows: { trials: [id] } },
    ])
  })

  test('of another person is their own', async () => {
    const headers = aKey()
    const [one, other] = [await create('Mine', headers), await create('Mine', headers, {}, colleague)]
    expect([one.replayed, other.replayed]).toEqual([false, false])
    expect(valueOf(other).id).not.toBe(valueOf(one).id)
    expect(await trialsNamed('Mine')).toBe(2)
    expect((await create('Mine', headers, {}, colleague)).text).toBe(other.text)
  })

  test('of the same person is theirs in another session and another process too', async () => {
    const other = await testPortal({ beside: world })
    try {
      const headers = aKey()
      const first = await create('Everywhere', headers)
      const elsewhere = await signedInAs(other, 'administrator')
      const repeat = await create('Everywhere', headers, {}, elsewhere)
      expect([repeat.replayed, valueOf(repeat).id]).toEqual([true, valueOf(first).id])
    } finally {
      await other.stop()
    }
  })

  test('with other blanks is another body', async () => {
    const headers = aKey()
    await create('Blanks', headers)
    const body = JSON.stringify(aTrialForm({ title: 'Blanks' }), null, 1)
    const spelt = await ask(administrator, createTrial.response, 'trials', { method: 'POST', body, headers })
    expect(spelt.problem?.code).toBe('idempotency_key_reused')
  })

  test('works with the longest key there is', async () => {
    const headers = { 'Idempotency-Key': '~'.repeat(128) }
    await create('Long key', headers)
    expect((await create('Long key', headers)).replayed).toBe(true)
  })
})

describe('client id and request counter, without a key', () => {
  const counted = (counter: string, client = randomUUID()): Headers => ({
    'X-Client-Id': client,
    'X-Request-Counter': counter,
  })

  test('are one for the same body for 60 seconds', async () => {
    const headers = counted('1')
    const outcomes = []
    for (const seconds of [0, 1, 59, 1]) {
      world.clock.step(seconds)
      const { status, replayed } = await create('Counted', headers)
      outcomes.push([status, replayed])
    }
    expect(outcomes).toEqual([
      [201, false],
      [201, true],
      [201, true],
      [201, false],
    ])
    expect(await trialsNamed('Counted')).toBe(2)
  })

  test('20 times at once make one trial', async () => {
    const headers = counted('3')
    await Promise.all(Array.from({ length: 20 }, () => create('Counted at once', headers)))
    expect(await trialsNamed('Counted at once')).toBe(1)
  })

  test.each<[string, Headers, Headers]>([
    [
      'another counter',
      counted('1', 'aaaaaaaa-0000-4000-8000-000000000000'),
      counted('2', 'aaaaaaaa-0000-4000-8000-000000000000'),
    ],
    ['another client', counted('7'), counted('7')],
    ['a counter without a client', { 'X-Request-Counter': '9' }, { 'X-Request-Counter': '9' }],
  ])('with %s are not the same', async (says, one, other) => {
    const answers = [await create(says, one), await create(says, other)]
    expect(answers.map(({ replayed }) => replayed)).toEqual([false, false])
    expect(await trialsNamed(says)).toBe(2)
  })

  test('with another body are another request, never a reused key', async () => {
    const headers = counted('11')
    expect((await create('One body', headers)).status).toBe(201)
    expect((await create('Another body', headers)).status).toBe(201)
  })

  test('are ignored beside a key, and cannot be mistaken for one', async () => {
    const headers = { ...counted('13'), ...aKey() }
    await create('Key first', headers)
    const { 'Idempotency-Key': _, ...withoutKey } = headers
    expect((await create('Key first', withoutKey)).replayed).toBe(false)
  })
})

test('are missing: every request is its own', async () => {
  const answers = [await create('Unprotected'), await create('Unprotected')]
  expect(answers.map(({ replayed }) => replayed)).toEqual([false, false])
  expect(await trialsNamed('Unprotected')).toBe(2)
})
