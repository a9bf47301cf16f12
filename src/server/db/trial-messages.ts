import type { MessageKind, MessageState } from '#domain/notifications'
import type { PermittedSites } from '#domain/permissions'
import type { MessageFacts } from '../mail/message-facts'
import { atSites } from './at-sites'
import { enterLock } from './lock-order'
import type { Queries } from './transaction'

type Asked = {
  trial_id: number
  sites: PermittedSites
  state: readonly MessageState[]
  page: number
  page_size: number
}

/** A message without what it says. */
export type MessageRow = Awaited<ReturnType<typeof findMessages>>[number]

const inReach = (queries: Queries, trialId: number, sites: PermittedSites) =>
  queries.selectFrom('messages').where('trial_id', '=', trialId).where(atSites('messages.site_id', sites))

const COLUMNS = [
  'id',
  'kind',
  'recipient_name',
  'recipient_address',
  'state',
  'attempts',
  'queued_at',
  'sent_at',
  'error',
] as const

/** Messages of a trial by id, at the sites given. */
export const findMessages = (queries: Queries, trialId: number, sites: PermittedSites, ids: readonly number[]) =>
  inReach(queries, trialId, sites)
    .select(COLUMNS)
    .where('id', 'in', [...ids, 0])
    .orderBy('id')
    .execute()

/** One page of a trial's messages at the sites given, the newest first, and how many there are. */
export const listMessages = async (
  queries: Queries,
  { trial_id, sites, state, page, page_size }: Asked,
): Promise<{ rows: MessageRow[]; total: number }> => {
  let found = inReach(queries, trial_id, sites)
  if (state.length > 0) found = found.where('state', 'in', [...state])
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows, total }
}

/** Holds a message of a trial until the transaction ends, with what another one in its place needs. */
export const holdMessage = async (transaction: Queries, trialId: number, sites: PermittedSites, id: number) => {
  enterLock(transaction, { kind: 'rows of trial', id: trialId })
  return (
    inReach(transaction, trialId, sites)
      .innerJoin('users', 'users.id', 'messages.user_id')
      .select(['messages.id', 'trial_id', 'site_id', 'user_id', 'state', 'kind', 'facts', 'users.name', 'users.email'])
      .where('messages.id', '=', id)
      // A message of a trial tells of that trial: the table's own check.
      .$narrowType<{ trial_id: number; kind: MessageKind; facts: MessageFacts }>()
      .forUpdate('messages')
      .executeTakeFirst()
  )
}

/** Records that another message was made in the place of this one. */
export const markResent = async (transaction: Queries, id: number): Promise<void> => {
  await transaction.updateTable('messages').set({ state: 'resent' }).where('id', '=', id).execute()
}
