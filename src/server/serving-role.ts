import type { Logger } from 'pino'
import type { Settings } from './config'
import { grantRights, roleOf } from './db/grant-rights'
import { openDatabase, type OpenDatabase } from './db/open-database'

type Addresses = Pick<Settings, 'database_url' | 'migration_database_url' | 'data_dir'>

/** Opens the database as the owner of its tables: where another role serves, MIGRATION_DATABASE_URL has its address. */
export const openAsOwner = (settings: Addresses, log: Logger): Promise<OpenDatabase> =>
  opened(settings.migration_database_url ?? settings.database_url, settings, log)

/** Gives the role that serves its rights, and answers its name; null where the owner serves. Throws one sentence where they are one. */
export const grantServingRole = async (
  owner: OpenDatabase,
  settings: Addresses,
  log: Logger,
): Promise<string | null> => {
  if (settings.migration_database_url === null) return null
  const role = await servingRole(settings, log)
  if (role === (await roleOf(owner)))
    throw new Error(`MIGRATION_DATABASE_URL and DATABASE_URL name the same role, ${role}: leave the first one out`)
  await grantRights(owner, role)
  return role
}

const servingRole = async (settings: Addresses, log: Logger): Promise<string> => {
  const serving = await opened(settings.database_url, settings, log)
  try {
    return await roleOf(serving)
  } finally {
    await serving.close()
  }
}

const opened = (address: string | null, { data_dir }: Addresses, log: Logger): Promise<OpenDatabase> =>
  openDatabase({ database_url: address ?? undefined, data_dir }, (problem, error) => log.error({ error }, problem))
