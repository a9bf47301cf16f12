import { grouped } from '#domain/grouped'
import { sql } from 'kysely'
import { closedListOf } from './closed-lists'
import type { Queries } from '../../src/server/ground/db/transaction'

/**
 * Writes `src/server/ground/db/schema.ts` from the tables that the migrations make. kysely-codegen cannot: it needs the
 * programming interface of TypeScript 5 (decision 0055).
 */
export const schemaText = async (queries: Queries): Promise<string> => {
  const tables = grouped(await columnsOf(queries), ({ table }) => table)
  const imports = [...IMPORTS].map(([from, names]) => `import type { ${names} } from '${from}'`)
  return [
    ...imports,
    '',
    '/* Written from the migrations by `npm test -- tests/architecture/schema.test.ts --update`. */',
    '',
    '/** An instant as the wire writes it: ISO 8601 in UTC with milliseconds. */',
    'type Instant = string',
    '/** A day, `YYYY-MM-DD`. */',
    'type Day = string',
    'type Bytes = Uint8Array',
    'type Json<T extends object> = JSONColumnType<T>',
    '',
    '/** Every table by its name, as the migrations leave them. */',
    'export type Schema = {',
    ...[...tables].map(
      ([table, columns]) =>
        `${table}: {\n${columns.map((column) => `${column.name}: ${typeOf(column)}`).join('\n')}\n}`,
    ),
    '}',
    '',
  ].join('\n')
}

const IMPORTS = new Map([
  ['#contract/simulation-figures', 'SimulationFigures'],
  ['#contract/simulations', 'SimulatedPlan'],
  ['#domain/randomisation/strata', 'ChosenOption'],
  ['#domain/sign-in/identity', 'IdentityProviderId'],
  ['#domain/people/notifications', 'MessageKind, ServiceMessageKind'],
  ['kysely', 'ColumnType, Generated, JSONColumnType'],
  ['../audit/audit-entry', 'FieldChange'],
  ['./message-facts', 'MessageFacts, ServiceMessageFacts'],
  ['./throttle-kind', 'ThrottleKind'],
])

/** Types that the database does not know of a column. */
const TYPES: Record<string, string> = {
  'audit_log.changes': 'Json<FieldChange[]>',
  'display_settings.dismissed_notices': 'ColumnType<number[] | null, string | null, string | null>',
  'display_settings.list_columns': 'Json<Record<string, unknown>>',
  'display_settings.saved_filters': 'Json<Record<string, unknown>>',
  'idempotency_keys.rows': 'Json<Record<string, number[]>>',
  'messages.facts': 'Json<MessageFacts | ServiceMessageFacts>',
  'messages.kind': 'MessageKind | ServiceMessageKind',
  'randomisation_tests.cells': 'ColumnType<number[][] | null, string | null, string | null>',
  'sessions.idp': 'IdentityProviderId',
  'signing_keys.public_jwk': 'Json<Record<string, unknown>>',
  'simulations.figures': 'ColumnType<SimulationFigures | null, string | null, string | null>',
  'simulations.request': 'Json<SimulatedPlan>',
  'stratum_states.state': 'ColumnType<object | null, string | null, string | null>',
  'throttled_tries.kind': 'ThrottleKind',
  'users.earlier_emails': 'string[]',
  'waiting_participants.answers': 'Json<ChosenOption[]>',
}

/** TypeScript's types for the database's. An amount is read as text, so that no fraction of it is lost. */
const OF_DATABASE: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Bytes',
  date: 'Day',
  int4: 'number',
  int8: 'number',
  numeric: 'ColumnType<string | null, number | null, number | null>',
  text: 'string',
  timestamptz: 'Instant',
  tsvector: 'string',
  uuid: 'string',
}

type Column = {
  table: string
  name: string
  type: string
  is_nullable: boolean
  has_default: boolean
  is_generated: boolean
  checks: string[]
}

const columnsOf = async (queries: Queries): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, t.typname as type, not a.attnotnull as is_nullable,
      a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' as is_generated,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migrations'
      and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`.execute(queries)
  return rows
}

const typeOf = (column: Column): string => {
  const plain = plainTypeOf(column)
  if (plain.startsWith('ColumnType<')) return plain
  const type = column.is_nullable ? `${plain} | null` : plain
  if (column.is_generated) return `ColumnType<${type}, never, never>`
  return column.has_default ? `Generated<${type}>` : type
}

const plainTypeOf = ({ table, name, type, checks }: Column): string => {
  const known = TYPES[`${table}.${name}`]
  if (known !== undefined) return known
  const listed = type === 'text' ? checks.flatMap((check) => closedListOf(check) ?? []) : []
  if (listed.length > 0) return listed.map((value) => `'${value}'`).join(' | ')
  const ofDatabase = OF_DATABASE[type]
  if (ofDatabase === undefined) throw new Error(`${table}.${name} has the type ${type}: say in TYPES what it holds`)
  return ofDatabase
}
