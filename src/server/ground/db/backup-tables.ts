import { sql } from 'kysely'
import type { Queries } from './transaction'

/** A table of a backup: its stored columns, and the order of its rows. */
export type Table = { name: string; columns: string[]; ordered_by: string[] }

/** The migrations write this table themselves, so it is not restored. */
const ACCOUNT = 'schema_migrations'

/** Every table of the schema by name, a partitioned one as one, without columns that the database generates. */
export const tablesOf = async (queries: Queries): Promise<Table[]> => {
  const { rows } = await sql<Table>`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns,
      coalesce(
        (select array_agg(k.attname::text order by k.attnum)
          from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
          where i.indrelid = c.oid and i.indisprimary),
        array_agg(a.attname::text order by a.attnum)
      ) as ordered_by
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = current_schema()::regnamespace and c.relname <> ${ACCOUNT}
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname
    order by c.relname collate "C"`.execute(queries)
  return rows
}

/** The state of a sequence. */
export type Sequence = { name: string; last_value: string; is_called: boolean }

/** Every sequence of the schema; a rolled back transaction does not move one back. */
export const sequencesOf = async (queries: Queries): Promise<Sequence[]> => {
  const names = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
    order by relname collate "C"`.execute(queries)
  const sequences: Sequence[] = []
  for (const { name } of names.rows) {
    const { rows } = await sql<Omit<Sequence, 'name'>>`
      select last_value::text as last_value, is_called from ${sql.id(name)}`.execute(queries)
    sequences.push(...rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

/** The number of rows that are read at once. */
const PIECE = 500

/** Passes the rows of a table to `storeRows` in order, in pieces, each row as the database's own JSON. Within a transaction. */
export const eachRowOf = async (
  transaction: Queries,
  { name, columns, ordered_by }: Table,
  storeRows: (rows: readonly string[]) => Promise<void>,
): Promise<void> => {
  await sql`declare piece cursor for
    select row_to_json(one)::text as row
    from (select ${columnsOf(columns)} from ${sql.id(name)} order by ${columnsOf(ordered_by)}) one`.execute(transaction)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(PIECE)} from piece`.execute(transaction)
    if (rows.length === 0) break
    await storeRows(rows.map(({ row }) => row))
  }
  await sql`close piece`.execute(transaction)
}

const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)))

/** Stores rows of a table that `eachRowOf` passed on. */
export const storeRows = async (
  transaction: Queries,
  { name, columns }: Table,
  rows: readonly string[],
): Promise<void> => {
  await sql`insert into ${sql.id(name)} (${columnsOf(columns)}) overriding system value
    select ${columnsOf(columns)} from json_populate_recordset(null::${sql.id(name)}, ${`[${rows.join(',')}]`}::json)`.execute(
    transaction,
  )
}

/** Restores the state of a sequence. */
export const setSequence = async (transaction: Queries, { name, last_value, is_called }: Sequence): Promise<void> => {
  await sql`select setval(${name}::regclass, ${last_value}::bigint, ${is_called})`.execute(transaction)
}

/**
 * Empties every table and runs the work without triggers, with foreign keys checked at its end: rows arrive in the order of
 * their tables' names, and append-only tables are restored, not appended to. All within the transaction.
 */
export const withoutRules = async <T>(
  transaction: Queries,
  tables: readonly Table[],
  work: () => Promise<T>,
): Promise<T> => {
  const names = tables.map(({ name }) => sql.id(name))
  const keys = await foreignKeysOf(transaction)
  for (const { table, name } of keys)
    await sql`alter table ${sql.id(table)} alter constraint ${sql.id(name)} deferrable initially deferred`.execute(
      transaction,
    )
  for (const name of names) await sql`alter table ${name} disable trigger user`.execute(transaction)
  // Migrations fill some tables.
  for (const name of names) await sql`delete from ${name}`.execute(transaction)
  const done = await work()
  await sql`set constraints all immediate`.execute(transaction)
  for (const name of names) await sql`alter table ${name} enable trigger user`.execute(transaction)
  for (const { table, name } of keys)
    await sql`alter table ${sql.id(table)} alter constraint ${sql.id(name)} not deferrable`.execute(transaction)
  return done
}

const foreignKeysOf = async (queries: Queries): Promise<{ table: string; name: string }[]> => {
  const { rows } = await sql<{ table: string; name: string }>`
    select c.relname as "table", k.conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and not k.condeferrable
      and c.relnamespace = current_schema()::regnamespace
    order by 1, 2`.execute(queries)
  return rows
}
