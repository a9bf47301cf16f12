import { problem } from '#contract/problem'
import { accepted } from '#domain/outcome'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isDatabaseAway } from '../../src/server/ground/db/database-away'
import { POOL } from '../../src/server/ground/db/postgres-pool'
import { inTransaction } from '../../src/server/ground/db/transaction'
import { aTrial, type BuiltTrial } from '../support/a-trial'
import { posted } from '../support/ask'
import { TEST_SERVER } from '../support/database'
import { testPortal, type TestPortal } from '../support/portal'
import { signedInAs, type SignedIn } from '../support/sign-in'
import { errorOf } from './ground/db/error-of'
import { gate } from './ground/db/gate'

/* A database that takes no changes: the portal changes nothing, says so, and takes itself out of service. */

let world: TestPortal
let trial: BuiltTrial
let administrator: SignedIn
beforeEach(async () => {
  world = await testPortal()
  trial = await aTrial(world)
  administrator = await signedInAs(world, 'administrator')
})
afterEach(() => world.stop())

const readiness = async () => (await fetch(`${world.url}/readyz`)).status
const savesProfile = async () => {
  const body = {
    id: world.personId('administrator'),
    email: 'administrator@example.org',
    selected_timezone: 'Asia/Tokyo',
  }
  const response = await administrator.fetch('auth/me/update', { ...posted(body), method: 'PUT' })
  return response.ok ? response.status : [response.status, v.parse(problem, await response.json()).code]
}

/** Sets each session as a demoted server would. */
const readOnly = async (value: 'on' | 'off') => {
  const all = TEST_SERVER ? POOL.connections : 1
  const everyOne = gate()
  let warnings = 0
  const sessions = Array.from({ length: all }, () =>
    world.database.queries.connection().execute(async (session) => {
      await sql`select set_config('default_transaction_read_only', ${value}, false)`.execute(session)
      warnings += 1
      if (warnings === all) everyOne.open()
      await everyOne.opened
    }),
  )
  await Promise.all(sessions)
}

test('set to read only: 503 for a write and for readiness, until it accepts writes again', async () => {
  expect([await readiness(), await savesProfile()]).toEqual([200, 200])
  await readOnly('on')
  expect([await savesProfile(), await readiness()]).toEqual([[503, 'unavailable'], 503])
  await readOnly('off')
  expect([await readiness(), await savesProfile()]).toEqual([200, 200])
})

describe('with a full disk', () => {
  /** PostgreSQL answers so where a file cannot grow. */
  const fill = async () => {
    const { queries } = world.database
    await sql`create function is_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(queries)
    await sql`create function has_no_room() returns event_trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(queries)
    await sql`create trigger full_disk before update on users execute function is_full()`.execute(queries)
    await sql`create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS', 'CREATE TABLE')
      execute function has_no_room()`.execute(queries)
  }

  test('reports it: 503 for the write, then for readiness, until there is space', async () => {
    await fill()
    expect(await savesProfile()).toEqual([503, 'unavailable'])
    expect(await readiness()).toBe(503)
    // A commit without a change shows nothing about the disk.
    await inTransaction(world.database, async () => accepted(null))
    expect(await readiness()).toBe(503)
    await sql`drop event trigger no_room`.execute(world.database.queries)
    expect(await readiness()).toBe(200)
    await sql`drop trigger full_disk on users`.execute(world.database.queries)
    expect(await savesProfile()).toBe(200)
  })

  test('nothing of the write is stored', async () => {
    await fill()
    const error = await errorOf(
      inTransaction(world.database, async (transaction) => {
        await sql`update trials set title = 'Half done'`.execute(transaction)
        await sql`update users set name = 'Half done'`.execute(transaction)
        return accepted(null)
      }),
    )
    expect(isDatabaseAway(error)).toBe(true)
    const titles = await world.database.queries.selectFrom('trials').select('title').execute()
    expect(titles.map(({ title }) => title)).not.toContain('Half done')
  })
})

describe.skipIf(!TEST_SERVER)('on a server', () => {
  test('a start with a read-only database is refused in one line', async () => {
    const name = new URL(world.database.url).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(world.database.queries)
    await expect(world.database.openAnother()).rejects.toThrow(
      'DATABASE_URL: This database is set to read only (default_transaction_read_only) and takes no changes',
    )
  })

  test('a trial whose row is locked does not block other trials, and continues by itself', async () => {
    const other = await aTrial(world)
    const saves = (in_trial: BuiltTrial) =>
      administrator.fetch(`trials/${in_trial.trial_id}/start-nonce`, posted({ nonce_hex: '00'.repeat(8) }))
    const [isHeld, mayEnd] = [gate(), gate()]
    const second = await world.database.openAnother()
    const holder = inTransaction(second, async (transaction) => {
      await sql`select from trials where id = ${trial.trial_id} for update`.execute(transaction)
      isHeld.open()
      await mayEnd.opened
      return accepted(null)
    })
    await isHeld.opened
    const waiting = Array.from({ length: 20 }, () => saves(trial))
    const beside = await saves(other)
    expect(beside.status).toBeLessThan(500)
    mayEnd.open()
    await holder
    expect((await Promise.all(waiting)).filter(({ status }) => status >= 500)).toEqual([])
  })
})
