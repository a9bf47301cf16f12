import type { MessageKind, MessageState } from '#domain/people/notifications'
import type { PermittedSites } from '#domain/people/permissions'
import type { MessageFacts } from './message-facts'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { atSites } from './at-sites'
import { enterLock } from './lock-order'
import type { IdQuery } from './long-ids'
import type { Queries } from './transaction'

type MessageQuery = {
  trial_id: number
  sites: PermittedSites
  state: readonly MessageState[]
  order: 'asc' | 'desc'
  page: number
  page_size: number
}

/** A message without its text. */
export type MessageRow = Awaited<ReturnType<typeof findMessages>>[number]

const inReach = (queries: Queries, trialId: number, sites: PermittedSites) =>
  queries.selectFrom('messages').where('messages.trial_id', '=', trialId).where(atSites('messages.site_id', sites))

const COLUMNS = [
  'messages.id',
  'messages.kind',
  'messages.user_id as recipient_user_id',
  'messages.recipient_name',
  'messages.recipient_address',
  'messages.state',
  'messages.attempts',
  'messages.queued_at',
  'messages.sent_at',
  'messages.error',
] as const

/** The person and subject of each message: its site and its change, and no other facts. */
const withEvent = (query: ReturnType<typeof inReach>, trialId: number) =>
  query
    .select(COLUMNS)
    .select((row) =>
      jsonObjectFrom(
        row
          .selectFrom('participants')
          .select(['participants.id', 'participants.trial_sequence_no', 'participants.participant_id'])
          .where('participants.trial_id', '=', trialId)
          .where(sql<boolean>`participants.trial_sequence_no = (messages.facts ->> 'trial_sequence_no')::bigint`),
      ).as('participant'),
    )
    .select([
      sql<string | null>`messages.facts ->> 'from'`.as('from'),
      sql<string | null>`messages.facts ->> 'to'`.as('to'),
      sql<string | null>`messages.facts -> 'site' ->> 'title'`.as('site_title'),
    ])

/** Messages of a trial by id, at the given sites. */
export const findMessages = (queries: Queries, trialId: number, sites: PermittedSites, ids: readonly number[]) =>
  withEvent(inReach(queries, trialId, sites), trialId)
    .where('messages.id', 'in', [...ids, 0])
    .orderBy('messages.id')
    .execute()

type Matching = Pick<MessageQuery, 'trial_id' | 'sites' | 'state'>

const matching = (queries: Queries, { trial_id, sites, state }: Matching) => {
  const query = inReach(queries, trial_id, sites)
  return state.length > 0 ? query.where('state', 'in', [...state]) : query
}

/** The ids of a trial's matching messages by the time of queueing, by which a long list is read piece by piece. */
export const messageIdsInOrder =
  ({ order, ...search }: Matching & Pick<MessageQuery, 'order'>): IdQuery =>
  (queries) =>
    matching(queries, search).select('messages.id').orderBy('messages.id', order)

/** One page of a trial's messages at the given sites by the time of queueing, and their number. */
export const listMessages = async (
  queries: Queries,
  { page, page_size, order, ...search }: MessageQuery,
): Promise<{ rows: MessageRow[]; total: number }> => {
  const query = matching(queries, search)
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await withEvent(query, search.trial_id)
    .orderBy('messages.id', order)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows, total }
}

/** Locks a message of a trial until the transaction ends, with the fields for its replacement. */
export const lockMessage = async (transaction: Queries, trialId: number, sites: PermittedSites, id: number) => {
  enterLock(transaction, { kind: 'rows of trial', id: trialId })
  return (
    inReach(transaction, trialId, sites)
      .innerJoin('users', 'users.id', 'messages.user_id')
      .select(['messages.id', 'trial_id', 'site_id', 'user_id', 'state', 'kind', 'facts', 'users.name', 'users.email'])
      .where('messages.id', '=', id)
      // A message with a trial is about that trial: the table's own check.
      .$narrowType<{ trial_id: number; kind: MessageKind; facts: MessageFacts }>()
      .forUpdate('messages')
      .executeTakeFirst()
  )
}

/** Records that another message replaces this one. */
export const markResent = async (transaction: Queries, id: number): Promise<void> => {
  await transaction.updateTable('messages').set({ state: 'resent' }).where('id', '=', id).execute()
}
