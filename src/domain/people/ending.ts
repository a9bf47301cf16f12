import { seesMore, visibilityOf, type Visibility } from './blinding'
import { mayGrant, type Granter, type GrantRefusal, type HeldPermission } from './granting'
import { accepted, refused, type Outcome } from '../outcome'
import { can, roleOfId, trialPermission } from './permissions'

export type Ending = {
  granter: Granter
  /** Who holds the permission. */
  user_id: number
  ended: HeldPermission
  /** Everything else that the person holds, anywhere. */
  others: readonly HeldPermission[]
  /** The permission's trial; null for a role of the system. */
  trial: { id: number; is_protected_trial: boolean } | null
}

/**
 * Whether a permission may be ended, beside the rules of granting: ending a blinded permission must not let its holder see
 * more, by another permission, than the person who ends it.
 */
export const judgeEnding = (ending: Ending): Outcome<null, GrantRefusal> => {
  const { granter, user_id, ended } = ending
  if (user_id === granter.user_id) return refused({ code: 'own_permission' })
  const role = roleOfId(ended.role_id)
  if (!role || !mayGrant(granter.permission, role)) return refused({ code: 'forbidden' })
  const before = visibilityBefore(ending)
  const opens = visibilitiesAfter(ending).some(
    (after) => seesMore(after, before) && seesMore(after, granter.visibility),
  )
  return opens ? refused({ code: 'blinded' }) : accepted(null)
}

const visibilityBefore = ({ trial, ended, others }: Ending): Visibility =>
  visibilityOf(trial ? trialPermission(trial, [ended, ...others]).permission : ended)

/**
 * The visibility of the holder afterwards: in the permission's trial, if it is still visible; for a role of the system, in every visible
 * trial.
 */
const visibilitiesAfter = ({ trial, others }: Ending): Visibility[] => {
  if (!trial) return others.map(visibilityOf)
  const { permission } = trialPermission(trial, others)
  return can(permission, 'viewTrial') ? [visibilityOf(permission)] : []
}
