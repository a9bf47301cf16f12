import { SYSTEM_ADMINISTRATOR } from '#domain/permissions'
import { sql } from 'kysely'
import type { Queries } from './transaction'
import { hasAccount } from './users'

/**
 * The ids of the system administrators who can sign in at `now`: their account can be used, and an account at a provider is
 * associated with it.
 */
export const findAdministrators = async (queries: Queries, now: string): Promise<number[]> => {
  const rows = await queries
    .selectFrom('users')
    .select('users.id')
    .where(hasAccount(now))
    .where(
      sql<boolean>`exists (
        select from user_permissions
        where user_id = users.id and role_id = ${SYSTEM_ADMINISTRATOR.id} and ended_at is null
      )`,
    )
    .where(sql<boolean>`exists (select from user_profiles where user_id = users.id and ended_at is null)`)
    .orderBy('users.id')
    .execute()
  return rows.map(({ id }) => id)
}
