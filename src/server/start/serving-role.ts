import type { Logger } from 'pino'
import type { Settings } from '../ground/settings'
import { grantRights, openedDatabase } from '../ground/db/grant-rights'
import { openDatabase, type OpenDatabase } from '../ground/db/open-database'

type Addresses = Pick<Settings, 'database_url' | 'migration_database_url' | 'data_dir'>

/**
 * Opens the database as the owner of its tables: where another role serves, by MIGRATION_DATABASE_URL. Throws one sentence
 * where the two addresses name one role, or two databases, before anything changes.
 */
export const openAsOwner = async (settings: Addresses, log: Logger): Promise<OpenDatabase> => {
  const ownerUrl = settings.migration_database_url
  if (ownerUrl === null) return opened('DATABASE_URL', settings.database_url, settings, log)
  const owner = await opened('MIGRATION_DATABASE_URL', ownerUrl, settings, log)
  try {
    const [migrating, serving] = [await openedDatabase(owner), await servingDatabase(settings, log)]
    if (migrating.role === serving.role)
      throw new Error(
        `MIGRATION_DATABASE_URL and DATABASE_URL name the same role, ${serving.role}: unset MIGRATION_DATABASE_URL`,
      )
    if (migrating.database !== serving.database)
      throw new Error(
        `MIGRATION_DATABASE_URL names the database ${migrating.database}, and DATABASE_URL names ${serving.database}: they must be the same`,
      )
    return owner
  } catch (error) {
    await owner.close()
    throw error
  }
}

/** Grants the serving role its rights and returns its name; null where the owner serves. */
export const grantServingRole = async (
  owner: OpenDatabase,
  settings: Addresses,
  log: Logger,
): Promise<string | null> => {
  if (settings.migration_database_url === null) return null
  const { role } = await servingDatabase(settings, log)
  await grantRights(owner, role)
  return role
}

const servingDatabase = async (settings: Addresses, log: Logger): ReturnType<typeof openedDatabase> => {
  const serving = await opened('DATABASE_URL', settings.database_url, settings, log)
  try {
    return await openedDatabase(serving)
  } finally {
    await serving.close()
  }
}

const opened = (
  setting: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
  address: string | null,
  { data_dir }: Addresses,
  log: Logger,
): Promise<OpenDatabase> =>
  openDatabase({ database_url: address ?? undefined, data_dir, setting }, (problem, error) =>
    log.error({ error }, problem),
  )
