import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Readable } from 'node:stream'
import { setSequence, storeRows, tablesOf, withoutRules } from '../../../ground/db/backup-tables'
import { checksumOf, migrate, MIGRATIONS, migrationsIfAny, type Migration } from '../../../ground/db/migrate'
import type { OpenDatabase } from '../../../ground/db/open-database'
import type { Queries } from '../../../ground/db/transaction'
import { isMarked, lockMark, markRestore } from '../../../ground/db/unfinished-restore'
import type { BackupHead } from './backup-format'
import { readBackup, type ReadBackup } from './read-backup'

/**
 * Restores a backup into an empty database, or one in which a restore broke off, and migrates the schema to this version. The
 * whole backup is checked before anything changes, and its rows are one transaction. Refuses, with one sentence, any other
 * database, a backup that is incomplete or altered, and one of a newer version. No server starts on this database until
 * `unmarkRestore`.
 */
export const restoreBackup = async (
  database: OpenDatabase,
  open: () => Readable,
): Promise<Outcome<ReadBackup, string>> => {
  const isRepeated = await isMarked(database.queries)
  if (!isRepeated && !(await isEmpty(database.queries))) return refused(NOT_EMPTY)
  const backup = await readBackup(open(), async () => {})
  if (!backup.ok) return backup
  const migrations = migrationsOf(backup.value.head)
  if (!migrations.ok) return migrations
  if (isRepeated) {
    if (await hasOthers(database.queries, migrations.value)) return refused(OF_NEWER_SCHEMA)
  } else if (!(await markEmpty(database.queries))) return refused(NOT_EMPTY)
  await migrate(database, migrations.value)
  const filled = await database.withoutTimeouts((queries) => fill(queries, open))
  if (filled.ok) await migrate(database)
  return filled
}

const NOT_EMPTY = 'The database is not empty: restore into a new one, or into another DATA_DIR'

const OF_NEWER_SCHEMA =
  'An earlier restore gave this database a newer schema than the backup has: restore into a new one'

/**
 * Marks the database where it is still empty: reading the backup took its time. The mark is committed before anything else, so that
 * no server starts on what this process leaves, whatever ends it. False where there is something in it.
 */
const markEmpty = (queries: Queries): Promise<boolean> =>
  queries.transaction().execute(async (transaction) => {
    if (!(await isEmpty(transaction))) return false
    await markRestore(transaction)
    return true
  })

const isEmpty = async (queries: Queries): Promise<boolean> => (await tablesOf(queries)).length === 0

/** Whether the schema, from a restore that broke off, has migrations that the backup lacks. */
const hasOthers = async (queries: Queries, migrations: readonly Migration[]): Promise<boolean> =>
  (await migrationsIfAny(queries)).some((one) => !migrations.some(({ name }) => name === one.name))

/** The migrations that made the schema of a backup. */
const migrationsOf = ({ migrations, version }: BackupHead): Outcome<readonly Migration[], string> => {
  const expected = MIGRATIONS.slice(0, migrations.length)
  const isKnown =
    expected.length === migrations.length &&
    migrations.every(({ name, checksum }, index) => {
      const migration = expected[index]
      return migration !== undefined && migration.name === name && checksumOf(migration) === checksum
    })
  return isKnown
    ? accepted(expected)
    : refused(
        `This backup is of version ${version} and has tables that this version does not know: restore it with that version`,
      )
}

const fill = (queries: Queries, open: () => Readable): Promise<Outcome<ReadBackup, string>> =>
  queries.transaction().execute(async (transaction) => {
    await lockMark(transaction)
    const tables = await tablesOf(transaction)
    return withoutRules(transaction, tables, async () => {
      const read = await readBackup(open(), async (name, rows) => {
        const table = tables.find((one) => one.name === name)
        if (table === undefined) throw new Error(`The backup has a table ${name}, which its migrations do not make`)
        await storeRows(transaction, table, rows)
      })
      // It was complete a moment ago: the file was changed meanwhile, so everything is rolled back.
      if (!read.ok) throw new Error(read.refusal)
      for (const sequence of read.value.end.sequences) await setSequence(transaction, sequence)
      return read
    })
  })
