import { getLedger, revealSeed } from '#contract/ledger'
import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_BASE } from '#contract/api-address'
import { createApp } from '../../../../src/server/start/app'
import { findTrial } from '../../../../src/server/ground/db/trials'
import { aTrial, grant } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { shownTo } from '../../../support/save-trial'
import { secretTextsOf } from '../../../support/secret-of-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const REASON = { reason: 'The report is written' }

const reveal = (trialId: number, who = administrator, body: unknown = REASON, headers: Record<string, string> = {}) =>
  ask(who, revealSeed.response, `trials/${trialId}/reveal`, posted(body, headers))

const finished = () => aTrial(world, { status: 'finished' })

const stored = async (trialId: number) => {
  const { queries } = world.database
  const trial = await findTrial(queries, trialId)
  if (!trial) throw new Error('no trial')
  const records = await queries
    .selectFrom('ledger_records')
    .select(['record_no', 'record'])
    .where('trial_id', '=', trialId)
    .orderBy('record_no')
    .execute()
  const entries = await queries
    .selectFrom('audit_log')
    .select(['kind', 'user_id', 'role', 'reason', 'changes', 'description'])
    .where('trial_id', '=', trialId)
    .orderBy('position')
    .execute()
  return { seed_revealed_at: trial.seed_revealed_at, records: records.map(({ record }) => record), entries }
}

describe('a reveal that is refused opens nothing', () => {
  test.each(['planning', 'pending', 'started', 'paused', 'rejected'] as const)(
    'in a trial that is %s',
    async (status) => {
      const { trial_id } = await aTrial(world, { status })
      const before = await stored(trial_id)
      const { status: answered, problem, text } = await reveal(trial_id)
      expect([answered, problem?.code]).toEqual([409, 'reveal_not_allowed'])
      for (const secret of await secretTextsOf(world, trial_id)) expect(text).not.toContain(secret)
      expect(await stored(trial_id)).toEqual(before)
    },
  )

  test.each<[string, object]>([
    ['without a reason', {}],
    ['with an empty one', { reason: '' }],
    ['with one of blanks', { reason: ' \n' }],
  ])('%s', async (_says, body) => {
    const { trial_id } = await finished()
    const before = await stored(trial_id)
    const { status, problem } = await reveal(trial_id, administrator, body)
    expect([status, problem?.fields]).toEqual([422, { reason: 'Please enter a reason' }])
    expect(await stored(trial_id)).toEqual(before)
  })

  test.each([
    ['coordinator', 'Trial administrator', {}, 403, 'forbidden'],
    ['monitor', 'Trial viewer', {}, 403, 'forbidden'],
    ['nurse', null, {}, 404, 'not_found'],
    ['administrator', 'Trial viewer', { is_blinded_whole: true }, 403, 'blinded'],
    ['administrator', 'Trial viewer', { is_blinded_partial: true }, 403, 'blinded'],
  ] as const)('to the %s (%s %o) with %i %s', async (person, role, flags, status, code) => {
    const { trial_id } = await finished()
    if (role) await grant(world, { person, role, trial_id, site_id: null, ...flags })
    const before = await stored(trial_id)
    const refused = await reveal(trial_id, await signedInAs(world, person))
    expect([refused.status, refused.problem?.code]).toEqual([status, code])
    expect(await stored(trial_id)).toEqual(before)
  })

  test('to the administrator of the system in a protected trial in which they have no role', async () => {
    const { trial_id, sites } = await finished()
    const { queries } = world.database
    await queries.updateTable('trials').set({ is_protected_trial: true }).where('id', '=', trial_id).execute()
    expect((await reveal(trial_id)).problem?.code).toBe('not_found')
    // Access to one of its sites reveals that it exists. The level in the system does not count there.
    await grant(world, { person: 'administrator', role: 'Site user', trial_id, site_id: sites[0]?.id ?? null })
    expect((await reveal(trial_id)).problem?.code).toBe('forbidden')
    expect((await reveal(999_999)).status).toBe(404)
  })
})

