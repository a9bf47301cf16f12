import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { backupOfServer, socketPath } from '../use-cases/operation/backup/backup-socket'
import { readBackup } from '../use-cases/operation/backup/read-backup'
import { sendBackup } from '../use-cases/operation/backup/send-backup'
import { readConfig } from './config/config'
import type { Settings } from '../ground/settings'
import { openDatabase } from '../ground/db/open-database'
import { readVersion } from './version'

/*
 * `npm run backup -- FILE`: backs up the whole database as of one moment, with the settings of the server and while it runs.
 * SEED_KEY, which opens sealed values, is not in it and needs a copy elsewhere.
 */

const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))

const refuse = (line: string): void => {
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
}

/** Writes to the file: from the running server where that has the embedded database open, else from the database itself. */
const writeTo = async (file: string, settings: Settings): Promise<void> => {
  const to = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  const ofServer = settings.database_url === null ? await backupOfServer(socketPath(settings.data_dir)) : null
  if (ofServer !== null) return pipeline(ofServer, to)
  if (settings.database_url === null && !existsSync(join(settings.data_dir, 'postgres')))
    throw new Error(`there is no database in ${settings.data_dir}`)
  const opened = { database_url: settings.database_url ?? undefined, data_dir: settings.data_dir }
  const database = await openDatabase(opened, (problem, error) => log.error({ error }, problem))
  try {
    await sendBackup(database, { version: readVersion(), made_at: new Date().toISOString() }, to)
  } finally {
    await database.close()
  }
}

const main = async (): Promise<void> => {
  const [file, ...others] = process.argv.slice(2)
  if (file === undefined || others.length > 0) return refuse('Name one file: npm run backup -- FILE')
  if (existsSync(file)) return refuse(`${file} already exists: name another file`)
  const settings = readConfig(process.env)
  if (!settings.ok) return refuse(settings.refusal)
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    await writeTo(unfinished, settings.value)
  } catch (error) {
    rmSync(unfinished, { force: true })
    return refuse(`No backup was made: ${error instanceof Error ? error.message : String(error)}`)
  }
  // Reads the file back from the disk, since an unreadable backup is none.
  const read = await readBackup(createReadStream(unfinished), async () => {})
  if (!read.ok) {
    rmSync(unfinished, { force: true })
    return refuse(`No backup was made: ${read.refusal}`)
  }
  const written = await open(unfinished, 'r+')
  await written.sync()
  await written.close()
  renameSync(unfinished, file)
  const rows = Object.values(read.value.end.rows).reduce((sum, many) => sum + many, 0)
  process.stdout.write(
    `${file}: ${rows} rows, read at ${read.value.head.made_at}. SEED_KEY is not in this file: keep a copy elsewhere.\n`,
  )
}

await main()
