import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './config/config'
import { log, refuse } from './console'
import type { Settings } from '../ground/settings'
import { LOCK_SECONDS, migrate, plannedMigrations, rehearseMigrations } from '../ground/db/migrate'
import type { OpenDatabase } from '../ground/db/open-database'
import { refuseUnfinishedRestore } from '../ground/db/unfinished-restore'
import { lineOf } from './open-up-to-date'
import { grantServingRole, openAsOwner } from './serving-role'

/*
 * `npm run migrate`: brings the database of the settings up to date before servers of this version start, with PostgreSQL
 * beside those of the version before. A server does the same at its start.
 */

const USAGE =
  'Usage: npm run migrate -- [--plan | --dry-run] [--lock-timeout SECONDS]\n' +
  '  --plan          lists what would be applied, and changes nothing\n' +
  '  --dry-run       applies it all in one transaction, and undoes it\n' +
  `  --lock-timeout  how long to wait for a table in use, 1 to 600 seconds; ${LOCK_SECONDS} unless given`

const MODES = {
  apply: {
    run: migrate,
    done: 'Applied:',
    nothing: 'Nothing to apply: the database is up to date.',
  },
  plan: {
    run: (database: OpenDatabase) => plannedMigrations(database),
    done: 'Would be applied:',
    nothing: 'Nothing would be applied: the database is up to date.',
  },
  'dry-run': {
    run: rehearseMigrations,
    done: 'Applied and undone:',
    nothing: 'Nothing would be applied: the database is up to date.',
  },
} as const

type MigrateOptions = { mode: keyof typeof MODES; lockSeconds: number }

/** The options in the parameters; null where they are not understood. */
const readWish = (parameters: readonly string[]): MigrateOptions | null => {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: { plan: { type: 'boolean' }, 'dry-run': { type: 'boolean' }, 'lock-timeout': { type: 'string' } },
    })
    const lockTimeout = values['lock-timeout'] ?? String(LOCK_SECONDS)
    const lockSeconds = Number(lockTimeout)
    const isSound = /^\d{1,3}$/.test(lockTimeout) && lockSeconds >= 1 && lockSeconds <= 600
    if (!isSound || (values.plan && values['dry-run'])) return null
    return { mode: values.plan ? 'plan' : values['dry-run'] ? 'dry-run' : 'apply', lockSeconds }
  } catch {
    return null
  }
}

const migrationReport = async (settings: Settings, { mode, lockSeconds }: MigrateOptions): Promise<string[]> => {
  if (mode !== 'apply' && settings.database_url === null && !existsSync(join(settings.data_dir, 'postgres')))
    throw new Error(`There is no database in ${settings.data_dir}`)
  const database = await openAsOwner(settings, log)
  try {
    await refuseUnfinishedRestore(database.queries)
    const names = await MODES[mode].run(database, undefined, lockSeconds)
    const role = mode === 'apply' ? await grantServingRole(database, settings, log) : null
    return [
      ...(names.length === 0 ? [MODES[mode].nothing] : [MODES[mode].done, ...names.map((name) => `  ${name}`)]),
      ...(role === null ? [] : [`The role ${role} has the rights to serve.`]),
    ]
  } finally {
    await database.close()
  }
}

const main = async (): Promise<void> => {
  const options = readWish(process.argv.slice(2))
  if (options === null) return refuse(USAGE)
  const settings = readConfig(process.env)
  if (!settings.ok) return refuse(settings.refusal)
  try {
    process.stdout.write(`${(await migrationReport(settings.value, options)).join('\n')}\n`)
  } catch (error) {
    refuse(lineOf(error))
  }
}

await main()
