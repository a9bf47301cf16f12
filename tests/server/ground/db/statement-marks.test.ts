import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CommitOutcomeUnknown } from '../../../../src/server/ground/db/database-away'
import { PREPARED, PREPARED_THEN_COMMIT, PREPARED_WITH_NEXT } from '../../../../src/server/ground/db/statement-marks'
import { accepted } from '#domain/outcome'
import { inTransaction, type Queries, type Transaction } from '../../../../src/server/ground/db/transaction'
import { testDatabase, type TestDatabase } from '../../../support/database'
import { errorOf } from './error-of'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.close())

/** The database refuses a divisor of 0. */
const quotient = async (queries: Queries, divisor: number) => {
  const { rows } = await sql<{ quotient: number }>`select ${PREPARED} 12 / ${divisor}::integer as quotient`.execute(
    queries,
  )
  return rows[0]?.quotient
}

const timesPrepared = async (queries: Queries) => {
  const { rows } = await sql<{ times: number }>`
    select count(*) as times from pg_prepared_statements where statement like '%12 /%'
  `.execute(queries)
  return rows[0]?.times
}

describe('a marked statement', () => {
  test('is prepared once by a connection, and answers for every parameter', async () => {
    const done = await inTransaction(database, async (transaction) =>
      accepted({
        quotients: [await quotient(transaction, 3), await quotient(transaction, 4), await quotient(transaction, 3)],
        times: await timesPrepared(transaction),
      }),
    )
    expect(done).toEqual(accepted({ quotients: [4, 3, 4], times: 1 }))
  })

  test('stays prepared after it failed, the first time as well', async () => {
    const other = await testDatabase()
    try {
      const failing = inTransaction(other, async (transaction) => accepted(await quotient(transaction, 0)))
      expect(await errorOf(failing)).toMatchObject({ message: 'division by zero' })
      expect(await quotient(other.queries, 6)).toBe(2)
    } finally {
      await other.close()
    }
  })
})

describe('a statement that is sent with the next', () => {
  const sentWithNext = (transaction: Transaction, divisor: number) =>
    sql`select ${PREPARED_WITH_NEXT} 1 / ${divisor}::integer`.execute(transaction)

  test('runs before it, and the first failure is thrown', async () => {
    const work = inTransaction(database, async (transaction) => {
      await sentWithNext(transaction, 0)
      await sql`select 1 from nowhere where ${1} = 1`.execute(transaction)
      return accepted('done')
    })
    expect(await errorOf(work)).toMatchObject({ message: 'division by zero' })
  })

  test('is not sent where no other follows', async () => {
    const done = await inTransaction(database, async (transaction) => {
      await sentWithNext(transaction, 0)
      return accepted('done')
    })
    expect(done).toEqual(accepted('done'))
  })
})

describe('a statement that commits', () => {
  beforeAll(async () => {
    await sql`create table plums (id bigint unique deferrable initially deferred)`.execute(database.queries)
  })
  beforeEach(() => sql`delete from plums`.execute(database.queries))

  const storePlum = (transaction: Transaction, id: number | string) =>
    sql`insert ${PREPARED_THEN_COMMIT} into plums values (${id}::bigint)`.execute(transaction)

  const plums = async () => (await sql<{ id: number }>`select id from plums`.execute(database.queries)).rows

  test('is stored with the statements before it', async () => {
    const work = inTransaction(database, async (transaction) => {
      await sql`insert into plums values (1)`.execute(transaction)
      await storePlum(transaction, 2)
      return accepted('done')
    })
    expect(await work).toEqual(accepted('done'))
    expect(await plums()).toEqual([{ id: 1 }, { id: 2 }])
  })

  test.each([
    ['it fails itself', 'none', '22P02'],
    ['its commit fails', 1, '23505'],
  ] as const)('where %s stores nothing, and says why', async (_, id, code) => {
    const work = inTransaction(database, async (transaction) => {
      await sql`insert into plums values (1)`.execute(transaction)
      await storePlum(transaction, id)
      return accepted('done')
    })
    const error = await errorOf(work)
    expect(error).toMatchObject({ code })
    expect(error).not.toBeInstanceOf(CommitOutcomeUnknown)
    expect(await plums()).toEqual([])
  })

  test('is the last: a query after it is refused, and nobody believes that the stored rows are undone', async () => {
    const work = inTransaction(database, async (transaction) => {
      await storePlum(transaction, 1)
      await storePlum(transaction, 2)
      return accepted('done')
    })
    expect(await errorOf(work)).toBeInstanceOf(CommitOutcomeUnknown)
    expect(await plums()).toEqual([{ id: 1 }])
  })
})
