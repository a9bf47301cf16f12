import { SYSTEM_ADMINISTRATOR } from '#domain/people/permissions'
import { sql } from 'kysely'
import type { Queries } from './transaction'
import { hasAccount } from './users'

/** Who holds the permission. A condition for statements that read `users`. */
const isAdministrator = sql<boolean>`exists (
  select from user_permissions
  where user_id = users.id and role_id = ${SYSTEM_ADMINISTRATOR.id} and ended_at is null
)`

/**
 * The ids of the system administrators who can sign in at `now`: their account can be used, and an account at a provider is
 * associated with it.
 */
export const findAdministrators = async (queries: Queries, now: string): Promise<number[]> => {
  const rows = await queries
    .selectFrom('users')
    .select('users.id')
    .where(hasAccount(now))
    .where(isAdministrator)
    .where(sql<boolean>`exists (select from user_profiles where user_id = users.id and ended_at is null)`)
    .orderBy('users.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A system administrator at another address than `except` whose invitation can be used at `now`, and until when. */
export const findInvitedAdministrator = async (queries: Queries, now: string, except: string) =>
  queries
    .selectFrom('users')
    .innerJoin('association_tokens', 'association_tokens.user_id', 'users.id')
    .select(['users.email', 'association_tokens.expires_at'])
    .where(hasAccount(now))
    .where(isAdministrator)
    .where('users.email', '<>', except)
    .where('association_tokens.ended_at', 'is', null)
    .where('association_tokens.expires_at', '>', now)
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst()
