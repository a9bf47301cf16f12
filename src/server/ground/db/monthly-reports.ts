import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'

/** The trials that have recipients of a monthly report, by id. */
export const trialsWithMonthlyReport = async (queries: Queries): Promise<number[]> => {
  const rows = await queries
    .selectFrom('monthly_report_recipients')
    .select('trial_id')
    .distinct()
    .orderBy('trial_id')
    .execute()
  return rows.map(({ trial_id }) => trial_id)
}

/**
 * The chosen recipients of the monthly report of a trial, with the time of the choice, by id, whether they may still
 * get it or not.
 */
export const findMonthlyRecipients = async (queries: Queries, trialId: number) =>
  queries
    .selectFrom('monthly_report_recipients')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'users.name', 'chosen_at'])
    .where('trial_id', '=', trialId)
    .orderBy('user_id')
    .execute()

/** Stores recipients of a trial's monthly report; those who were chosen before stay unchanged. */
export const insertMonthlyRecipients = async (
  transaction: Queries,
  recipients: readonly Insertable<Schema['monthly_report_recipients']>[],
): Promise<void> => {
  if (recipients.length === 0) return
  await transaction
    .insertInto('monthly_report_recipients')
    .values([...recipients])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const deleteMonthlyRecipients = async (
  transaction: Queries,
  trialId: number,
  userIds: readonly number[],
): Promise<void> => {
  if (userIds.length === 0) return
  await transaction
    .deleteFrom('monthly_report_recipients')
    .where('trial_id', '=', trialId)
    .where('user_id', 'in', [...userIds])
    .execute()
}

/** Records that the report of a month was sent; false where it was already. */
export const storeMonthlyReport = async (
  transaction: Queries,
  report: Insertable<Schema['monthly_reports']>,
): Promise<boolean> => {
  const stored = await transaction
    .insertInto('monthly_reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning('trial_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** The last month whose report was sent, with the time and the number of recipients; undefined before the first. */
export const findLastMonthlyReport = async (queries: Queries, trialId: number) =>
  queries
    .selectFrom('monthly_reports')
    .select(['month', 'sent_at', 'recipients'])
    .where('trial_id', '=', trialId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
