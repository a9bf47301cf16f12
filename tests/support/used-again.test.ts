import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '../../src/server/ground/db/transaction'
import { insertSamplePeople } from '../../src/server/start/sample-data/insert-sample-people'
import { aTrial } from './a-trial'
import { embeddedDatabase, serverDatabase, testDatabase, TEST_SERVER, type TestDatabase } from './database'
import { testPortal } from './portal'

/** Every row of every table, and the state of each numbering. */
const wholeOf = async ({ queries }: TestDatabase): Promise<unknown> => {
  const contents = sql<{ name: string; contents: string }>`
    select relname as name, query_to_xml(format('select * from %I', relname), true, true, '')::text as contents
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  const numbers = sql`select sequencename, last_value from pg_sequences order by sequencename`
  return [(await contents.execute(queries)).rows, (await numbers.execute(queries)).rows]
}

it('a reused database has the same content as a fresh one', async () => {
  const world = await testPortal()
  await aTrial(world, { packs: 2 })
  const used = await wholeOf(world.database)
  await world.stop()

  const [again, fresh] = [await testDatabase(), await (TEST_SERVER ? serverDatabase() : embeddedDatabase())]
  const first = await wholeOf(fresh)
  expect(used).not.toEqual(first)
  expect(await wholeOf(again)).toEqual(first)
  await again.close()
  await fresh.close()
})

it('an altered database is not reused', async () => {
  const altered = await testDatabase()
  await sql`create function left_behind() returns int language sql as 'select 1'`.execute(altered.queries)
  await altered.close()

  const next = await testDatabase()
  const left = sql`select from pg_proc where proname = 'left_behind'`
  expect((await left.execute(next.queries)).rows).toEqual([])
  await next.close()
})

it('a database that is closed twice is given to one test only', async () => {
  const closed = await testDatabase()
  await closed.close()
  await closed.close()

  const [one, other] = [await testDatabase(), await testDatabase()]
  await inTransaction(one, async (transaction) => ({
    ok: true,
    value: await insertSamplePeople(transaction, '2026-11-28T08:00:00.000Z'),
  }))
  expect(await other.queries.selectFrom('users').select('id').execute()).toEqual([])
  await one.close()
  await other.close()
})
