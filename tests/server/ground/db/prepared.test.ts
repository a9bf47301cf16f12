import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PREPARED } from '../../../../src/server/ground/db/prepared'
import { accepted } from '#domain/outcome'
import { inTransaction, type Queries } from '../../../../src/server/ground/db/transaction'
import { testDatabase, type TestDatabase } from '../../../support/database'
import { errorOf } from './error-of'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.close())

/** Refused by the database where the divisor is 0. */
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

  test('stays ready where running it failed, the first time as well', async () => {
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
