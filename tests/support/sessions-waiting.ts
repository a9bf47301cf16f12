import { sql } from 'kysely'
import type { Queries } from '../../src/server/ground/db/transaction'

/** The number of database sessions that wait for a lock. */
export const sessionsWaiting = async (queries: Queries): Promise<number> => {
  const { rows } = await sql<{ many: number }>`
    select count(*) as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(queries)
  return rows[0]?.many ?? 0
}
