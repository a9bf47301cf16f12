import { pageOf } from '#contract/fields'
import type { listTrialUsers as endpoint } from '#contract/trial-users'
import { accepted } from '#domain/outcome'
import { findLivePermissionsInTrial } from '../../db/user-permissions'
import { listTrialUsers as listRows } from '../../db/users'
import type { ReadHandler } from '../../http/call'
import { authoriseInTrial } from '../authorise'
import { shownPermission } from '../user-permissions/show-permission'

/** One page of those who have a permission in a trial: trial-wide, or at a site that the viewer reaches. */
export const listTrialUsers: ReadHandler<typeof endpoint> = async ({ portal, actor, parameters, query }) => {
  const { queries } = portal.database
  const view = await authoriseInTrial(queries, actor, parameters.trial_id, 'viewTrial')
  if (!view.ok) return view
  const { trial_id, sites } = view.value
  const { rows, total } = await listRows(queries, { trial_id, sites, ...query })
  const ids = rows.map(({ id }) => id)
  const permissions = await findLivePermissionsInTrial(queries, trial_id, sites, ids)
  const users = rows.map(({ id, name }) => ({
    id,
    name,
    user_permissions: permissions.filter(({ user_id }) => user_id === id).map(shownPermission),
  }))
  return accepted(pageOf(users, query, total))
}
