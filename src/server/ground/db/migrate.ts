import { sha256 } from '../secrets/sha256'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { advisoryLockStatement } from './advisory-locks'
import type { OpenDatabase } from './open-database'
import type { Queries } from './transaction'

/** One step of the schema: `0001-foundation` and its SQL. */
export type Migration = { name: string; text: string }

type Applied = { name: string; checksum: string }

/**
 * How long a statement of a migration waits for a table in use, in seconds. Every other query of the table waits behind it: a
 * longer wait would stop randomising.
 */
export const LOCK_SECONDS = 5

/**
 * Brings the schema up to date, one transaction per migration, and returns the names applied. Any number of processes may do so
 * at once. Throws one sentence, and applies nothing more, where the database has a migration that has changed since, is unknown
 * here (a newer version wrote it), or follows one that is missing, where a table stays in use, and where the role may not
 * change the schema.
 */
export const migrate = (
  database: OpenDatabase,
  migrations: readonly Migration[] = MIGRATIONS,
  lockSeconds = LOCK_SECONDS,
): Promise<string[]> =>
  database.withoutTimeouts(async (queries) => {
    try {
      // A serving role may only read the list of migrations.
      if ((await plannedMigrations({ queries }, migrations)).length === 0) return []
      await createAccount(queries)
    } catch (error) {
      if (codeOf(error) === INSUFFICIENT_PRIVILEGE) throw new Error(ROLE_MAY_NOT, { cause: error })
      throw error
    }
    const applied: string[] = []
    for (const migration of pending(await readAccount(queries), migrations)) {
      if (await applyOnce(queries, migration, lockSeconds)) applied.push(migration.name)
    }
    return applied
  })

const INSUFFICIENT_PRIVILEGE = '42501'
const ROLE_MAY_NOT =
  'The role of DATABASE_URL may not bring the database up to date: run npm run migrate with MIGRATION_DATABASE_URL'

/** The names of the migrations that `migrate` would apply; throws as it does. Changes nothing. */
export const plannedMigrations = async (
  { queries }: Pick<OpenDatabase, 'queries'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> => {
  return pending(accountOf(await migrationsIfAny(queries)), migrations).map(({ name }) => name)
}

/** Applies the same migrations as `migrate` in one transaction and rolls it back; throws as it does. Returns the names. */
export const rehearseMigrations = (
  database: OpenDatabase,
  migrations: readonly Migration[] = MIGRATIONS,
  lockSeconds = LOCK_SECONDS,
): Promise<string[]> =>
  database.withoutTimeouts(async (queries) => {
    const planned = await plannedMigrations({ queries }, migrations)
    const transaction = await queries.startTransaction().execute()
    try {
      await advisoryLockStatement('migration').execute(transaction)
      for (const migration of migrations.filter(({ name }) => planned.includes(name))) {
        await apply(transaction, migration, lockSeconds)
        // Now, as a commit would check them; the next migration may not alter a table with open checks.
        await sql`set constraints all immediate`.execute(transaction)
      }
    } finally {
      await transaction.rollback().execute()
    }
    return planned
  })

const FILES = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true })

/** Every migration of this version, in order. */
export const MIGRATIONS: readonly Migration[] = Object.entries(FILES)
  .map(([path, text]) => ({ name: basename(path, '.sql'), text }))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/** The hash of a migration's text, whatever line ends it was checked out with. */
export const checksumOf = ({ text }: Migration): string => sha256(text.replaceAll('\r\n', '\n')).toString('hex')

const createAccount = (queries: Queries): Promise<void> =>
  locked(queries, async (transaction) => {
    await sql`
      create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz(3) not null default now()
      )`.execute(transaction)
  })

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const hasAccount = async (queries: Queries): Promise<boolean> => {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('schema_migrations') is not null as "isThere"`.execute(queries)
  return rows[0]?.isThere === true
}

/** The migrations that made the schema as it is, in order. */
export const appliedMigrations = async (queries: Queries): Promise<Applied[]> => {
  const { rows } = await sql<Applied>`select name, checksum from schema_migrations order by name collate "C"`.execute(
    queries,
  )
  return rows
}

/** The same, none where the database was never migrated. */
export const migrationsIfAny = async (queries: Queries): Promise<Applied[]> =>
  (await hasAccount(queries)) ? appliedMigrations(queries) : []

const accountOf = (applied: readonly Applied[]): Map<string, string> =>
  new Map(applied.map(({ name, checksum }) => [name, checksum]))

const readAccount = async (queries: Queries): Promise<Map<string, string>> =>
  accountOf(await appliedMigrations(queries))

const pending = (account: Map<string, string>, migrations: readonly Migration[]): Migration[] => {
  const checksums = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]))
  for (const [name, checksum] of account) {
    if (!checksums.has(name))
      throw new Error(`The database has the migration ${name}, which only a newer version knows: start that version`)
    if (checksums.get(name) !== checksum)
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

/** Applies the migration, unless another process has done so meanwhile. Returns whether it did. */
const applyOnce = (queries: Queries, migration: Migration, lockSeconds: number): Promise<boolean> =>
  locked(queries, async (transaction) => {
    if ((await readAccount(transaction)).has(migration.name)) return false
    await apply(transaction, migration, lockSeconds)
    const checksum = checksumOf(migration)
    await sql`insert into schema_migrations (name, checksum) values (${migration.name}, ${checksum})`.execute(
      transaction,
    )
    return true
  })

/** PostgreSQL's codes where a lock timed out, and where a migration gave up after several. */
const IN_USE: readonly unknown[] = ['55P03', '57014']
const DEADLOCK = '40P01'

const apply = async (transaction: Queries, { name, text }: Migration, lockSeconds: number): Promise<void> => {
  await sql`select set_config('lock_timeout', ${`${lockSeconds}s`}, true)`.execute(transaction)
  try {
    await sql.raw(text).execute(transaction)
  } catch (error) {
    const code = codeOf(error)
    const obstacle = IN_USE.includes(code) ? `a table stayed in use for ${lockSeconds} s` : 'others waited for it'
    if (IN_USE.includes(code) || code === DEADLOCK)
      throw new Error(`The migration ${name} changed nothing: ${obstacle}. Try again when fewer people work`, {
        cause: error,
      })
    throw new Error(`The migration ${name} failed: ${String(error)}`, { cause: error })
  }
}

const locked = <T>(queries: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> =>
  queries.transaction().execute(async (transaction) => {
    await advisoryLockStatement('migration').execute(transaction)
    return work(transaction)
  })
