import { refusal } from '#contract/errors'
import type { PermissionChange, changePermission as endpoint } from '#contract/user-permissions'
import type { RequestedPermission, HeldPermission } from '#domain/people/granting'
import { refused } from '#domain/outcome'
import { findUser } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { needFreshSignIn } from '../../call/fresh-sign-in'
import { answerPermission } from './answer-permission'
import { authoriseForPermission, lockPermissionsFor, isOfSystem } from './authorise-granter'
import { performGrant } from './store-grant'

/**
 * Changes a permission of a user; with `force_update` also the blinding of their other permissions in the trial. Refused where
 * another person has changed it since the caller saw it.
 */
export const changePermission: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { body, parameters } = call
    const present = await lockPermissionsFor(transaction, call.actor)
    if (!present.ok) return present
    const actor = present.value
    const authorised = await authoriseForPermission(transaction, actor, parameters)
    if (!authorised.ok) return authorised
    const { current } = authorised.value
    const { updated_at = current.updated_at } = body
    if (updated_at !== current.updated_at) return refused(refusal('trial_changed_meanwhile'))
    const requested = requestedPermission(current, body)
    const fresh = needFreshSignIn(call, isOfSystem(current) || isOfSystem(requested))
    if (!fresh.ok) return fresh
    const user = await findUser(transaction, parameters.user_id)
    if (!user) return refused(refusal('not_found'))
    return performGrant(transaction, call, user, {
      ...authorised.value,
      requested,
      force_update: body.force_update,
    })
  },

  answer: answerPermission,
}

/** Missing fields stay unchanged. The two blinding fields are one value: sending either sets both. */
const requestedPermission = (current: HeldPermission, body: PermissionChange): RequestedPermission => {
  const setsBlinding = body.is_blinded_partial !== undefined || body.is_blinded_whole !== undefined
  const { is_blinded_partial = false, is_blinded_whole = false } = setsBlinding ? body : current
  return {
    role_id: body.role_id ?? current.role_id,
    trial_id: body.trial_id === undefined ? current.trial_id : body.trial_id,
    site_id: body.site_id === undefined ? current.site_id : body.site_id,
    is_blinded_partial,
    is_blinded_whole,
    is_unblind_authorized: body.is_unblind_authorized ?? current.is_unblind_authorized,
    has_study_packs_access: body.has_study_packs_access ?? current.has_study_packs_access,
  }
}
