import { accepted } from '#domain/outcome'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseAway } from '../../../../src/server/ground/db/database-away'
import { inTransaction, type Queries } from '../../../../src/server/ground/db/transaction'
import { embeddedDatabase, type TestDatabase } from '../../../support/database'
import { errorOf } from './error-of'
import { gate } from './gate'

const NOTES = { name: '0001-notes', text: 'create table notes (text text)' }

const note = (queries: Queries, text: string) => sql`insert into notes values (${text})`.execute(queries)

const notesOf = async (queries: Queries) => {
  const { rows } = await sql<{ text: string }>`select text from notes`.execute(queries)
  return rows.map(({ text }) => text)
}

describe('the one session of the embedded database', () => {
  let database: TestDatabase
  let problems: string[]
  beforeAll(async () => {
    database = await embeddedDatabase([NOTES], (problem, error) => problems.push(`${problem}: ${String(error)}`))
  })
  beforeEach(async () => {
    problems = []
    await sql`truncate notes`.execute(database.queries)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => database.close())

  const notes = () => notesOf(database.queries)

  /** Holds the session until the returned function is called. */
  const hold = async (work: (queries: Queries) => Promise<unknown>) => {
    const begun = gate()
    const end = gate()
    const connection = database.queries.connection().execute(async (queries) => {
      await work(queries)
      begun.open()
      await end.opened
      return work(queries)
    })
    await begun.opened
    return async () => {
      end.open()
      return connection
    }
  }

  it('refuses a caller after ten seconds, with the probable reason', async () => {
    const end = await hold((queries) => note(queries, 'held'))
    const waiting = errorOf(notes())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await waiting).toEqual(
      new DatabaseAway(
        'The embedded database has one session, and it stayed busy for 10 seconds ' +
          '(within a transaction, every query must go through that transaction)',
      ),
    )
    await end()
    expect(await notes()).toEqual(['held', 'held'])
  })

  it('refuses a query beside the open transaction that waits for itself, and continues', async () => {
    const transaction = database.queries.transaction().execute(async () => {
      const beside = errorOf(notes())
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await beside).toBeInstanceOf(DatabaseAway)
      throw new Error('refused')
    })
    await expect(transaction).rejects.toThrow('refused')
    expect(await notes()).toEqual([])
  })

  it('is taken from a holder who is idle for 15 seconds, and rolled back', async () => {
    const end = await hold(async (queries) => {
      await sql`begin`.execute(queries)
      await note(queries, 'lost')
    })
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await notes()).toEqual([])
    await expect(end()).rejects.toBeInstanceOf(DatabaseAway)
    expect(problems).toEqual([
      'The embedded database was taken from its holder, and its open transaction was rolled back: ' +
        'Error: The session was held for 15 seconds without a query',
    ])
  })

  it('rolls back a transaction that a holder leaves open', async () => {
    await database.queries.connection().execute(async (queries) => {
      await sql`begin`.execute(queries)
      await note(queries, 'lost')
    })
    expect(await notes()).toEqual([])
  })

  it.each([
    ['selec', '42601'],
    ['select 1 / 0', '22012'],
    ["select 'x'::int", '22P02'],
    ['select $1::int', '42P02'],
    ['select 1; select 1 / 0', '22012'],
    ['insert into nowhere values (1)', '42P01'],
  ])('stays in step after %s', async (faulty, code) => {
    expect(await errorOf(sql.raw(faulty).execute(database.queries))).toMatchObject({ code })
    expect(await notes()).toEqual([])
    expect(await errorOf(sql`${sql.raw(faulty)} ${'x'}::text`.execute(database.queries))).toBeInstanceOf(DatabaseError)
    expect(await notes()).toEqual([])
  })

  it('is served in the order of requests', async () => {
    const end = await hold((queries) => note(queries, 'first'))
    const others = ['second', 'third', 'fourth'].map((text) => note(database.queries, text))
    await end()
    await Promise.all(others)
    expect(await notes()).toEqual(['first', 'first', 'second', 'third', 'fourth'])
  })
})

it('the embedded database is closed once running and waiting work has ended, and then refuses more', async () => {
  const database = await embeddedDatabase([NOTES])
  const end = gate()
  const running = inTransaction(database, async (transaction) => {
    await note(transaction, 'kept')
    await end.opened
    return accepted(await notesOf(transaction))
  })
  const waiting = notesOf(database.queries)
  await new Promise((resolve) => setImmediate(resolve))
  const closed = database.close()
  expect(await errorOf(notesOf(database.queries))).toEqual(new DatabaseAway('The embedded database is closed'))
  end.open()
  expect(await running).toEqual(accepted(['kept']))
  expect(await waiting).toEqual(['kept'])
  await closed
  expect(await errorOf(database.ping())).toBeInstanceOf(DatabaseAway)
})
