import type { StoredPermission } from '#domain/people/permissions'
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely'
import { PREPARED } from './statement-marks'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'

/** A session with its person and all their permissions that have not ended. */
export type SessionRow = {
  session_id: string
  ended_at: string | null
  last_seen_at: string
  /** When a person was last active in it. */
  active_at: string
  /** When the person last signed in with the provider in this session; null for never. */
  proved_at: string | null
  /** When it was last reported that a PIN or passkey had opened its device without the server; null for never. */
  opened_offline_at: string | null
  user_id: number
  name: string
  email: string
  selected_timezone: string | null
  is_active: boolean
  expires_at: string | null
  permissions: StoredPermission[]
}

/** Everything that a request needs of its caller, in one statement, since it runs for every request. */
export const findSessions = async (queries: Queries, sessionIds: readonly string[]): Promise<SessionRow[]> => {
  const { rows } = await sql<SessionRow>`
    select ${PREPARED}
      sessions.id as session_id, sessions.ended_at, sessions.last_seen_at, sessions.active_at, sessions.proved_at,
      sessions.opened_offline_at,
      users.id as user_id, users.name, users.email, users.selected_timezone, users.is_active, users.expires_at,
      coalesce(
        (
          select json_agg(
            json_build_object(
              'role_id', role_id, 'trial_id', trial_id, 'site_id', site_id,
              'is_blinded_partial', is_blinded_partial, 'is_blinded_whole', is_blinded_whole,
              'is_unblind_authorized', is_unblind_authorized, 'has_study_packs_access', has_study_packs_access
            ) order by user_permissions.id
          )
          from user_permissions
          where user_permissions.user_id = users.id and user_permissions.ended_at is null
        ),
        '[]'::json
      ) as permissions
    from sessions join users on users.id = sessions.user_id
    where sessions.id = any(${[...new Set(sessionIds)]}::uuid[])
  `.execute(queries)
  return rows
}

export const findSession = async (queries: Queries, sessionId: string): Promise<SessionRow | undefined> => {
  const [session] = await findSessions(queries, [sessionId])
  return session
}

type NewSession = Pick<
  Selectable<Schema['sessions']>,
  'user_id' | 'signed_in_at' | 'idp' | 'profile_id' | 'device' | 'token_expires_at' | 'proved_at'
>

/** Stores a new session. Returns its id, which the database draws. */
export const insertSession = async (queries: Queries, session: NewSession): Promise<string> => {
  const { id } = await queries
    .insertInto('sessions')
    .values({
      ...session,
      id: sql`gen_random_uuid()`,
      last_seen_at: session.signed_in_at,
      active_at: session.signed_in_at,
      ended_at: null,
      opened_offline_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores that the person of a session signed in with the provider at `at`; an earlier time does not replace a later one. */
export const storeProof = async (queries: Queries, sessionId: string, at: string): Promise<void> => {
  await queries
    .updateTable('sessions')
    .set({ proved_at: sql`greatest(proved_at, ${at}::timestamptz)` })
    .where('id', '=', sessionId)
    .execute()
}

/** Stores that a PIN or passkey has opened the device of a session without the server, as reported at `at`. */
export const storeOfflineOpening = async (queries: Queries, sessionId: string, at: string): Promise<void> => {
  await queries.updateTable('sessions').set({ opened_offline_at: at }).where('id', '=', sessionId).execute()
}

/** Ends a session for every process. Returns false for an ended one, whose end stays unchanged. */
export const endSession = async (queries: Queries, sessionId: string, now: string): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const running = (queries: Queries, userId: number) =>
  queries.selectFrom('sessions').where('user_id', '=', userId).where('ended_at', 'is', null)

/** A person's sessions with a token that is valid at `now` and activity since an instant, the latest first. */
export const listSessions = async (queries: Queries, userId: number, now: string, activeSince: string) =>
  running(queries, userId)
    .select(['id', 'number', 'idp', 'device', 'signed_in_at', 'last_seen_at'])
    .where('token_expires_at', '>', now)
    .where('active_at', '>', activeSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('number', 'desc')
    .execute()

/** The id of a person's session by its number, ended or not. */
export const findSessionOfUser = async (queries: Queries, userId: number, number: number) =>
  queries
    .selectFrom('sessions')
    .select('id')
    .where('number', '=', number)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/**
 * Ends sessions and returns the numbers of those whose token was still valid. They are locked by id first, as in every write of
 * several sessions, so that no two such writes deadlock.
 */
const endSessionsWhere = async (
  transaction: Transaction,
  which: Expression<SqlBool>,
  now: string,
): Promise<number[]> => {
  const ended = await transaction
    .with(
      (locked) => locked('locked').materialized(),
      (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('ended_at', 'is', null)
          .where(which)
          .orderBy('id')
          .forNoKeyUpdate(),
    )
    .updateTable('sessions')
    .from('locked')
    .set({ ended_at: now })
    .whereRef('sessions.id', '=', 'locked.id')
    .returning(['number', 'token_expires_at'])
    .execute()
  return ended.flatMap(({ number, token_expires_at }) => (token_expires_at > now ? [number] : []))
}

/** Ends every session of a person but one. Returns the numbers of those whose token was still valid. */
export const endSessionsBut = async (
  transaction: Transaction,
  { user_id, session_id }: { user_id: number; session_id: string },
  now: string,
): Promise<number[]> => endSessionsWhere(transaction, sql<SqlBool>`user_id = ${user_id} and id <> ${session_id}`, now)

/** Ends every session of a person. Returns the numbers of those whose token was still valid. */
export const endSessionsOfUser = async (transaction: Transaction, userId: number, now: string): Promise<number[]> =>
  endSessionsWhere(transaction, sql<SqlBool>`user_id = ${userId}`, now)

/** Ends every session that began with an association. Returns the numbers of those whose token was still valid. */
export const endSessionsOfProfile = async (
  transaction: Transaction,
  profileId: number,
  now: string,
): Promise<number[]> => endSessionsWhere(transaction, sql<SqlBool>`profile_id = ${profileId}`, now)

/**
 * The activity of a session: its last request, its last activity of a person, and the expiry of a renewed token, or null for
 * none.
 */
export type ActivityRecord = { session_id: string; seen_at: string; active_at: string; token_expires_at: string | null }

/** Records the activity of sessions, locked by id; no time is set back. */
export const storeActivityRecords = async (queries: Queries, records: readonly ActivityRecord[]): Promise<void> => {
  await sql`
    with seen as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        as seen (session_id uuid, seen_at timestamptz, active_at timestamptz, token_expires_at timestamptz)
    ),
    held as materialized (
      select id from sessions where id in (select session_id from seen) order by id for no key update
    )
    update sessions set last_seen_at = greatest(last_seen_at, seen.seen_at),
      active_at = greatest(sessions.active_at, seen.active_at),
      token_expires_at = greatest(sessions.token_expires_at, seen.token_expires_at)
    from seen join held on held.id = seen.session_id
    where sessions.id = held.id
  `.execute(queries)
}
