import { sql } from 'kysely'
import type { Queries } from './transaction'

const MARK = 'unfinished_restore'

/** Marks a database into which a backup is being restored, from the first row until everything was checked. */
export const markRestore = async (queries: Queries): Promise<void> => {
  await sql`create table ${sql.id(MARK)} ()`.execute(queries)
}

export const unmarkRestore = async (queries: Queries): Promise<void> => {
  await sql`drop table ${sql.id(MARK)}`.execute(queries)
}

/** Throws one sentence where a restore into this database began and did not finish. */
export const refuseUnfinishedRestore = async (queries: Queries): Promise<void> => {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${MARK}) is not null as "isThere"`.execute(
    queries,
  )
  if (rows[0]?.isThere === true) throw new Error(UNFINISHED_RESTORE)
}

const UNFINISHED_RESTORE =
  'A backup was being restored into this database and never finished: empty the database, and restore again'
