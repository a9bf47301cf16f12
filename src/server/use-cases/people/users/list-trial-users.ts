import { pageOf } from '#contract/fields'
import type { listTrialUsers as endpoint } from '#contract/trial-users'
import { accepted } from '#domain/outcome'
import { can } from '#domain/people/permissions'
import { findLivePermissionsInTrial } from '../../../ground/db/user-permissions'
import { listTrialUsers as listRows } from '../../../ground/db/users'
import type { ReadHandler } from '../../call/call'
import { notificationsIn } from '../notifications/notifications-in'
import { shownPermission } from '../permissions/show-permission'
import { isExpired } from './is-expired'

/**
 * One page of the people with a permission in a trial: trial-wide, or at a site that the viewer reaches. Whoever manages the trial's
 * users sees whether their accounts can still be used.
 */
export const listTrialUsers: ReadHandler<typeof endpoint> = async ({ context, actor, view, query, now }) => {
  const { queries } = context.database
  const { trial_id, sites, permission } = view
  const { rows, total } = await listRows(queries, { trial_id, sites, ...query })
  const ids = rows.map(({ id }) => id)
  const permissions = await findLivePermissionsInTrial(queries, trial_id, sites, ids)
  const notifications = await notificationsIn(queries, trial_id, ids)
  const mayManage = can(permission, 'manageTrialUsers')
  const users = rows.map((row) => ({
    id: row.id,
    name: row.name,
    user_permissions: permissions.filter(({ user_id }) => user_id === row.id).map(shownPermission),
    trial_notification: mayManage || row.id === actor.user_id ? notifications.get(row.id) : undefined,
    ...(mayManage && { is_active: row.is_active, is_expired: isExpired(row, now) }),
  }))
  return accepted(pageOf(users, query, total))
}
