import { sql } from 'kysely'
import type { Queries } from './transaction'

const MARK = 'unfinished_restore'

/** Marks a database into which a backup is being restored: it is there from the first row until everything was checked. */
export const markRestore = async (queries: Queries): Promise<void> => {
  await sql`create table ${sql.id(MARK)} ()`.execute(queries)
}

export const unmarkRestore = async (queries: Queries): Promise<void> => {
  await sql`drop table ${sql.id(MARK)}`.execute(queries)
}

/** Whether a restore into this database was begun and not finished. */
export const hasUnfinishedRestore = async (queries: Queries): Promise<boolean> => {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${MARK}) is not null as "isThere"`.execute(
    queries,
  )
  return rows[0]?.isThere === true
}
