import { memberAt } from '#domain/member-at'
import { sql } from 'kysely'
import type { Queries } from './transaction'

/** The size of the whole database in bytes, and its last migration. */
export type DatabaseFacts = { bytes: number; migration: string | null }

export const findDatabaseFacts = async (queries: Queries): Promise<DatabaseFacts> => {
  const { rows } = await sql<DatabaseFacts>`
    select pg_database_size(current_database()) as bytes,
      (select name from schema_migrations order by name collate "C" desc limit 1) as migration`.execute(queries)
  return memberAt(rows, 0)
}
