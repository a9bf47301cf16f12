import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  migrate,
  MIGRATIONS,
  plannedMigrations,
  rehearseMigrations,
  type Migration,
} from '../../../../src/server/ground/db/migrate'
import { everyDatabase, TEST_SERVER, type TestDatabase } from '../../../support/database'

const one: Migration = { name: '0001-one', text: 'create table one (id int primary key); insert into one values (1);' }
const two: Migration = { name: '0002-two', text: 'insert into one values (2);' }
const three: Migration = { name: '0003-three', text: 'insert into one values (3);' }
const broken: Migration = { name: '0002-broken', text: 'insert into one values (2);\ninsert into one values (2);' }

describe.each(everyDatabase)('migrations, $kind', ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open([])
  })
  afterEach(() => database.close())

  const rows = async () => {
    const read = await sql<{ id: number }>`select id from one order by id`.execute(database.queries)
    return read.rows.map(({ id }) => id)
  }

  it('stop at a failing one, which leaves nothing behind', async () => {
    const failing = migrate(database, [one, broken, three])
    await expect(failing).rejects.toThrow('The migration 0002-broken failed: error: duplicate key value violates')
    expect(await rows()).toEqual([1])
    expect(await migrate(database, [one, two, three])).toEqual(['0002-two', '0003-three'])
  })

  it('stop where an applied one was changed', async () => {
    await migrate(database, [one])
    const changed = { ...one, text: `${one.text} -- changed` }
    await expect(migrate(database, [changed, two])).rejects.toThrow(
      'The migration 0001-one was changed after it was applied',
    )
    expect(await rows()).toEqual([1])
  })

  it('stop where a newer version has migrated', async () => {
    await migrate(database, [one, two])
    await expect(migrate(database, [one])).rejects.toThrow('0002-two, which only a newer version knows')
  })

  it('stop where one was added too late', async () => {
    await migrate(database, [one, three])
    await expect(migrate(database, [one, two, three])).rejects.toThrow('0002-two comes before 0003-three')
    expect(await rows()).toEqual([1, 3])
  })

  it('are applied in order, once, with any line end', async () => {
    expect(await migrate(database, [one, two])).toEqual(['0001-one', '0002-two'])
    const checkedOutElsewhere = [one, two].map(({ name, text }) => ({ name, text: text.replaceAll('\n', '\r\n') }))
    expect(await migrate(database, [...checkedOutElsewhere, three])).toEqual(['0003-three'])
    expect(await rows()).toEqual([1, 2, 3])
  })

  it('run three times at once, are applied once', async () => {
    const others =
      TEST_SERVER && database.kind === 'server'
        ? [await database.openAnother(), await database.openAnother()]
        : [database, database]
    const applied = await Promise.all([database, ...others].map((each) => migrate(each, [one, two, three])))
    expect(applied.flat().sort()).toEqual(['0001-one', '0002-two', '0003-three'])
    expect(await rows()).toEqual([1, 2, 3])
  })

  it('are planned and rehearsed without a change to the database', async () => {
    expect(await plannedMigrations(database, [one, two])).toEqual(['0001-one', '0002-two'])
    expect(await rehearseMigrations(database, [one, two])).toEqual(['0001-one', '0002-two'])
    expect(await plannedMigrations(database, [one, two])).toEqual(['0001-one', '0002-two'])
    await migrate(database, [one])
    await expect(rehearseMigrations(database, [one, broken])).rejects.toThrow('The migration 0002-broken failed')
    expect(await rehearseMigrations(database, [one, two, three])).toEqual(['0002-two', '0003-three'])
    expect(await rows()).toEqual([1])
    await expect(plannedMigrations(database, [two])).rejects.toThrow('0001-one, which only a newer version knows')
    await expect(rehearseMigrations(database, [two])).rejects.toThrow('0001-one, which only a newer version knows')
  })

  it.runIf(TEST_SERVER)('stop where a table stays in use, and change nothing', async () => {
    if (database.kind !== 'server') return
    await migrate(database, [one])
    const other = await database.openAnother()
    const holder = await other.queries.startTransaction().execute()
    await sql`select * from one`.execute(holder)
    const adding: Migration = { name: '0002-adding', text: 'alter table one add column two int' }
    const refusal = 'The migration 0002-adding changed nothing: a table stayed in use for 1 s'
    await expect(migrate(database, [one, adding], 1)).rejects.toThrow(refusal)
    await expect(rehearseMigrations(database, [one, adding], 1)).rejects.toThrow(refusal)
    await holder.rollback().execute()
    expect(await migrate(database, [one, adding], 1)).toEqual(['0002-adding'])
  })

  it.runIf(TEST_SERVER)('stop where several tables together stay in use for longer', async () => {
    if (database.kind !== 'server') return
    await migrate(database, [one])
    const waiting: Migration = {
      name: '0002-waiting',
      text: "select set_config('statement_timeout', current_setting('lock_timeout'), true); select pg_sleep(60)",
    }
    const refusal = 'The migration 0002-waiting changed nothing: a table stayed in use for 1 s'
    await expect(migrate(database, [one, waiting], 1)).rejects.toThrow(refusal)
  })

  it.runIf(TEST_SERVER)('wait for a randomisation, and block nothing that it still needs', async () => {
    if (database.kind !== 'server') return
    const [before, strict] = [MIGRATIONS.slice(0, 34), MIGRATIONS.slice(0, 35)]
    await migrate(database, before)
    const other = await database.openAnother()
    const randomisation = await other.queries.startTransaction().execute()
    await sql`lock table trials in row share mode`.execute(randomisation)
    const migrated = migrate(database, strict, 30)
    const isWaiting = sql<{ waits: boolean }>`select exists (
      select from pg_locks where not granted and relation = 'trials'::regclass) as waits`
    await vi.waitUntil(async () => (await isWaiting.execute(other.queries)).rows[0]?.waits, { timeout: 20_000 })
    await sql`lock table users, participants, participant_groups, audit_log, messages in row exclusive mode`.execute(
      randomisation,
    )
    await randomisation.commit().execute()
    expect(await migrated).toEqual(['0035-what-the-domain-says'])
  })

  it('of this version make its schema', async () => {
    expect(await migrate(database)).toEqual(MIGRATIONS.map(({ name }) => name))
    expect(await migrate(database)).toEqual([])
  })
})

it('every migration is named by number and subject, without gap', () => {
  expect(MIGRATIONS.map(({ name }) => name.slice(0, 4))).toEqual(
    MIGRATIONS.map((_, index) => String(index + 1).padStart(4, '0')),
  )
  for (const { name } of MIGRATIONS) expect(name).toMatch(/^\d{4}-[a-z0-9-]+$/)
})
