import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSnapshot } from '../../../../src/server/ground/db/snapshot'
import { TEST_SERVER, testDatabase, type TestDatabase } from '../../../support/database'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await sql`create table apples (id bigint)`.execute(database.queries)
})
afterAll(() => database.close())

const countIn = async (queries: TestDatabase['queries']): Promise<number | undefined> =>
  (await sql<{ count: number }>`select count(*) from apples`.execute(queries)).rows[0]?.count

test('nothing can be written in a snapshot', async () => {
  const write = inSnapshot(database, (snapshot) => sql`insert into apples values (1)`.execute(snapshot))
  await expect(write).rejects.toThrow(/read-only transaction/)
})

test('a query beside it is refused, since it would see another moment', async () => {
  await expect(inSnapshot(database, () => countIn(database.queries))).rejects.toThrow(/through that transaction/)
})

test('a failure ends it, and the next one works', async () => {
  await expect(inSnapshot(database, () => Promise.reject(new Error('the sky fell')))).rejects.toThrow('the sky fell')
  expect(await inSnapshot(database, countIn)).toBe(0)
})

test.runIf(TEST_SERVER)(
  'every read in it sees the same moment, whatever another process commits meanwhile',
  async () => {
    const other = await database.openAnother()
    const counts = await inSnapshot(database, async (snapshot) => {
      const before = await countIn(snapshot)
      await sql`insert into apples values (1)`.execute(other.queries)
      return [before, await countIn(snapshot)]
    })
    await other.close()
    expect([...counts, await inSnapshot(database, countIn)]).toEqual([0, 0, 1])
  },
)
