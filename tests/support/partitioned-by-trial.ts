import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenDatabase } from '../../src/server/ground/db/open-database'
import type { Schema } from '../../src/server/ground/db/schema'
import type { Queries } from '../../src/server/ground/db/transaction'
import { schemaOf, type Contents } from './database'

/**
 * The tables that would be distributed by trial over several machines, each with its column that names the trial
 * (`src/help/outgrown.md`). A chain of the audit log has the number of its trial.
 */
export const TABLES_OF_TRIALS = {
  trials: 'id',
  audit_chains: 'chain',
  audit_log: 'chain',
  study_packs: 'trial_id',
  participants: 'trial_id',
  participant_groups: 'of_trial',
  participant_strata: 'of_trial',
  participant_changes: 'trial_id',
  stratum_states: 'trial_id',
  ledger_records: 'trial_id',
  ledger_names: 'trial_id',
  device_actions: 'trial_id',
  device_action_packs: 'trial_id',
  allocation_list_notices: 'trial_id',
  blinded_pack_changes: 'trial_id',
  pack_shortages: 'trial_id',
  stock_alerts: 'trial_id',
  waiting_participants: 'trial_id',
} as const satisfies Partial<Record<keyof Schema, string>>

const PARTITIONS = 4

/** The schema of this version, with these tables in partitions by the hash of the trial. */
export const partitionedSchema = (): Contents => {
  const above = schemaOf()
  const here = readFileSync(join(import.meta.dirname, 'partitioned-by-trial.ts'), 'utf8')
  const key = createHash('sha256').update(`${above.key} ${here}`).digest('hex').slice(0, 16)
  return { key: `partitioned_${key}`, above, fill: partitionByTrial }
}

/** The table of which a relation is a partition; null where it is none. */
export const tableOfPartition = (relation: string): string | null => /^(\w+)_part_\d+$/.exec(relation)?.[1] ?? null

/**
 * Lays the tables out again, with their rows, checks, triggers and indexes. Keys get the trial where they lack it, as every engine that distributes
 * rows asks; a foreign key that cannot have it is left out.
 */
const partitionByTrial = async ({ queries }: OpenDatabase): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(queries)
  const functions = await functionsOver(queries)
  const keys = await constraintsOf(queries)
  const indexes = await indexesOf(queries)
  const triggers = await triggersOf(queries)
  for (const [table, column] of COLUMNS) await run(emptyPartitions(table, column))
  for (const [table] of COLUMNS) await run(`drop table ${table}_whole cascade`)
  for (const name of await sequencesToRename(queries)) await run(name)
  for (const { definition } of functions) await run(definition)
  for (const key of keys.filter(({ kind }) => kind !== 'f'))
    await run(`alter table ${key.of_table} add constraint ${key.name} ${withTrial(key)}`)
  for (const index of indexes) await run(index.is_unique ? withTrial(index) : index.definition)
  for (const key of keys.filter(isForeignWithTrial))
    await run(`alter table ${key.of_table} add constraint ${key.name} ${key.definition}`)
  for (const { definition } of triggers) await run(definition)
}

const COLUMNS = Object.entries(TABLES_OF_TRIALS)
const columnOf: ReadonlyMap<string, string> = new Map(COLUMNS)
const TABLES = sql`any(${[...columnOf.keys()]}::text[])`

const emptyPartitions = (table: string, column: string): string => {
  const parts = Array.from({ length: PARTITIONS }, (_, number) => {
    const bounds = `modulus ${PARTITIONS}, remainder ${number}`
    return `create table ${table}_part_${number} partition of ${table} for values with (${bounds})`
  })
  return [
    `alter table ${table} rename to ${table}_whole`,
    `create table ${table} (
      like ${table}_whole including defaults including generated including identity including constraints
    ) partition by hash (${column})`,
    ...parts,
    `insert into ${table} overriding system value select * from ${table}_whole`,
  ].join(';\n')
}

type Definition = { definition: string }
type Key = Definition & { of_table: string; columns: string[] }

/** A unique key with the trial in it. */
const withTrial = ({ definition, of_table, columns }: Key): string => {
  const column = columnOf.get(of_table)
  if (column === undefined || columns.includes(column)) return definition
  return definition.replace(/\(([^()]+)\)/, (_, listed: string) => `(${listed}, ${column})`)
}

const isForeignWithTrial = ({ kind, referenced, referenced_columns }: Constraint): boolean =>
  kind === 'f' && (!columnOf.has(referenced) || referenced_columns.includes(columnOf.get(referenced) ?? ''))

type Constraint = Key & { name: string; kind: 'p' | 'u' | 'f'; referenced: string; referenced_columns: string[] }

/** Their keys, and the foreign keys of every table that refer to them. */
const constraintsOf = async (queries: Queries) => {
  const named = (relation: string, places: string) => sql`(
    select coalesce(json_agg(attname), '[]') from pg_attribute
    where attrelid = ${sql.ref(relation)} and attnum = any(${sql.ref(places)})
  )`
  const { rows } = await sql<Constraint>`
    select conname as name, contype as kind, conrelid::regclass::text as of_table, confrelid::regclass::text as referenced,
      pg_get_constraintdef(oid) as definition,
      ${named('conrelid', 'conkey')} as columns, ${named('confrelid', 'confkey')} as referenced_columns
    from pg_constraint
    where contype in ('p', 'u', 'f') and (conrelid::regclass::text = ${TABLES} or confrelid::regclass::text = ${TABLES})
    order by conname
  `.execute(queries)
  return rows
}

/** Their indexes that belong to no constraint. */
const indexesOf = async (queries: Queries) => {
  const { rows } = await sql<Key & { is_unique: boolean }>`
    select pg_get_indexdef(indexrelid) as definition, indrelid::regclass::text as of_table, indisunique as is_unique,
      (select coalesce(json_agg(attname), '[]') from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
    from pg_index
    where indrelid::regclass::text = ${TABLES}
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by indexrelid::regclass::text
  `.execute(queries)
  return rows
}

const triggersOf = async (queries: Queries) => {
  const { rows } = await sql<Definition>`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where not tgisinternal and tgrelid::regclass::text = ${TABLES} order by tgname
  `.execute(queries)
  return rows
}

/** The functions that take a row of such a table, which go with it. */
const functionsOver = async (queries: Queries) => {
  const { rows } = await sql<Definition>`
    select pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc join pg_type on pg_type.oid = any(proargtypes) and pg_type.typrelid <> 0
    where pg_type.typrelid::regclass::text = ${TABLES}
  `.execute(queries)
  return rows
}

/** Ids are reserved from a sequence by its name, which was in use while the new one was made. */
const sequencesToRename = async (queries: Queries): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`
    select format('alter sequence %s rename to %I', pg_get_serial_sequence(attrelid::regclass::text, attname),
      attrelid::regclass::text || '_' || attname || '_seq') as statement
    from pg_attribute where attidentity <> '' and attrelid::regclass::text = ${TABLES}
  `.execute(queries)
  return rows.map(({ statement }) => statement)
}
