import type { UserPermission } from '#contract/user-permissions'
import { can, canInSystem, systemPermission, trialPermission } from '#domain/people/permissions'
import type { PermissionRow } from '../../../ground/db/user-permissions'
import { joinedName, storedRole } from '../../../ground/stored-names'
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
  const role = storedRole(row.role_id)
  return {
    ...permission,
    role: { title: role.title, level: role.level, context: role.context },
    trial: row.trial_id === null ? null : { id: row.trial_id, title: joinedName(trial_title, `trial ${row.trial_id}`) },
    site: row.site_id === null ? null : { id: row.site_id, title: joinedName(site_title, `site ${row.site_id}`) },
  }
}
