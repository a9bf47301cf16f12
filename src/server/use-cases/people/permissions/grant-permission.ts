import { refusal } from '#contract/errors'
import type { grantPermission as endpoint } from '#contract/user-permissions'
import { refused } from '#domain/outcome'
import { findUser } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { needFreshSignIn } from '../../call/fresh-sign-in'
import { answerPermission } from './answer-permission'
import { authoriseGranter, lockPermissionsFor, isOfSystem } from './authorise-granter'
import { performGrant } from './store-grant'

/** Grants a user a permission in a trial or, where none is named, in the system. */
export const grantPermission: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { body, parameters } = call
    const present = await lockPermissionsFor(transaction, call.actor)
    if (!present.ok) return present
    const actor = present.value
    const granterContext = await authoriseGranter(transaction, actor, body.trial_id)
    if (!granterContext.ok) return granterContext
    const fresh = needFreshSignIn(call, isOfSystem(body))
    if (!fresh.ok) return fresh
    const user = await findUser(transaction, parameters.user_id)
    if (!user) return refused(refusal('not_found'))
    const { force_update, ...requested } = body
    return performGrant(transaction, call, user, { ...granterContext.value, requested, current: null, force_update })
  },

  answer: answerPermission,
}
