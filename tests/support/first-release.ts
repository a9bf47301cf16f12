import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '../../src/server/ground/db/migrate'
import type { OpenDatabase } from '../../src/server/ground/db/open-database'

export const FIRST_RELEASE = MIGRATIONS.slice(0, 15)

/**
 * Fills the tables of the first release with rows that a portal of that release wrote, under the seed key of every
 * test.
 */
export const ofFirstRelease = (database: OpenDatabase): Promise<void> =>
  database.withoutTimeouts((queries) =>
    queries.transaction().execute(async (transaction) => {
      // A table is filled before those it refers to, and append-only rows are inserted one by one.
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`delete from audit_chains`.execute(transaction)
      await sql.raw(readFileSync(join(import.meta.dirname, 'first-release.sql'), 'utf8')).execute(transaction)
    }),
  )
