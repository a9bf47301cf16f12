import type { TrialUser } from '#contract/trial-users'
import type { UserPermission } from '#contract/user-permissions'
import { mayGrant } from '#domain/people/granting'
import { can, roleOfId, type EffectivePermission } from '#domain/people/permissions'

/** The viewer of a trial's users: their id, and their permission there. */
export type Viewer = { id: number | undefined; permission: EffectivePermission }

/** Whether a viewer may change or delete a permission: they may grant such roles, and it is not their own. */
export const mayChange = ({ id, permission }: Viewer, { user_id, role_id }: UserPermission): boolean => {
  const role = roleOfId(role_id)
  return id !== undefined && id !== user_id && role !== undefined && mayGrant(permission, role)
}

/** Whether a viewer may change the notifications of a user of the trial. */
export const mayNotify = ({ permission }: Viewer, { trial_notification }: TrialUser): boolean =>
  trial_notification !== undefined && can(permission, 'manageTrialUsers')
