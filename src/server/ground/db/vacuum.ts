import { sql } from 'kysely'
import type { OpenDatabase } from './open-database'

/** Frees the space of changed rows. A PostgreSQL server does so automatically; the embedded database needs this. */
export const vacuum = async (database: OpenDatabase): Promise<void> => {
  if (database.kind === 'embedded') await sql`vacuum (analyze)`.execute(database.queries)
}
