import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** The request to re-open a trial that waits for a second person: the last one, unless it was confirmed. */
export const findReopeningRequest = async (queries: Queries, trialId: number) => {
  const last = await queries
    .selectFrom('reopening_requests')
    .innerJoin('users as requester', 'requester.id', 'reopening_requests.requested_by')
    .leftJoin('trial_reopenings', 'trial_reopenings.request_id', 'reopening_requests.id')
    .selectAll('reopening_requests')
    .select([
      nameAt('reopening_requests.requested_at', 'requester').as('requested_by_name'),
      'trial_reopenings.request_id as confirmed_id',
    ])
    .where('reopening_requests.trial_id', '=', trialId)
    .orderBy('reopening_requests.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined || last.confirmed_id !== null ? null : last
}

export const insertReopeningRequest = async (
  transaction: Queries,
  request: Insertable<Schema['reopening_requests']>,
): Promise<void> => {
  await transaction.insertInto('reopening_requests').values(request).execute()
}

export const insertReopening = async (
  transaction: Queries,
  reopening: Insertable<Schema['trial_reopenings']>,
): Promise<void> => {
  await transaction.insertInto('trial_reopenings').values(reopening).execute()
}

/** How often a trial was re-opened. */
export const countReopenings = async (queries: Queries, trialId: number): Promise<number> => {
  const { count } = await queries
    .selectFrom('trial_reopenings')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('trial_id', '=', trialId)
    .executeTakeFirstOrThrow()
  return count
}
