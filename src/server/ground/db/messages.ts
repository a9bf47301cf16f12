import type { StoredPermission } from '#domain/people/permissions'
import { nameThenAndNow, namesThenAndNow } from '#domain/trials/renaming'
import { sql } from 'kysely'
import { laterByMs } from '../time/clock'
import {
  accountIdOf,
  type BroadcastFacts,
  type MessageFacts,
  type NamedGroup,
  type PersonalFacts,
  type ServiceMessageFacts,
} from './message-facts'
import type { Queries, Transaction } from './transaction'
import { hasAccount } from './users'

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

/** Stores messages within the transaction of their event. Returns their ids. */
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

/**
 * The sites among these where people were told after `since` that packs are missing, and nobody was randomised since: a
 * later randomisation found packs, so that a new shortage is reported again.
 */
export const sitesReportedMissing = async (
  transaction: Queries,
  trialId: number,
  siteIds: readonly number[],
  since: string,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ site_id: number }>`
    select distinct site_id from messages
    where trial_id = ${trialId} and site_id = any(${[...siteIds]}::bigint[]) and kind = 'study_packs_missing'
      and resent_of is null and queued_at > ${since}
      and not exists (
        select from participants
        where participants.trial_id = ${trialId} and participants.site_id = messages.site_id
          and participants.created_at > messages.queued_at
      )
  `.execute(transaction)
  return new Set(rows.map(({ site_id }) => site_id))
}

/** The number of people with an account at `now`. */
export const countAccounts = async (queries: Queries, now: string): Promise<number> => {
  const { count } = await queries
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(hasAccount(now))
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a message for everybody who has an account then. Returns their ids. */
export const insertBroadcast = async (transaction: Queries, facts: BroadcastFacts): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into messages (user_id, recipient_name, recipient_address, facts, queued_at, next_attempt_at)
    select id, name, email, ${JSON.stringify(facts)}::jsonb, ${facts.at}::timestamptz, ${facts.at}::timestamptz
    from users where ${hasAccount(facts.at)} order by id
    returning id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}

type PersonalMessage = Pick<NewMessage, 'user_id' | 'recipient_name' | 'recipient_address'> & { facts: PersonalFacts }

/**
 * Stores a message to one person, in place of a waiting one of the same kind with a link. Messages about different external
 * accounts do not replace each other.
 */
export const insertPersonalMessage = async (
  transaction: Queries,
  { facts, ...recipient }: PersonalMessage,
): Promise<void> => {
  await withdraw(transaction, { user_id: recipient.user_id, kind: facts.kind }, WITHDRAWN.replaced)
    .where(sql<boolean>`facts ? 'link_secret'`)
    .where(sql<boolean>`facts ->> 'account_id' is not distinct from ${accountIdOf(facts)}::text`)
    .execute()
  const at = { queued_at: facts.at, next_attempt_at: facts.at }
  await transaction
    .insertInto('messages')
    .values({ ...recipient, ...at, facts: JSON.stringify(facts) })
    .execute()
}

/** Cancels a waiting invitation to a person whose address was changed. */
export const withdrawInvitation = async (transaction: Transaction, userId: number): Promise<void> => {
  await withdraw(transaction, { user_id: userId, kind: 'invitation' }, WITHDRAWN.readdressed).execute()
}

/** Cancels a waiting warning that a person's account ends. */
export const withdrawAccountWarning = async (transaction: Transaction, userId: number): Promise<void> => {
  await withdraw(transaction, { user_id: userId, kind: 'account_ending' }, WITHDRAWN.extended).execute()
}

const withdraw = (
  transaction: Queries,
  { user_id, kind }: { user_id: number; kind: PersonalFacts['kind'] },
  reason: string,
) =>
  transaction
    .updateTable('messages')
    .set({ state: 'failed', error: reason, facts: WITHOUT_SECRET })
    .where('user_id', '=', user_id)
    .where('state', '=', 'queued')
    .where('kind', '=', kind)

/** The facts of a message that will not be sent again, without the secret of its link. */
const WITHOUT_SECRET = sql<string>`facts - 'link_secret'`

/** The errors of emails that were withdrawn. */
const WITHDRAWN = {
  replaced: 'Replaced by a later email',
  extended: 'The account was extended',
  readdressed: 'The address of its recipient was changed',
}

/** The error of an email to a person who has lost access meanwhile. It needs no decision: sent again, it would fail again. */
export const NO_LONGER_RECEIVED = 'The recipient may no longer receive this email'

/** The errors of emails that are not missed. */
export const NOT_MISSED: readonly string[] = [NO_LONGER_RECEIVED, ...Object.values(WITHDRAWN)]

