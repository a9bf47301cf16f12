import { accepted, refused } from '#domain/outcome'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CommitOutcomeUnknown, isDatabaseAway } from '../../../../src/server/ground/db/database-away'
import { inTransaction, type Queries } from '../../../../src/server/ground/db/transaction'
import { everyDatabase, type TestDatabase } from '../../../support/database'
import { errorOf } from './error-of'
import { gate } from './gate'

const note = (queries: Queries, text: string) => sql`insert into notes (text) values (${text})`.execute(queries)

const notesOf = async (queries: Queries) => {
  const { rows } = await sql<{ text: string }>`select text from notes order by id`.execute(queries)
  return rows.map(({ text }) => text)
}

describe.each(everyDatabase)('a transaction, $kind', ({ open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    const notes =
      'create table notes (id int generated always as identity, text text unique deferrable initially deferred)'
    database = await open([{ name: '0001-notes', text: `${notes}; create table numbers (value int primary key)` }])
  })
  beforeEach(() => sql`truncate notes, numbers`.execute(database.queries))
  afterAll(() => database.close())

  it('that is committed is never reported as failed by a later call', async () => {
    const work = inTransaction(database, async (transaction) => {
      await note(transaction, 'stays')
      database.transactions.afterCommit(() => {
        throw new Error('defect')
      })
      return accepted(null)
    })
    expect(await errorOf(work)).toBeInstanceOf(CommitOutcomeUnknown)
    expect(await notesOf(database.queries)).toEqual(['stays'])
  })

  it('whose work throws changes nothing and throws that error', async () => {
    const defect = new Error('defect')
    const work = inTransaction(database, async (transaction) => {
      await note(transaction, 'lost')
      throw defect
    })
    await expect(work).rejects.toBe(defect)
    expect(await notesOf(database.queries)).toEqual([])
  })

  it('whose work is refused changes nothing and returns the refusal', async () => {
    const outcome = await inTransaction(database, async (transaction) => {
      await note(transaction, 'lost')
      return refused('not now')
    })
    expect(outcome).toEqual(refused('not now'))
    expect(await notesOf(database.queries)).toEqual([])
  })

  it('whose work swallows the error of a query never reports success', async () => {
    const work = inTransaction(database, async (transaction) => {
      await note(transaction, 'lost')
      await sql`select 1 / 0`.execute(transaction).catch(() => 'swallowed')
      return accepted('done')
    })
    await expect(work).rejects.toThrow('Transaction was rolled back instead of committed')
    expect(await notesOf(database.queries)).toEqual([])
  })

  it("that is refused at its commit throws PostgreSQL's error, and has certainly changed nothing", async () => {
    const work = inTransaction(database, async (transaction) => {
      await note(transaction, 'twice')
      await note(transaction, 'twice')
      return accepted('done')
    })
    const error = await errorOf(work)
    expect(error).toMatchObject({ code: '23505', constraint: 'notes_text_key' })
    expect(error).not.toBeInstanceOf(CommitOutcomeUnknown)
    expect(await notesOf(database.queries)).toEqual([])
  })

  it("has code, constraint, table and detail of PostgreSQL's refusal", async () => {
    const work = inTransaction(database, async (transaction) => {
      await sql`insert into numbers values (${1}), (${1})`.execute(transaction)
      return accepted('done')
    })
    const error = await errorOf(work)
    expect(error).toMatchObject({
      message: 'duplicate key value violates unique constraint "numbers_pkey"',
      code: '23505',
      constraint: 'numbers_pkey',
      table: 'numbers',
      detail: 'Key (value)=(1) already exists.',
    })
    expect(isDatabaseAway(error)).toBe(false)
  })

  it('refuses at once a query outside it', async () => {
    const beside = inTransaction(database, async (transaction) => {
      await note(transaction, 'written')
      return accepted(await notesOf(database.queries))
    })
    await expect(beside).rejects.toThrow('Within a transaction, every query must go through that transaction')
    expect(await notesOf(database.queries)).toEqual([])
  })

  it('refuses at once a transaction inside it', async () => {
    const nested = inTransaction(database, () => inTransaction(database, async () => accepted('inner')))
    await expect(nested).rejects.toThrow('Within a transaction, every query must go through that transaction')
  })

  it('does not affect work that runs on after it', async () => {
    const end = gate()
    let read: Promise<string[]> | undefined
    await inTransaction(database, async (transaction) => {
      read = end.opened.then(() => notesOf(database.queries))
      await note(transaction, 'written')
      return accepted('done')
    })
    end.open()
    expect(await read).toEqual(['written'])
  })

  it('sees its own writes, and shows them to others once it is committed', async () => {
    const outcome = await inTransaction(database, async (transaction) => {
      await note(transaction, 'written')
      return accepted(await notesOf(transaction))
    })
    expect(outcome).toEqual(accepted(['written']))
    expect(await notesOf(database.queries)).toEqual(['written'])
  })

  it('counts the changed rows', async () => {
    await note(database.queries, 'one')
    await note(database.queries, 'two')
    const { numAffectedRows } = await sql`update notes set text = text || '!'`.execute(database.queries)
    expect(numAffectedRows).toBe(2n)
  })

  it('is complete beside 20 others', async () => {
    await sql`insert into numbers values (0)`.execute(database.queries)
    const add = () =>
      inTransaction(database, async (transaction) => {
        const { rows } = await sql<{ value: number }>`select value from numbers for update`.execute(transaction)
        const next = (rows[0]?.value ?? 0) + 1
        await sql`update numbers set value = ${next}`.execute(transaction)
        await note(transaction, String(next))
        return accepted(next)
      })
    await Promise.all(Array.from({ length: 20 }, add))
    expect(await notesOf(database.queries)).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)))
  })
})
