import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABLE_RIGHTS } from '../../../../src/server/ground/db/table-rights'
import { testDatabase, type TestDatabase } from '../../../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const RECORDS = Object.entries(TABLE_RIGHTS).flatMap(([table, right]) => (right === 'records' ? table : []))

test('every table of records has the triggers that refuse a change, and no other table has them', async () => {
  const { rows } = await sql<{ table: string; events: string[] }>`
    select event_object_table as "table",
      array_agg(event_manipulation::text order by event_manipulation) as events
    from information_schema.triggers
    where trigger_schema = current_schema() and action_timing = 'BEFORE' and action_statement like '%refuse_change()'
    group by 1 order by 1`.execute(database.queries)
  expect(rows).toEqual(RECORDS.map((table) => ({ table, events: ['DELETE', 'UPDATE'] })))
})

test('every table of records has a trigger of its own that refuses to empty it', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgtype & 32 <> 0 and tgfoid = 'refuse_change'::regproc order by 1`.execute(database.queries)
  expect(rows.map(({ name }) => name)).toEqual(RECORDS)
})

test.each(RECORDS)('%s is never emptied', async (table) => {
  await expect(sql`truncate ${sql.table(table)} cascade`.execute(database.queries)).rejects.toThrow(
    'never changed or deleted',
  )
})