/** A message that this process has claimed, with the present state of its recipient. */
export type ClaimedMessage = {
  id: number
  user_id: number
  recipient_name: string
  recipient_address: string
  facts: MessageFacts | ServiceMessageFacts
  queued_at: string
  /** The number of this attempt. */
  attempts: number
  /** Of its trial, where it has one. */
  is_protected_trial: boolean
  has_account: boolean
  /** The groups of the participant in an email about a randomisation, one for each factor; else empty. */
  groups: NamedGroup[]
  /** The title of the message's site, at the time and now; null without a site. */
  site_title: string | null
  permissions: StoredPermission[]
}

/** Longer than any message is put off, in milliseconds: what is due still later was queued by a clock that went wrong. */
const NEVER_AHEAD_MS = 7 * 60 * 60_000

/**
 * Claims due messages, messages to everybody last, and of the others the oldest first: no other process takes them before
 * `until`. One that was never tried is due, also where it was queued by a clock that is ahead. The message of a process that died is due again after that.
 * A message of a trial goes to the address that the person has now; others may be for a former address.
 */
export const claimDueMessages = async (
  queries: Queries,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<ClaimedMessage[]> => {
  const { rows } = await sql<ClaimedRow>`
    with due as materialized (
      select id, user_id from messages
      where state in ('queued', 'sending')
        and (attempts = 0 or next_attempt_at <= ${now} or next_attempt_at > ${laterByMs(now, NEVER_AHEAD_MS)})
      order by (kind = 'broadcast'), next_attempt_at, id limit ${limit} for update skip locked
    ),
    claimed as (
      update messages set state = 'sending', attempts = attempts + 1, next_attempt_at = ${until},
        recipient_address = case when trial_id is null then recipient_address else users.email end
      from due join users on users.id = due.user_id
      where messages.id = due.id
      returning messages.*
    )
    select claimed.id, claimed.user_id, recipient_name, recipient_address, facts, queued_at, attempts,
      coalesce(is_protected_trial, false) as is_protected_trial, ${hasAccount(now)} as has_account,
      (select coalesce(json_agg(json_build_object(
          'name', study_groups.name, 'label', study_groups.label,
          'former', (select json_build_object('name', former.name, 'label', former.label) from former_names as former
            where former.study_group_id = study_groups.id and last_sequence_no >= trial_sequence_no
            order by former.id limit 1)
        ) order by part.factorial_level), '[]')
        from participants
          join participant_groups as part on part.participant_id = participants.id and part.of_trial = participants.trial_id
          join study_groups on study_groups.id = part.study_group_id
        where claimed.kind = 'randomisation' and participants.trial_id = claimed.trial_id
          and trial_sequence_no = (claimed.facts ->> 'trial_sequence_no')::bigint) as groups,
      (select json_build_object(
          'now', sites.title,
          'then', case when claimed.facts ->> 'trial_sequence_no' is null then claimed.facts #>> '{site,title}' else (
            select former.name from former_names as former where former.site_id = sites.id
              and last_sequence_no >= (claimed.facts ->> 'trial_sequence_no')::bigint order by former.id limit 1
          ) end
        ) from sites where sites.id = (claimed.facts #>> '{site,id}')::bigint) as site,
      (select coalesce(json_agg(permission), '[]') from user_permissions as permission
        where permission.user_id = claimed.user_id and ended_at is null
          and (permission.trial_id = claimed.trial_id or permission.trial_id is null)) as permissions
    from claimed join users on users.id = user_id left join trials on trials.id = trial_id
    order by claimed.id
  `.execute(queries)
  return rows.map(({ groups, site, ...message }) => ({
    ...message,
    groups: groups.map(({ former, ...group }) => namesThenAndNow(former, group)),
    site_title: site && nameThenAndNow(site.then ?? site.now, site.now),
  }))
}

type ClaimedRow = Omit<ClaimedMessage, 'groups' | 'site_title'> & {
  groups: (NamedGroup & { former: NamedGroup | null })[]
  /** `then` is null where the participant was randomised under the present title. */
  site: { now: string; then: string | null } | null
}

/** Renews claims of messages that are still being sent. */
export const keepClaims = async (queries: Queries, ids: readonly number[], until: string): Promise<void> => {
  await queries
    .updateTable('messages')
    .set({ next_attempt_at: until })
    .where('id', 'in', [...ids])
    .where('state', '=', 'sending')
    .execute()
}

/** The outcome of an attempt to send. */
export type Attempted =
  | { state: 'sent'; sent_at: string; error: null }
  | { state: 'queued'; next_attempt_at: string; error: string }
  | { state: 'failed'; error: string }

/**
 * Records the outcome of an attempt. A success counts whoever has claimed the message since; a failure only if the
 * claim is still valid.
 */
export const recordAttempt = async (
  queries: Queries,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  outcome: Attempted,
): Promise<void> => {
  const settled = outcome.state === 'queued' ? outcome : { ...outcome, facts: WITHOUT_SECRET }
  const update = queries.updateTable('messages').set(settled).where('id', '=', id)
  await (
    outcome.state === 'sent'
      ? update.where('state', 'in', ['queued', 'sending'])
      : update.where('state', '=', 'sending').where('attempts', '=', attempts)
  ).execute()
}
