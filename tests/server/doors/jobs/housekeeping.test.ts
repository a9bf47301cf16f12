import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertKeys } from '../../../../src/server/ground/db/idempotency-keys'
import { deleteExpired } from '../../../../src/server/doors/jobs/housekeeping'
import { storedSimulation } from '../../../support/stored-simulation'
import { testPortal, type TestPortal } from '../../../support/portal'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(async () => world.stop())

test('keys are kept for 90 days', async () => {
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

test('tries that are throttled are kept for a day', async () => {
  const { database, now } = world.context
  const wrong = { kind: 'password_of_account', subject_hash: new Uint8Array(32) } as const
  const hoursAgo = (hours: number) => new Date(Date.parse(now()) - hours * 3_600_000).toISOString()
  const tries = [23, 25].map((hours) => ({ ...wrong, tried_at: hoursAgo(hours) }))
  await database.queries.insertInto('throttled_tries').values(tries).execute()
  await deleteExpired({ database, now, log: pino({ level: 'silent' }) })
  const remaining = await database.queries.selectFrom('throttled_tries').select('tried_at').execute()
  expect(remaining).toEqual([{ tried_at: hoursAgo(23) }])
})

test('invitations are kept for 90 days after they ended, and as long as they can be used', async () => {
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
