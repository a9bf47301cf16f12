import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queries, Transaction } from './transaction'

/** An entry as it is stored, with who did it and what reviews found. Never sent as it is: `shownAudits` cuts it. */
export type AuditRow = Awaited<ReturnType<typeof findAudits>>[number]

/** Those of these entries that there are, the newest first. */
export const findAudits = async (queries: Queries, ids: readonly number[]) =>
  queries
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select((row) => [
      'audit_log.id',
      'audit_log.chain',
      'audit_log.created_at',
      'audit_log.trial_id',
      'audit_log.user_id',
      'users.name as user_name',
      'audit_log.role',
      'audit_log.kind',
      'audit_log.description',
      'audit_log.changes',
      'audit_log.reason',
      jsonArrayFrom(
        row
          .selectFrom('audit_reviews as review')
          .innerJoin('users as reviewer', 'reviewer.id', 'review.reviewed_by')
          .select(['review.id', instantText.as('created_at'), 'review.finding', 'review.reviewed_by'])
          .select(sql<string>`reviewer.name`.as('reviewer_name'))
          .whereRef('review.audit_log_id', '=', 'audit_log.id')
          .orderBy('review.id'),
      ).as('reviews'),
    ])
    .where(sql<boolean>`audit_log.id = any(${[...ids]}::bigint[])`)
    .orderBy('audit_log.id', 'desc')
    .execute()

/** An instant within JSON as the wire writes it. */
const instantText = sql<string>`to_char(review.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Every trial that is protected. */
export const protectedTrials = async (queries: Queries): Promise<number[]> => {
  const rows = await queries.selectFrom('trials').select('id').where('is_protected_trial', '=', true).execute()
  return rows.map(({ id }) => id)
}

type NewReview = { audit_log_id: number; created_at: string; reviewed_by: number; finding: string }

export const insertAuditReview = async (transaction: Transaction, review: NewReview): Promise<number> => {
  const { id } = await transaction.insertInto('audit_reviews').values(review).returning('id').executeTakeFirstOrThrow()
  return id
}
