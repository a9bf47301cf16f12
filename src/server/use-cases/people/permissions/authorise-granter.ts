import { refusal, type Refusal } from '#contract/errors'
import { NEEDED_TO_GRANT } from '#contract/user-permissions'
import { visibilityInSystem, type Granter } from '#domain/people/granting'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { lockGrantingTrial, protectedAmong, type GrantingTrialRow } from '../../../ground/db/granting-trials'
import type { Transaction } from '../../../ground/db/transaction'
import { lockPermissions, findPermissions, type PermissionRow } from '../../../ground/db/user-permissions'
import { findSession } from '../../../ground/db/sessions'
import type { Actor } from '../../call/call'
import { viewIn, viewOfSystem } from '../../call/authorise'

/** The granter's access where a permission is to be granted, and its trial; null for the system. */
export type GranterContext = { granter: Granter; trial: GrantingTrialRow | null }

/**
 * Locks permissions until the transaction ends and returns the caller with the permissions that they have then. A permission that
 * they lost while they waited no longer counts. Refuses with 401 whose session was ended meanwhile, as a deactivation does.
 */
export const lockPermissionsFor = async (transaction: Transaction, actor: Actor): Promise<Outcome<Actor, Refusal>> => {
  await lockPermissions(transaction)
  const session = await findSession(transaction, actor.session_id)
  const isSignedIn = session !== undefined && session.ended_at === null && session.is_active
  return isSignedIn ? accepted({ ...actor, permissions: session.permissions }) : refused(refusal('token_revoked'))
}

/** The same for a call that manages users. Refuses with 403 whoever may not do that any more. */
export const lockPermissionsToManage = async (
  transaction: Transaction,
  actor: Actor,
): Promise<Outcome<null, Refusal>> => {
  const present = await lockPermissionsFor(transaction, actor)
  const view = present.ok ? viewOfSystem(present.value, 'manageUsers') : present
  return view.ok ? accepted(null) : view
}

/**
 * Checks that the person manages the users of a trial, or of the system where `trialId` is null. Refuses with 404 where they may not
 * know of the trial, and with 403 where they may not do this. Locks the trial until the transaction ends.
 */
export const authoriseGranter = async (
  transaction: Transaction,
  actor: Actor,
  trialId: number | null,
): Promise<Outcome<GranterContext, Refusal>> => {
  const { user_id, permissions } = actor
  if (trialId !== null) {
    const trial = await lockGrantingTrial(transaction, trialId)
    if (!trial) return refused(refusal('not_found'))
    const view = viewIn(trial, actor, NEEDED_TO_GRANT.in_trial)
    if (!view.ok) return view
    const { permission, visibility } = view.value
    return accepted({ granter: { user_id, permission, visibility }, trial })
  }
  const view = viewOfSystem(actor, NEEDED_TO_GRANT.in_system)
  if (!view.ok) return view
  const trials = permissions.flatMap(({ trial_id }) => trial_id ?? [])
  const visibility = visibilityInSystem(permissions, await protectedAmong(transaction, trials))
  return accepted({ granter: { user_id, permission: view.value.permission, visibility }, trial: null })
}

/** Whether a permission is of the system: granting, changing or ending one needs a fresh sign-in. */
export const isOfSystem = ({ trial_id }: { trial_id: number | null }): boolean => trial_id === null

/** A permission of the named user that has not ended, with the caller's right to write it. */
export const authoriseForPermission = async (
  transaction: Transaction,
  actor: Actor,
  named: { user_id: number; permission_id: number },
): Promise<Outcome<GranterContext & { current: PermissionRow }, Refusal>> => {
  const [current] = await findPermissions(transaction, [named.permission_id])
  if (!current || current.user_id !== named.user_id || current.ended_at !== null) return refused(refusal('not_found'))
  const granterContext = await authoriseGranter(transaction, actor, current.trial_id)
  if (granterContext.ok) return accepted({ ...granterContext.value, current })
  // Roles of the system are not revealed to others.
  return current.trial_id === null ? refused(refusal('not_found')) : granterContext
}
