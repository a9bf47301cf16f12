import type { UserPermission } from '#contract/user-permissions'
import { can, canInSystem, roleOfId, systemPermission, trialPermission } from '#domain/people/permissions'
import type { PermissionRow } from '../../../ground/db/user-permissions'
import type { Actor } from '../../call/call'

/** Whether a person manages the users where this permission applies, and so may know of it. */
export const mayLookAfter = (
  { permissions }: Pick<Actor, 'permissions'>,
  { trial_id, is_protected_trial }: Pick<PermissionRow, 'trial_id' | 'is_protected_trial'>,
): boolean => {
  if (trial_id === null) return canInSystem(systemPermission(permissions), 'manageUsers')
  const trial = { id: trial_id, is_protected_trial: is_protected_trial === true }
  return can(trialPermission(trial, permissions).permission, 'manageTrialUsers')
}

/** A permission as the API answers it. */
export const shownPermission = (row: PermissionRow): UserPermission => {
  const { trial_title, is_protected_trial: _, site_title, ...permission } = row
  const role = roleOfId(row.role_id)
  if (!role) throw new Error(`permission ${row.id} names the role ${row.role_id}, which is none`)
  return {
    ...permission,
    role: { title: role.title, level: role.level, context: role.context },
    trial: row.trial_id === null ? null : { id: row.trial_id, title: trial_title ?? '' },
    site: row.site_id === null ? null : { id: row.site_id, title: site_title ?? '' },
  }
}
