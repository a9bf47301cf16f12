import { can, CREATOR_ROLE, isBlinded, trialPermission, type EffectivePermission } from '#domain/permissions'
import type { Transaction } from '../../db/transaction'
import type { TrialRow } from '../../db/trials'
import { insertPermission } from '../../db/user-permissions'
import type { Actor } from '../../http/call'
import { queueProtectedAccess } from '../../mail/announcements'
import type { Portal } from '../../portal'

type Protected = Pick<
  TrialRow,
  'id' | 'title' | 'selected_timezone' | 'is_protected_trial' | 'is_blinded_investigators'
>

/**
 * Gives whoever protects a trial the permission that he needs in it from now on, so that it does not vanish from him: an
 * investigator's, blinded as he is, or wholly where the trial's investigators must be. The trial's level 3 users are told
 * (API, Who sees what). Answers the title of the role, or null where he has what he needs.
 */
export const keepInProtectedTrial = async (
  transaction: Transaction,
  { portal, actor }: { portal: Portal; actor: Actor },
  trial: Protected,
  now: string,
): Promise<string | null> => {
  const { id, is_blinded_investigators } = trial
  const { permission } = trialPermission({ id, is_protected_trial: true }, actor.permissions)
  if (can(permission, 'editTrial')) return null
  const unprotected = trialPermission({ id, is_protected_trial: false }, actor.permissions)
  await insertPermission(transaction, {
    user_id: actor.user_id,
    role_id: CREATOR_ROLE.id,
    trial_id: id,
    site_id: null,
    ...blindingOf(unprotected.permission, is_blinded_investigators),
    created_at: now,
    updated_at: now,
    ended_at: null,
  })
  const role = CREATOR_ROLE.title
  await queueProtectedAccess(transaction, portal, { trial, person: actor.name, role, by: actor.name, at: now })
  return role
}

const blindingOf = (permission: EffectivePermission, mustBeBlinded: boolean) => ({
  is_blinded_partial: permission.is_blinded_partial,
  is_blinded_whole: permission.is_blinded_whole || (mustBeBlinded && !isBlinded(permission)),
})
