import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accepted } from '#domain/outcome'
import { appendAudit } from '../../../../src/server/ground/db/audit-log'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { insertKeys } from '../../../../src/server/ground/db/idempotency-keys'
import { deleteExpired, keepHouse } from '../../../../src/server/doors/jobs/housekeeping'
import { storedDoneTest } from '../../../support/a-randomisation-test'
import { aTrial } from '../../../support/a-trial'
import { storedSimulation } from '../../../support/stored-simulation'
import { testPortal, type TestPortal } from '../../../support/portal'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(async () => world.stop())

test('keys are stored for 90 days', async () => {
  const { database, now } = world.context
  const user_id = world.personId('nurse')
  const daysAgo = (days: number) => new Date(Date.parse(now()) - days * 86_400_000).toISOString()
  const key = { user_id, request_hash: new Uint8Array(32), status: 201, rows: {} }
  await insertKeys(database.queries, [
    { ...key, key: 'young', created_at: daysAgo(89) },
    { ...key, key: 'old', created_at: daysAgo(91) },
  ])
  await deleteExpired({ database, now, log: pino({ level: 'silent' }) })
  const remaining = await database.queries.selectFrom('idempotency_keys').select('key').execute()
  expect(remaining).toEqual([{ key: 'young' }])
})

test('throttled tries are stored for a day', async () => {
  const { database, now } = world.context
  const wrong = { kind: 'password_of_account', subject_hash: new Uint8Array(32) } as const
  const hoursAgo = (hours: number) => new Date(Date.parse(now()) - hours * 3_600_000).toISOString()
  const tries = [23, 25].map((hours) => ({ ...wrong, tried_at: hoursAgo(hours) }))
  await database.queries.insertInto('throttled_tries').values(tries).execute()
  await deleteExpired({ database, now, log: pino({ level: 'silent' }) })
  const remaining = await database.queries.selectFrom('throttled_tries').select('tried_at').execute()
  expect(remaining).toEqual([{ tried_at: hoursAgo(23) }])
})

test('invitations are stored for 90 days after they ended, and as long as they are valid', async () => {
  const { database, now } = world.context
  const days = (count: number) => new Date(Date.parse(now()) + count * 86_400_000).toISOString()
  const token = (byte: number, expires_at: string, ended_at: string | null) => ({
    user_id: world.personId('nurse'),
    token_hash: new Uint8Array(32).fill(byte),
    created_at: days(-400),
    expires_at,
    ended_at,
  })
  const stored = [
    token(1, days(-300), days(-91)),
    token(2, days(-85), days(-89)),
    token(3, days(-91), days(-200)),
    token(4, days(1), null),
  ]
  const { queries } = database
  await queries.insertInto('association_tokens').values(stored).execute()
  await queries
    .insertInto('association_tokens')
    .values([
      { ...token(5, days(-91), null), user_id: world.personId('monitor') },
      { ...token(6, days(-89), null), user_id: world.personId('pharmacist') },
    ])
    .execute()
  await deleteExpired({ database, now, log: pino({ level: 'silent' }) })
  const remaining = await queries.selectFrom('association_tokens').select('token_hash').orderBy('token_hash').execute()
  expect(remaining.map(({ token_hash }) => token_hash[0])).toEqual([2, 4, 6])
})

test('randomisation tests are stored for 90 days, with their reference sets', async () => {
  const { database, now } = world.context
  const trial = await aTrial(world)
  const ids = [await storedDoneTest(world, trial), await storedDoneTest(world, trial)]
  for (const [index, days] of [89, 91].entries())
    await database.queries
      .updateTable('randomisation_tests')
      .set({ created_at: new Date(Date.parse(now()) - days * 86_400_000).toISOString() })
      .where('id', '=', ids[index] ?? 0)
      .execute()
  await deleteExpired({ database, now, log: pino({ level: 'silent' }) })
  const tests = await database.queries.selectFrom('randomisation_tests').select('id').execute()
  const pieces = await database.queries
    .selectFrom('reference_set_pieces')
    .select('randomisation_test_id as id')
    .execute()
  expect([tests, pieces]).toEqual([[{ id: ids[0] }], [{ id: ids[0] }]])
})

