import type { StoredPermission } from '#domain/permissions'
import { sql } from 'kysely'
import type { Queries } from './transaction'

/** A session with its person and every permission of his that has not ended. */
export type SessionRow = {
  session_id: string
  ended_at: string | null
  user_id: number
  name: string
  email: string
  selected_timezone: string | null
  is_active: boolean
  expires_at: string | null
  permissions: StoredPermission[]
}

/** All that requests need to know of who asks, in one statement: it runs for every request. */
export const findSessions = async (queries: Queries, sessionIds: readonly string[]): Promise<SessionRow[]> => {
  const { rows } = await sql<SessionRow>`
    select
      sessions.id as session_id, sessions.ended_at,
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

/** Stores a new session. Answers its id, which the database draws. */
export const insertSession = async (
  queries: Queries,
  session: { user_id: number; signed_in_at: string },
): Promise<string> => {
  const { id } = await queries
    .insertInto('sessions')
    .values({ ...session, id: sql`gen_random_uuid()`, ended_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends a session for every process; one that has ended keeps the moment it ended at, and is answered false. */
export const endSession = async (queries: Queries, sessionId: string, now: string): Promise<boolean> => {
  const { numUpdatedRows } = await queries
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
