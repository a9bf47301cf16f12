import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABLE_RIGHTS } from '../../../../src/server/ground/db/table-rights'
import { testDatabase, type TestDatabase } from '../../../support/database'

/* A delete looks for the rows that refer to the deleted one. Without an index it reads the whole table. */

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** An index that has every row with a value in its columns. */
const IS_WHOLE = sql`(i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')`

test('every reference to deletable rows has an index', async () => {
  const deleted = Object.entries(TABLE_RIGHTS).flatMap(([table, right]) =>
    right === 'changed and deleted' ? table : [],
  )
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint k
    where contype = 'f' and confrelid = any (${deleted}::regclass[]) and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and ${IS_WHOLE}
    ) order by 1`.execute(database.queries)
  expect(rows).toEqual([])
})

test('no index is a prefix of another that finds the same rows', async () => {
  const { rows } = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name
    from pg_index i join pg_index o on o.indrelid = i.indrelid and o.indexrelid <> i.indexrelid
      join pg_class c on c.oid = i.indrelid and c.relnamespace = current_schema()::regnamespace
    where not i.indisunique and ${IS_WHOLE} and i.indnatts = i.indnkeyatts and o.indpred is null
      and i.indexprs is null and o.indexprs is null
      and o.indkey::text || ' ' like i.indkey::text || ' %'`.execute(database.queries)
  expect(rows).toEqual([])
})
