import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Logger } from 'pino'
import type { Settings } from '../ground/settings'
import { tablesWithoutRights } from '../ground/db/grant-rights'
import { migrate } from '../ground/db/migrate'
import { refuseUnfinishedRestore } from '../ground/db/unfinished-restore'
import { openDatabase, type OpenDatabase } from '../ground/db/open-database'
import { grantServingRole, openAsOwner } from './serving-role'

/** Opens the database of the settings and migrates it. Refuses, with one line, where that is not possible. */
export const openUpToDate = async (settings: Settings, log: Logger): Promise<Outcome<OpenDatabase, string>> => {
  try {
    if (settings.migration_database_url !== null) await bringUpToDateAsOwner(settings, log)
    const database = await openDatabase(
      {
        database_url: settings.database_url ?? undefined,
        data_dir: settings.data_dir,
        pool: settings.database_pool,
      },
      (problem, error) => log.error({ error }, problem),
    )
    await bringUpToDate(database, log)
    return accepted(database)
  } catch (error) {
    return refused(lineOf(error))
  }
}

const bringUpToDateAsOwner = async (settings: Settings, log: Logger): Promise<void> => {
  const owner = await openAsOwner(settings, log)
  try {
    await migrated(owner, log)
    await grantServingRole(owner, settings, log)
  } finally {
    await owner.close()
  }
}

const bringUpToDate = async (database: OpenDatabase, log: Logger): Promise<void> => {
  try {
    await migrated(database, log)
    const [table] = await tablesWithoutRights(database.queries)
    if (table !== undefined) throw new Error(`The role of DATABASE_URL may not use the table ${table}: ${GIVE_RIGHTS}`)
  } catch (error) {
    await database.close()
    throw error
  }
}

const migrated = async (database: OpenDatabase, log: Logger): Promise<void> => {
  await refuseUnfinishedRestore(database.queries)
  const applied = await migrate(database)
  if (applied.length > 0) log.info({ applied }, 'database brought up to date')
}

const GIVE_RIGHTS = 'run npm run migrate with MIGRATION_DATABASE_URL'

/** Both errors say the fault in one sentence; a driver's own message may have more lines. */
export const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')