describe('the reveal', () => {
  test.each(['finished', 'terminated'] as const)(
    'of a trial that is %s answers the seed behind its commitment',
    async (status) => {
      const { trial_id } = await aTrial(world, { status })
      const { seed_hex, nonce_hex } = valueOf(await reveal(trial_id))
      const { trial_uuid, commitment } = valueOf(
        await ask(administrator, getLedger.response, `trials/${trial_id}/ledger`),
      )
      const promised = createHash('sha256').update(`RCT-ALLOC-1|commit|${trial_uuid}|`).update(seed_hex, 'hex')
      expect([promised.digest('hex'), nonce_hex]).toEqual([commitment, null])
    },
  )

  test('is shown with the trial from then on, with its first time, only to people who may see the ledger', async () => {
    const { trial_id } = await finished()
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    expect(await shownTo(administrator, trial_id)).toMatchObject({ seed_revealed_at: null })
    const first = world.clock.now()
    valueOf(await reveal(trial_id))
    world.clock.step(60)
    valueOf(await reveal(trial_id, administrator, { reason: 'Once more' }))
    expect(await shownTo(administrator, trial_id)).toMatchObject({ seed_revealed_at: first })
    const others = await shownTo(await signedInAs(world, 'coordinator'), trial_id)
    expect(others).not.toHaveProperty('seed_revealed_at')
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    expect(await shownTo(administrator, trial_id)).not.toHaveProperty('seed_revealed_at')
  })

  test('is recorded in the ledger the first time, in the audit log each time, and never with the seed', async () => {
    const { trial_id } = await finished()
    const before = await stored(trial_id)
    world.clock.step(60)
    const first = world.clock.now()
    const opened = valueOf(await reveal(trial_id))
    world.clock.step(60)
    expect(valueOf(await reveal(trial_id, administrator, { reason: 'Once more' }))).toEqual(opened)
    const after = await stored(trial_id)
    expect(after.seed_revealed_at).toBe(first)
    expect(after.records.slice(before.records.length)).toEqual([
      `{"at":"${first}","i":${before.records.length + 1},"type":"reveal"}`,
    ])
    const entry = {
      kind: 'seed_revealed',
      user_id: world.personId('administrator'),
      role: 'System administrator',
      changes: [],
      description: `Seed of trial ${trial_id} revealed`,
    }
    expect(after.entries.slice(before.entries.length)).toEqual([
      { ...entry, ...REASON },
      { ...entry, reason: 'Once more' },
    ])
    expect(JSON.stringify(after)).not.toContain(opened.seed_hex)
  })

  test('is announced to the people of the trial the first time, without the seed', async () => {
    const { trial_id } = await finished()
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    const { seed_hex } = valueOf(await reveal(trial_id))
    valueOf(await reveal(trial_id, administrator, { reason: 'Once more' }))
    const messages = await world.database.queries
      .selectFrom('messages')
      .select(['user_id', 'facts'])
      .where('trial_id', '=', trial_id)
      .where(sql<string>`facts ->> 'kind'`, '=', 'seed_revealed')
      .execute()
    expect(messages).toMatchObject([{ user_id: world.personId('coordinator'), facts: REASON }])
    expect(JSON.stringify(messages)).not.toContain(seed_hex)
  })

  test('sent again under its key gets the same answer, and is one reveal', async () => {
    const { trial_id } = await finished()
    const headers = { 'Idempotency-Key': randomUUID() }
    const one = await reveal(trial_id, administrator, REASON, headers)
    const written = await stored(trial_id)
    const again = await reveal(trial_id, administrator, REASON, headers)
    expect([one.replayed, again.replayed]).toEqual([false, true])
    expect(again.value).toEqual(one.value)
    expect(await stored(trial_id)).toEqual(written)
  })

  test('sent again by a person who has been blinded since shows them nothing', async () => {
    const { trial_id } = await finished()
    const headers = { 'Idempotency-Key': randomUUID() }
    valueOf(await reveal(trial_id, administrator, REASON, headers))
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    expect((await reveal(trial_id, administrator, REASON, headers)).problem?.code).toBe('blinded')
  })
})

describe('the seed', () => {
  test('is in no answer but the reveal and the ledger after it, in no line of the log and in no column', async () => {
    const trial = await aTrial(world, { randomisation_method_id: 1, block_size_min: 2, block_size_max: 4 })
    const { trial_id } = trial
    await randomise(administrator, trial_id, { site_id: trial.sites[0]?.id })
    const secrets = await secretTextsOf(world, trial_id)
    const lines: string[] = []
    const serializers = { error: pino.stdSerializers.err }
    const log = pino({ level: 'trace', serializers }, { write: (line: string) => void lines.push(line) })
    const app = createApp({ ...world.context, log })
    const send = async (path: string, body?: unknown): Promise<string> => {
      const headers = { Authorization: `Bearer ${administrator.token}`, 'Content-Type': 'application/json' }
      const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
      return (await app.request(`${API_BASE}/trials/${trial_id}${path}`, init)).text()
    }
    const closed = [
      await send('/ledger'),
      await send('/start-nonce', { nonce_hex: '00'.repeat(16) }),
      await send('/reveal', REASON),
      await send('/status', { trial_status_id: 6, reason: 'It is over' }),
      await send('/reveal', {}),
      await send(''),
    ].join('\n')
    for (const secret of secrets) expect(closed).not.toContain(secret)
    const [seedHex = ''] = secrets
    expect(await send('/reveal', REASON)).toContain(seedHex)
    expect(await send('/ledger')).toContain(seedHex)
    const still = [await send(''), await send('/participants'), await send('/statistics')].join('\n')
    const { rows } = await sql<{ dump: string }>`
      select query_to_xml('select * from ' || table_name, true, true, '')::text as dump
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    `.execute(world.database.queries)
    const everything = [still, ...lines, ...rows.map(({ dump }) => dump)].join('\n')
    expect(everything).toContain('seed_revealed')
    expect(lines.length).toBeGreaterThan(9)
    for (const secret of secrets) expect(everything).not.toContain(secret)
  })
})
