import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { reachesMore } from '#domain/people/reach'
import type { Transaction } from '../../../ground/db/transaction'
import { findLivePermissions } from '../../../ground/db/user-permissions'
import type { Actor } from '../../call/call'

/**
 * Whether a person who manages users may change a user's address or sign-in. Whoever does that could become that user, so they
 * must reach and see at least as much. One's own account is always allowed.
 */
export const authoriseOverPerson = async (
  transaction: Transaction,
  actor: Actor,
  userId: number,
): Promise<Outcome<null, Refusal>> => {
  if (actor.user_id === userId) return accepted(null)
  const permissions = await findLivePermissions(transaction, [actor.user_id, userId])
  const trials = permissions.flatMap(({ trial_id, is_protected_trial }) =>
    trial_id === null ? [] : [{ id: trial_id, is_protected_trial: is_protected_trial === true }],
  )
  const permissionsOf = (id: number) => permissions.filter(({ user_id }) => user_id === id)
  return reachesMore(permissionsOf(userId), permissionsOf(actor.user_id), trials)
    ? refused(refusal('reaches_more'))
    : accepted(null)
}
