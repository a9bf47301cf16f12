import type { Queries } from './transaction'

/** A backup that was read back and stored: the moment whose rows it has, and when it was finished. */
export type FinishedBackup = { made_at: string; finished_at: string }

export const recordBackup = async (queries: Queries, backup: FinishedBackup): Promise<void> => {
  await queries.insertInto('backups').values(backup).execute()
}

/** The newest backup that is known; undefined for none. */
export const findLastBackup = (queries: Queries): Promise<FinishedBackup | undefined> =>
  queries.selectFrom('backups').select(['made_at', 'finished_at']).orderBy('id', 'desc').limit(1).executeTakeFirst()
