import type { StoredPermission } from '#domain/permissions'
import { sql } from 'kysely'
import type { MessageFacts } from '../mail/message-facts'
import type { Queries } from './transaction'

export type NewMessage = {
  trial_id: number
  site_id: number | null
  user_id: number
  recipient_name: string
  recipient_address: string
  facts: MessageFacts
  queued_at: string
  resent_of: number | null
}

/** Stores messages within the transaction of what they tell of. Answers their ids. */
export const insertMessages = async (transaction: Queries, messages: readonly NewMessage[]): Promise<number[]> => {
  if (messages.length === 0) return []
  const stored = await transaction
    .insertInto('messages')
    .values(
      messages.map((message) => ({
        ...message,
        facts: JSON.stringify(message.facts),
        next_attempt_at: message.queued_at,
      })),
    )
    .returning('id')
    .execute()
  return stored.map(({ id }) => id)
}

/** A message that is this process's to send, with how its recipient stands now. */
export type ClaimedMessage = {
  id: number
  trial_id: number
  site_id: number | null
  recipient_name: string
  recipient_address: string
  facts: MessageFacts
  queued_at: string
  /** The number of this attempt. */
  attempts: number
  is_protected_trial: boolean
  has_account: boolean
  permissions: StoredPermission[]
}

/**
 * Takes messages that are due, oldest first: nobody else takes them before `until`. A message whose sender died is due again
 * when his time is over.
 */
export const claimDueMessages = async (
  queries: Queries,
  { now, until, most }: { now: string; until: string; most: number },
): Promise<ClaimedMessage[]> => {
  const { rows } = await sql<ClaimedMessage>`
    with due as materialized (
      select id from messages
      where state in ('queued', 'sending') and next_attempt_at <= ${now}
      order by next_attempt_at, id limit ${most} for update skip locked
    ),
    claimed as (
      update messages set state = 'sending', attempts = attempts + 1, next_attempt_at = ${until}
      from due where messages.id = due.id
      returning messages.*
    )
    select claimed.id, trial_id, site_id, recipient_name, recipient_address, facts, queued_at, attempts,
      is_protected_trial, is_active and (users.expires_at is null or users.expires_at > ${now}) as has_account,
      (select coalesce(json_agg(permission), '[]') from user_permissions as permission
        where permission.user_id = claimed.user_id and ended_at is null
          and (permission.trial_id = claimed.trial_id or permission.trial_id is null)) as permissions
    from claimed join users on users.id = user_id join trials on trials.id = trial_id
    order by claimed.id
  `.execute(queries)
  return rows
}

/** Keeps claimed messages from being taken for left behind, while they are still being sent. */
export const keepClaims = async (queries: Queries, ids: readonly number[], until: string): Promise<void> => {
  await queries
    .updateTable('messages')
    .set({ next_attempt_at: until })
    .where('id', 'in', [...ids])
    .where('state', '=', 'sending')
    .execute()
}

/** What came of an attempt to send. */
export type Attempted =
  | { state: 'sent'; sent_at: string; error: null }
  | { state: 'queued'; next_attempt_at: string; error: string }
  | { state: 'failed'; error: string }

/**
 * Records what came of an attempt. That a message was sent counts whoever has claimed it since; a failure counts only for who
 * still holds it.
 */
export const recordAttempt = async (
  queries: Queries,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  came: Attempted,
): Promise<void> => {
  const update = queries.updateTable('messages').set(came).where('id', '=', id)
  await (
    came.state === 'sent'
      ? update.where('state', 'in', ['queued', 'sending'])
      : update.where('state', '=', 'sending').where('attempts', '=', attempts)
  ).execute()
}
