import type { AuditKind } from '#domain/audit/audit-kind'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { FieldChange } from '../audit/audit-entry'
import { instantInJson } from './instant-in-json'
import type { Queries, Transaction } from './transaction'
import { nameAt } from './user-names'

/** A stored entry, with its person and reviews. Never sent unchanged: `shownAudits` redacts it. */
export type AuditRow = Awaited<ReturnType<typeof findAudits>>[number]

/** How many changes of each entry are read: a number, or all of them. */
export type ChangesRead = { limit: number; whole: readonly AuditKind[] } | 'all'

/** The existing ones of these entries, the newest first. Entries of the kinds in `whole` have every change. */
export const findAudits = async (queries: Queries, ids: readonly number[], read: ChangesRead) =>
  queries
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .leftJoin('trials', 'trials.id', 'audit_log.trial_id')
    .select((row) => [
      'audit_log.id',
      'audit_log.chain',
      'audit_log.created_at',
      'audit_log.trial_id',
      'audit_log.user_id',
      nameAt<string | null>('audit_log.created_at').as('user_name'),
      'audit_log.role',
      'audit_log.kind',
      'audit_log.description',
      changesOf(read).as('changes'),
      sql<number>`jsonb_array_length(audit_log.changes)`.as('changes_total'),
      'audit_log.reason',
      'audit_log.writer_sight',
      'trials.selected_timezone as time_zone',
      jsonArrayFrom(
        row
          .selectFrom('audit_reviews as review')
          .innerJoin('users as reviewer', 'reviewer.id', 'review.reviewed_by')
          .select([
            'review.id',
            instantInJson('review.created_at').as('created_at'),
            'review.finding',
            'review.reviewed_by',
          ])
          .select(nameAt('review.created_at', 'reviewer').as('reviewer_name'))
          .whereRef('review.audit_log_id', '=', 'audit_log.id')
          .orderBy('review.id'),
      ).as('reviews'),
    ])
    .where(sql<boolean>`audit_log.id = any(${[...ids]}::bigint[])`)
    .orderBy('audit_log.id', 'desc')
    .execute()

const changesOf = (read: ChangesRead) =>
  read === 'all'
    ? sql<FieldChange[]>`audit_log.changes`
    : sql<FieldChange[]>`case when audit_log.kind = any(${[...read.whole]}::text[]) then audit_log.changes
        else jsonb_path_query_array(audit_log.changes, '$[0 to $end]', ${JSON.stringify({ end: read.limit - 1 })}::jsonb)
      end`

/** The chain and trial of an entry, if it exists. */
export const findAuditPlace = async (queries: Queries, id: number) =>
  queries.selectFrom('audit_log').select(['id', 'chain', 'trial_id']).where('id', '=', id).executeTakeFirst()

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
