import { accepted, refused, type Outcome } from '#domain/outcome'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { testDatabase, type TestDatabase } from '../../../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/**
 * Runs a transaction with two callbacks for after its commit. Returns the callbacks that ran by the time it is
 * answered.
 */
const doneAfter = async (end: () => Outcome<string, string>) => {
  const done: string[] = []
  const { queries } = database
  const users = () => queries.selectFrom('users').select('email').execute()
  const answered = inTransaction(database, async (transaction) => {
    const person = { name: 'A', email: `${crypto.randomUUID()}@example.org`, created_at: '2026-11-21T05:03:00.000Z' }
    database.transactions.afterCommit(() => done.push('first'))
    await transaction.insertInto('users').values(person).execute()
    database.transactions.afterCommit(() => done.push('second'))
    expect(done).toEqual([])
    return end()
  })
  const failed = await answered.then(
    () => null,
    (error: unknown) => error,
  )
  return { done, failed, users: (await users()).length }
}

describe('a call after the commit', () => {
  test('is not made after a refusal', async () => {
    expect(await doneAfter(() => refused('no'))).toMatchObject({ done: [], failed: null, users: 0 })
  })

  test('is not made after a throw', async () => {
    const thrown = await doneAfter(() => {
      throw new Error('in the middle')
    })
    expect(thrown).toMatchObject({ done: [], failed: { message: 'in the middle' }, users: 0 })
  })

  test('is made in its order once everything is committed', async () => {
    expect(await doneAfter(() => accepted('yes'))).toEqual({ done: ['first', 'second'], failed: null, users: 1 })
  })

  test('cannot be requested outside a transaction', async () => {
    expect(() => database.transactions.afterCommit(() => {})).toThrow('Outside a transaction')
    await inTransaction(database, async () => accepted(null))
    expect(() => database.transactions.afterCommit(() => {})).toThrow('Outside a transaction')
  })
})
