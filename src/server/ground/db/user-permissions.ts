import type { PermittedSites, StoredPermission } from '#domain/people/permissions'
import { sql, type Insertable, type Updateable } from 'kysely'
import { atSites } from './at-sites'
import { lockWrites } from './lock-order'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'

/** A permission with the names of its records, and whether its trial is protected. */
export type PermissionRow = StoredPermission & {
  id: number
  user_id: number
  trial_title: string | null
  is_protected_trial: boolean | null
  site_title: string | null
  created_at: string
  updated_at: string
  ended_at: string | null
}

/** Locks permissions against writes until the transaction ends. Taken before the lock of a person, never after. */
export const lockPermissions = async (transaction: Transaction): Promise<void> => {
  await lockWrites(transaction, 'permissions')
}

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

/** The permissions of some people that have not ended, in order of id. */
export const findLivePermissions = async (queries: Queries, userIds: readonly number[]): Promise<PermissionRow[]> =>
  live(queries)
    .where(sql<boolean>`user_permissions.user_id = any(${[...userIds]}::bigint[])`)
    .execute()

/** Those of them in one trial, at the sites that a viewer reaches or at none. */
export const findLivePermissionsInTrial = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
  userIds: readonly number[],
): Promise<PermissionRow[]> =>
  live(queries)
    .where(inTrial(trialId, sites))
    .where(sql<boolean>`user_permissions.user_id = any(${[...userIds]}::bigint[])`)
    .execute()

/** Whether a permission is one of a trial, trial-wide or at a site that a viewer reaches. */
export const inTrial = (trialId: number, sites: PermittedSites) =>
  sql<boolean>`(user_permissions.trial_id = ${trialId}
    and (user_permissions.site_id is null or ${atSites('user_permissions.site_id', sites)}))`

/** Permissions by their ids, ended or not, in order of id. */
export const findPermissions = async (queries: Queries, ids: readonly number[]): Promise<PermissionRow[]> =>
  withNames(queries)
    .where(sql<boolean>`user_permissions.id = any(${[...ids]}::bigint[])`)
    .execute()

const live = (queries: Queries) => withNames(queries).where('user_permissions.ended_at', 'is', null)

const withNames = (queries: Queries) =>
  queries
    .selectFrom('user_permissions')
    .leftJoin('trials', 'trials.id', 'user_permissions.trial_id')
    .leftJoin('sites', 'sites.id', 'user_permissions.site_id')
    .select([
      'user_permissions.id',
      'user_id',
      'role_id',
      'user_permissions.trial_id',
      'site_id',
      'is_blinded_partial',
      'is_blinded_whole',
      'is_unblind_authorized',
      'has_study_packs_access',
      'user_permissions.created_at',
      'user_permissions.updated_at',
      'ended_at',
    ])
    .select(['trials.title as trial_title', 'trials.is_protected_trial', 'sites.title as site_title'])
    .orderBy('user_permissions.id')

/** Stores a permission. Returns its id. */
export const insertPermission = async (
  queries: Queries,
  permission: Insertable<Schema['user_permissions']>,
): Promise<number> => {
  const { id } = await queries
    .insertInto('user_permissions')
    .values(permission)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ids for so many permissions that are to be stored, in order. */
export const reservePermissionIds = async (transaction: Transaction, many: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('user_permissions', 'id')) as id from generate_series(1, ${many}::integer)
  `.execute(transaction)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Stores permissions under their reserved ids, in one statement. */
export const insertPermissions = async (
  transaction: Transaction,
  permissions: readonly (StoredPermission & { id: number; user_id: number; created_at: string; updated_at: string })[],
): Promise<void> => {
  await sql`
    insert into user_permissions (
      id, user_id, role_id, trial_id, site_id, is_blinded_partial, is_blinded_whole, is_unblind_authorized,
      has_study_packs_access, created_at, updated_at, ended_at
    )
    select id, user_id, role_id, trial_id, site_id, is_blinded_partial, is_blinded_whole, is_unblind_authorized,
      has_study_packs_access, created_at, updated_at, null
    from jsonb_populate_recordset(null::user_permissions, ${JSON.stringify(permissions)}::jsonb)
  `.execute(transaction)
}

/** Sets columns of one permission. */
export const updatePermission = async (
  queries: Queries,
  id: number,
  change: Updateable<Schema['user_permissions']>,
): Promise<void> => {
  await queries.updateTable('user_permissions').set(change).where('id', '=', id).execute()
}
