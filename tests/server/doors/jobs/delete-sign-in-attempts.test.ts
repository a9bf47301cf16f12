import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { earlier } from '../../../../src/server/ground/time/clock'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { deleteSignInAttempts } from '../../../../src/server/doors/jobs/delete-sign-in-attempts'
import { redirectPath } from '../../../support/sign-in'
import { testPortal, type TestPortal } from '../../../support/portal'
import { webBrowser } from '../../../support/web-browser'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
beforeEach(() => world.database.queries.deleteFrom('sign_in_attempts').execute())
afterAll(() => world.stop())

const MINUTES = 60

/** Creates `count` sign-ins that began this many seconds ago. */
const begunAgo = (seconds: number, count = 1) =>
  sql`
    insert into sign_in_attempts (state_hash, browser_hash, idp, nonce, code_verifier, started_at)
    select sha256(convert_to(${seconds}::text || '|' || number, 'UTF8')), '', 'sso', '', '',
      ${earlier(world.clock.now(), seconds)}::timestamptz
    from generate_series(1, ${count}::int) as number
  `.execute(world.database.queries)

const remaining = async () => {
  const rows = await world.database.queries.selectFrom('sign_in_attempts').select('started_at').execute()
  return rows.map(({ started_at }) => (Date.parse(world.clock.now()) - Date.parse(started_at)) / 1000)
}

test('sign-ins that began more than an hour ago are deleted, those that may still return are not', async () => {
  await begunAgo(61 * MINUTES)
  await begunAgo(59 * MINUTES)
  await begunAgo(0)
  await deleteSignInAttempts(world.context)
  expect((await remaining()).toSorted((a, b) => a - b)).toEqual([0, 59 * MINUTES])
})

test('however many there are', async () => {
  await begunAgo(61 * MINUTES, 12_000)
  await deleteSignInAttempts(world.context)
  expect(await remaining()).toEqual([])
})

test('a portal that stops leaves the rest to the next', async () => {
  await begunAgo(61 * MINUTES)
  await deleteSignInAttempts({ ...world.context, is_stopping: () => true })
  expect(await remaining()).toEqual([61 * MINUTES])
})

test('beginning a sign-in does not wait for it', async () => {
  await begunAgo(61 * MINUTES)
  await webBrowser().go(`${world.url}${redirectPath('sso')}`)
  expect((await remaining()).toSorted((a, b) => a - b)).toEqual([0, 61 * MINUTES])
})

test('they are found by an index', async () => {
  const plan = await inTransaction(world.database, async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    const { rows } = await sql<Record<string, string>>`
      explain select state_hash from sign_in_attempts where started_at < '2026-01-01' order by started_at limit 5000
    `.execute(transaction)
    return { ok: true, value: rows.flatMap((row) => Object.values(row)).join('\n') }
  })
  expect(plan.ok && plan.value).toContain('sign_in_attempts_started')
})
