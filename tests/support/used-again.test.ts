import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aTrial } from './a-trial'
import { embeddedDatabase, testDatabase, TEST_SERVER, type TestDatabase } from './database'
import { testPortal } from './portal'

/** Every row of every table, and where each numbering is. */
const wholeOf = async ({ queries }: TestDatabase): Promise<unknown> => {
  const contents = sql<{ name: string; contents: string }>`
    select relname as name, query_to_xml(format('select * from %I', relname), true, true, '')::text as contents
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  const numbers = sql`select sequencename, last_value from pg_sequences order by sequencename`
  return [(await contents.execute(queries)).rows, (await numbers.execute(queries)).rows]
}

it.skipIf(TEST_SERVER)('a database that was used before holds what a fresh one does', async () => {
  const world = await testPortal()
  await aTrial(world, { packs: 2 })
  const used = await wholeOf(world.database)
  await world.stop()

  const [again, fresh] = [await testDatabase(), await embeddedDatabase()]
  const first = await wholeOf(fresh)
  expect(used).not.toEqual(first)
  expect(await wholeOf(again)).toEqual(first)
  await again.close()
  await fresh.close()
})

it.skipIf(TEST_SERVER)('a database that was altered is not used again', async () => {
  const altered = await testDatabase()
  await sql`create function left_behind() returns int language sql as 'select 1'`.execute(altered.queries)
  await altered.close()

  const next = await testDatabase()
  const left = sql`select from pg_proc where proname = 'left_behind'`
  expect((await left.execute(next.queries)).rows).toEqual([])
  await next.close()
})
