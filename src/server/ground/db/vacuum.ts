import { sql } from 'kysely'
import type { OpenDatabase } from './open-database'

/** Frees what changed rows left behind. A server does so by itself; the embedded database has nobody else for it. */
export const vacuum = async (database: OpenDatabase): Promise<void> => {
  if (database.kind === 'embedded') await sql`vacuum (analyze)`.execute(database.queries)
}
