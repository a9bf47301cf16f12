import { createHash } from 'node:crypto'
import { appliedMigrations } from '../../../ground/db/migrate'
import type { OpenDatabase } from '../../../ground/db/open-database'
import { END, HEAD, ROW, TABLE, type BackupEnd, type BackupHead } from './backup-format'
import { eachRowOf, sequencesOf, tablesOf } from '../../../ground/db/backup-tables'

/**
 * Writes the whole database as of one moment, as the lines of a backup. PostgreSQL accepts writes meanwhile; the embedded
 * database waits until it is done. Returns the number of rows of each table.
 */
export const writeBackup = (
  database: OpenDatabase,
  { version, made_at }: Pick<BackupHead, 'version' | 'made_at'>,
  write: (lines: string) => Promise<void>,
): Promise<BackupEnd> =>
  database.withoutTimeouts((queries) =>
    queries
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const hash = createHash('sha256')
        const say = (lines: string) => {
          hash.update(lines)
          return write(lines)
        }
        const migrations = await appliedMigrations(transaction)
        await say(`${HEAD}${JSON.stringify({ format: 'equipoise-backup-1', version, made_at, migrations })}\n`)
        const rows: Record<string, number> = {}
        for (const table of await tablesOf(transaction)) {
          let count = 0
          await say(`${TABLE}${table.name}\n`)
          await eachRowOf(transaction, table, (piece) => {
            count += piece.length
            return say(piece.map((row) => `${ROW}${row}\n`).join(''))
          })
          rows[table.name] = count
        }
        const end: BackupEnd = { rows, sequences: await sequencesOf(transaction), sha256: hash.digest('hex') }
        await write(`${END}${JSON.stringify(end)}\n`)
        return end
      }),
  )
