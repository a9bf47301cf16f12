import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { backupOfServer, socketPath } from '../use-cases/operation/backup/backup-socket'
import { readBackup } from '../use-cases/operation/backup/read-backup'
import { sendBackup } from '../use-cases/operation/backup/send-backup'
import { readConfig } from './config/config'
import { log, refuse } from './console'
import type { Settings } from '../ground/settings'
import { recordBackup } from '../ground/db/backups'
import { openDatabase, type OpenDatabase } from '../ground/db/open-database'
import { readVersion } from './version'

/*
 * `npm run backup -- FILE`: backs up the whole database as of one moment, with the settings of the server and while it runs.
 * SEED_KEY, which opens sealed values, is not in it and needs a copy elsewhere.
 */

/** Records a stored backup, so that the portal can say how old the last one is. */
type RecordBackup = (made_at: string) => Promise<void>

/**
 * Writes to the file: from the running server where that has the embedded database open, else from the database itself.
 * Returns the function that records it.
 */
const writeTo = async (file: string, settings: Settings): Promise<RecordBackup> => {
  const to = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  const ofServer = settings.database_url === null ? await backupOfServer(socketPath(settings.data_dir)) : null
  if (ofServer !== null) {
    await pipeline(ofServer.bytes, to)
    return ofServer.confirm
  }
  if (settings.database_url === null && !existsSync(join(settings.data_dir, 'postgres')))
    throw new Error(`there is no database in ${settings.data_dir}`)
  await withDatabase(settings, (database) =>
    sendBackup(database, { version: readVersion(), made_at: new Date().toISOString() }, to),
  )
  return (made_at) =>
    withDatabase(settings, ({ queries }) => recordBackup(queries, { made_at, finished_at: new Date().toISOString() }))
}

const withDatabase = async (settings: Settings, work: (database: OpenDatabase) => Promise<void>): Promise<void> => {
  const opened = { database_url: settings.database_url ?? undefined, data_dir: settings.data_dir }
  const database = await openDatabase(opened, (problem, error) => log.error({ error }, problem))
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

const NOT_RECORDED = 'The backup is complete. The portal could not record it, so its status page does not show it'

const main = async (): Promise<void> => {
  const [file, ...others] = process.argv.slice(2)
  if (file === undefined || others.length > 0) return refuse('Name one file: npm run backup -- FILE')
  if (existsSync(file)) return refuse(`${file} already exists: name another file`)
  const settings = readConfig(process.env)
  if (!settings.ok) return refuse(settings.refusal)
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  let record: RecordBackup
  try {
    record = await writeTo(unfinished, settings.value)
  } catch (error) {
    rmSync(unfinished, { force: true })
    return refuse(`No backup was made: ${error instanceof Error ? error.message : String(error)}`)
  }
  // Reads the file back from the disk, since an unreadable backup is worthless.
  const read = await readBackup(createReadStream(unfinished), async () => {})
  if (!read.ok) {
    rmSync(unfinished, { force: true })
    return refuse(`No backup was made: ${read.refusal}`)
  }
  const written = await open(unfinished, 'r+')
  await written.sync()
  await written.close()
  renameSync(unfinished, file)
  try {
    await record(read.value.head.made_at)
  } catch (error) {
    // Such as a database of an earlier version, which cannot store it.
    process.stderr.write(`${NOT_RECORDED}: ${error instanceof Error ? error.message : String(error)}\n`)
  }
  const rows = Object.values(read.value.end.rows).reduce((sum, many) => sum + many, 0)
  process.stdout.write(
    `${file}: ${rows} rows, read at ${read.value.head.made_at}. SEED_KEY is not in this file: keep a copy elsewhere.\n`,
  )
}

await main()
