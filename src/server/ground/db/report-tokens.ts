import type { Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'

export type ReportTokenRow = Selectable<Schema['report_tokens']>

/** Stores a token for one download, and deletes expired ones issued before `deleteBefore`. */
export const insertReportToken = async (
  queries: Queries,
  token: ReportTokenRow,
  deleteBefore: string,
): Promise<void> => {
  await queries.deleteFrom('report_tokens').where('issued_at', '<', deleteBefore).execute()
  await queries.insertInto('report_tokens').values(token).execute()
}

type TokenOfFile = Pick<ReportTokenRow, 'token_hash' | 'trial_id' | 'report'>

/** Whether there is a token with this hash for this report of this trial. */
export const hasReportToken = async (
  queries: Queries,
  { token_hash, trial_id, report }: TokenOfFile,
): Promise<boolean> => {
  const found = await queries
    .selectFrom('report_tokens')
    .select('token_hash')
    .where('token_hash', '=', token_hash)
    .where('report', '=', report)
    .where('trial_id', trial_id === null ? 'is' : '=', trial_id)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the token with this hash, for this report of this trial, and returns it: it works once. */
export const consumeReportToken = async (
  queries: Queries,
  { token_hash, trial_id, report }: TokenOfFile,
): Promise<ReportTokenRow | undefined> =>
  queries
    .deleteFrom('report_tokens')
    .where('token_hash', '=', token_hash)
    .where('report', '=', report)
    .where('trial_id', trial_id === null ? 'is' : '=', trial_id)
    .returningAll()
    .executeTakeFirst()
