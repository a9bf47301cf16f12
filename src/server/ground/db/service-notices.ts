import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** The notices that are shown at an instant, the latest first; for the sign-in page only those marked for it. */
export const findShownNotices = (queries: Queries, now: string, { isSignIn }: { isSignIn: boolean }) =>
  queries
    .selectFrom('service_notices')
    .select(['id', 'notice as text'])
    .where('ended_at', 'is', null)
    .where('shown_from', '<=', now)
    .where('shown_until', '>', now)
    .$if(isSignIn, (notices) => notices.where('is_on_sign_in', '=', true))
    .orderBy('id', 'desc')
    .execute()

const written = (queries: Queries) =>
  queries
    .selectFrom('service_notices as notice')
    .innerJoin('users as creator', 'creator.id', 'notice.created_by')
    .select(['notice.id', 'notice.notice as text', 'notice.shown_from', 'notice.shown_until'])
    .select(['notice.is_on_sign_in', 'notice.created_by', 'notice.ended_at'])
    .select(nameAt('notice.created_at', 'creator').as('created_by_name'))

/** The notices that nobody has ended and whose time is not over, the latest first. */
export const findOpenNotices = (queries: Queries, now: string) =>
  written(queries)
    .where('notice.ended_at', 'is', null)
    .where('notice.shown_until', '>', now)
    .orderBy('notice.id', 'desc')
    .execute()

export const findNotice = (queries: Queries, id: number) =>
  written(queries).where('notice.id', '=', id).executeTakeFirst()

export const insertNotice = async (
  transaction: Queries,
  notice: Insertable<Schema['service_notices']>,
): Promise<number> =>
  (await transaction.insertInto('service_notices').values(notice).returning('id').executeTakeFirstOrThrow()).id

/** Ends a notice; false where it had ended already. */
export const storeNoticeEnd = async (
  transaction: Queries,
  { id, ...end }: { id: number; ended_at: string; ended_by: number },
): Promise<boolean> => {
  const ended = await transaction
    .updateTable('service_notices')
    .set(end)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}
