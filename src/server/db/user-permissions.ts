import type { StoredPermission } from '#domain/permissions'
import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'

/** Every permission of a person that has not ended. */
export const livePermissions = async (queries: Queries, userId: number): Promise<StoredPermission[]> =>
  queries
    .selectFrom('user_permissions')
    .select([
      'role_id',
      'trial_id',
      'site_id',
      'is_blinded_partial',
      'is_blinded_whole',
      'is_unblind_authorized',
      'has_study_packs_access',
    ])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()

export const insertPermission = async (
  queries: Queries,
  permission: Insertable<Schema['user_permissions']>,
): Promise<void> => {
  await queries.insertInto('user_permissions').values(permission).execute()
}
