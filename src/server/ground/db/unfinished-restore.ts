import { sql } from 'kysely'
import type { Queries } from './transaction'

const MARK = 'unfinished_restore'

/**
 * Marks a database into which a backup is being restored, from before its first table until everything was checked. Throws where another
 * restore has marked it meanwhile.
 */
export const markRestore = async (queries: Queries): Promise<void> => {
  await sql`create table ${sql.id(MARK)} ()`.execute(queries)
}

/** Holds the mark until the transaction ends. Throws one sentence where another restore has finished meanwhile and removed it. */
export const lockMark = async (transaction: Queries): Promise<void> => {
  if (!(await isMarked(transaction))) throw new Error(FINISHED_MEANWHILE)
  await sql`lock table ${sql.id(MARK)} in exclusive mode`.execute(transaction)
}

const FINISHED_MEANWHILE = 'Another restore into this database has finished meanwhile: nothing was changed'

export const unmarkRestore = async (queries: Queries): Promise<void> => {
  await sql`drop table ${sql.id(MARK)}`.execute(queries)
}

/** Whether a restore into this database began and did not finish: it has nothing then but what that restore made. */
export const isMarked = async (queries: Queries): Promise<boolean> => {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${MARK}) is not null as "isThere"`.execute(
    queries,
  )
  return rows[0]?.isThere === true
}

/** Throws one sentence where a restore into this database began and did not finish. */
export const refuseUnfinishedRestore = async (queries: Queries): Promise<void> => {
  if (await isMarked(queries)) throw new Error(UNFINISHED_RESTORE)
}

const UNFINISHED_RESTORE =
  'A restore into this database never finished: run npm run restore again, or restore into a new one'
