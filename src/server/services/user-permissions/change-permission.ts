import { refusal } from '#contract/errors'
import type { PermissionChange, changePermission as endpoint } from '#contract/user-permissions'
import type { RequestedPermission, HeldPermission } from '#domain/granting'
import { refused } from '#domain/outcome'
import { findUser } from '../../db/users'
import type { WriteHandler } from '../../http/call'
import { needFreshSignIn } from '../session/fresh-sign-in'
import { answerPermission } from './answer-permission'
import { authoriseForPermission, inPermissionTurn, isOfSystem } from './authorise-granter'
import { performGrant } from './store-grant'

/**
 * Changes a permission of a user; with `force_update`, the blinding of their others in the trial with it. Refused where somebody
 * else has changed it since the caller saw it.
 */
export const changePermission: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { body, parameters } = call
    const actor = await inPermissionTurn(transaction, call.actor)
    const found = await authoriseForPermission(transaction, actor, parameters)
    if (!found.ok) return found
    const { held } = found.value
    const { updated_at = held.updated_at } = body
    if (updated_at !== held.updated_at) return refused(refusal('trial_changed_meanwhile'))
    const asked = askedOf(held, body)
    const fresh = needFreshSignIn(call, isOfSystem(held) || isOfSystem(asked))
    if (!fresh.ok) return fresh
    const user = await findUser(transaction, parameters.user_id)
    if (!user) return refused(refusal('not_found'))
    return performGrant(transaction, call, user, {
      ...found.value,
      current: held,
      requested: asked,
      force_update: body.force_update,
    })
  },

  answer: answerPermission,
}

/** What is left out stays as it is held. The two fields of blinding are one value: either of them says all of it. */
const askedOf = (held: HeldPermission, body: PermissionChange): RequestedPermission => {
  const saysBlinding = body.is_blinded_partial !== undefined || body.is_blinded_whole !== undefined
  const { is_blinded_partial = false, is_blinded_whole = false } = saysBlinding ? body : held
  return {
    role_id: body.role_id ?? held.role_id,
    trial_id: body.trial_id === undefined ? held.trial_id : body.trial_id,
    site_id: body.site_id === undefined ? held.site_id : body.site_id,
    is_blinded_partial,
    is_blinded_whole,
    is_unblind_authorized: body.is_unblind_authorized ?? held.is_unblind_authorized,
    has_study_packs_access: body.has_study_packs_access ?? held.has_study_packs_access,
  }
}
