import { memberAt } from '#domain/member-at'
import { sql } from 'kysely'
import type { Queries } from './transaction'

/** The time by the clock of the database's machine. */
export const readDatabaseTime = async (queries: Queries): Promise<string> => {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(queries)
  return memberAt(rows, 0).at
}
