import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { OpenDatabase } from './open-database'
import type { Queries } from './transaction'

/** One step of the schema: `0001-foundation` and its SQL. */
export type Migration = { name: string; text: string }

type Applied = { name: string; checksum: string }

/** Any fixed number: every process that migrates waits for the others at it. */
const LOCK = 4_207_311_849

/**
 * Brings the schema up to date, one transaction per migration, and answers the names applied now. Any number of processes
 * may do so at once. Throws one sentence, and applies nothing, where the database holds a migration that has changed since,
 * that is not known here (a newer version wrote it), or that comes after one it lacks.
 */
export const migrate = (database: OpenDatabase, migrations: readonly Migration[] = MIGRATIONS): Promise<string[]> =>
  database.patiently(async (queries) => {
    await createAccount(queries)
    const applied: string[] = []
    for (const migration of pending(await readAccount(queries), migrations)) {
      if (await applyOnce(queries, migration)) applied.push(migration.name)
    }
    return applied
  })

const FILES = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true })

/** Every migration of this version, in order. */
export const MIGRATIONS: readonly Migration[] = Object.entries(FILES)
  .map(([path, text]) => ({ name: basename(path, '.sql'), text }))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/** What identifies the text of a migration, whatever line ends it was checked out with. */
export const checksumOf = ({ text }: Migration): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

const createAccount = (queries: Queries): Promise<void> =>
  locked(queries, async (transaction) => {
    await sql`
      create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz(3) not null default now()
      )`.execute(transaction)
  })

/** The migrations that made the schema as it is, in order. */
export const appliedMigrations = async (queries: Queries): Promise<Applied[]> => {
  const { rows } = await sql<Applied>`select name, checksum from schema_migrations order by name collate "C"`.execute(
    queries,
  )
  return rows
}

const readAccount = async (queries: Queries): Promise<Map<string, string>> =>
  new Map((await appliedMigrations(queries)).map(({ name, checksum }) => [name, checksum]))

const pending = (account: Map<string, string>, migrations: readonly Migration[]): Migration[] => {
  const known = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]))
  for (const [name, checksum] of account) {
    if (!known.has(name))
      throw new Error(`The database has the migration ${name}, which only a newer version knows: start that version`)
    if (known.get(name) !== checksum)
      throw new Error(
        `The migration ${name} was changed after it was applied: restore its text, and write a new migration`,
      )
  }
  const missing = migrations.filter(({ name }) => !account.has(name))
  const last = [...account.keys()].at(-1)
  const late = missing.find(({ name }) => last !== undefined && name < last)
  if (late)
    throw new Error(`The migration ${late.name} comes before ${last}, which is applied already: give it a later number`)
  return missing
}

/** Whether the migration was applied here and not by another process in the meantime. */
const applyOnce = (queries: Queries, migration: Migration): Promise<boolean> =>
  locked(queries, async (transaction) => {
    if ((await readAccount(transaction)).has(migration.name)) return false
    try {
      await sql.raw(migration.text).execute(transaction)
    } catch (error) {
      throw new Error(`The migration ${migration.name} failed: ${String(error)}`, { cause: error })
    }
    const checksum = checksumOf(migration)
    await sql`insert into schema_migrations (name, checksum) values (${migration.name}, ${checksum})`.execute(
      transaction,
    )
    return true
  })

const locked = <T>(queries: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> =>
  queries.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    return work(transaction)
  })