test('simulations are kept for 30 days', async () => {
  const { database, now } = world.context
  const ids = [await storedSimulation(world, 'nurse'), await storedSimulation(world, 'nurse')]
  for (const [index, days] of [29, 31].entries())
    await database.queries
      .updateTable('simulations')
      .set({ created_at: new Date(Date.parse(now()) - days * 86_400_000).toISOString() })
      .where('id', '=', ids[index] ?? 0)
      .execute()
  await deleteExpired({ database, now, log: pino({ level: 'silent' }) })
  const remaining = await database.queries.selectFrom('simulations').select('id').execute()
  expect(remaining).toEqual([{ id: ids[0] }])
})

test('no key is deleted by a clock that was moved, however long ago, so that a repeat is still one', async () => {
  const { database, now } = world.context
  const { queries } = database
  const key = { user_id: world.personId('nurse'), request_hash: new Uint8Array(32), status: 201, rows: {} }
  const store = () => insertKeys(queries, [{ ...key, key: 'of today', created_at: now() }])
  await store()
  const isStored = async () =>
    (await queries.selectFrom('idempotency_keys').select('key').where('key', '=', 'of today').execute()).length === 1
  /** Adds an entry of the audit log, this many hours from now. */
  const recorded = (hours: number) =>
    inTransaction(database, async (transaction) => {
      const created_at = new Date(Date.parse(now()) + hours * 3_600_000).toISOString()
      const nowhere = { trial_id: null, user_id: null, role: null, changes: [], reason: null, request_id: null }
      await appendAudit(transaction, { ...nowhere, kind: 'user_created', description: 'Something', created_at })
      return accepted(null)
    })
  /** Whether keys survive the job, run at this many hours from now, this many hours after the job before it. */
  const keySurvives = async (hours: number, earlier: number | null) => {
    const at = (away: number) => new Date(Date.parse(now()) + away * 3_600_000).toISOString()
    await queries.deleteFrom('jobs').where('name', '=', 'keep_house').execute()
    const done = { name: 'keep_house', claim: 1, run_started_at: at(hours) }
    if (earlier !== null)
      await queries
        .insertInto('jobs')
        .values({ ...done, done_at: at(hours - earlier) })
        .execute()
    await keepHouse({ database, now: () => at(hours), log: pino({ level: 'silent' }) })
    return isStored()
  }
  const year = 365 * 24
  // No job before, one before the clock was moved on, one after it was moved back, and two less than a night ago by the
  // moved clock.
  for (const earlier of [null, year, -year, 1, 19])
    expect([earlier, await keySurvives(year, earlier)]).toEqual([earlier, true])
  expect(await keySurvives(24, 24)).toBe(true)
  // The second night by the moved clock, without and with entries that it dated.
  expect(await keySurvives(year, 24)).toBe(true)
  await recorded(year - 25)
  await recorded(year - 12)
  expect(await keySurvives(year, 24)).toBe(true)
  // If a year did pass, the log has entries from all of it.
  for (let hours = 0; hours < year; hours += 20 * 24) await recorded(hours)
  expect(await keySurvives(year, 24)).toBe(false)
  // After a week without the service, or weeks of failed jobs, keys are deleted at once.
  await store()
  expect(await keySurvives(year + 7 * 24, 7 * 24)).toBe(false)
  await store()
  expect(await keySurvives(year, 40 * 24)).toBe(false)
})

test('what is no key is deleted where a quiet service recorded nothing for long, a night after another housekeeping', async () => {
  const { database, now } = world.context
  const { queries } = database
  const at = (days: number) => new Date(Date.parse(now()) + days * 86_400_000).toISOString()
  const ranBefore = async (days: number) => {
    await queries.deleteFrom('jobs').where('name', '=', 'keep_house').execute()
    const done = { name: 'keep_house', claim: 1, run_started_at: at(days), done_at: at(days) }
    await queries.insertInto('jobs').values(done).execute()
  }
  const simulations = async () => (await queries.selectFrom('simulations').select('id').execute()).length
  await storedSimulation(world, 'nurse')
  const stored = await simulations()
  const quiet = { database, now: () => at(800), log: pino({ level: 'silent' }) }
  await ranBefore(700)
  await keepHouse(quiet)
  expect(await simulations()).toBe(stored)
  await ranBefore(799)
  await keepHouse(quiet)
  expect(await simulations()).toBe(0)
})
