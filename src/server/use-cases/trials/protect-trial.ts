import { visibilityOf } from '#domain/people/blinding'
import { can, CREATOR_ROLE, isBlinded, trialPermission, type EffectivePermission } from '#domain/people/permissions'
import type { AuditEntry } from '../../ground/audit/audit-entry'
import type { Transaction } from '../../ground/db/transaction'
import type { TrialRow } from '../../ground/db/trials'
import { insertPermission } from '../../ground/db/user-permissions'
import type { Actor } from '../call/call'
import { queueProtectedAccess } from '../../ground/mail/announcements'
import type { ServerContext } from '../call/server-context'
import { grantEntry } from '../people/permissions/permission-entries'

type Protected = Pick<
  TrialRow,
  'id' | 'title' | 'selected_timezone' | 'is_protected_trial' | 'is_blinded_investigators'
>

/** The title of the new role of a person, and its audit entry, which follows the one about the trial. */
type Protection = { role: string; entry: AuditEntry }

/**
 * Gives a person who protects a trial the permission that they need in it, so that they do not lose sight of it: an
 * investigator's, with their blinding, or full blinding where the trial's investigators must be blinded. The trial's
 * level 3 users are told. Returns null where they need none.
 */
export const keepInProtectedTrial = async (
  transaction: Transaction,
  { context, actor, request_id }: { context: ServerContext; actor: Actor; request_id: string },
  trial: Protected,
  now: string,
): Promise<Protection | null> => {
  const { id, is_blinded_investigators } = trial
  const { permission } = trialPermission({ id, is_protected_trial: true }, actor.permissions)
  if (can(permission, 'editTrial')) return null
  const unprotected = trialPermission({ id, is_protected_trial: false }, actor.permissions)
  const grant = {
    role_id: CREATOR_ROLE.id,
    trial_id: id,
    site_id: null,
    is_unblind_authorized: false,
    has_study_packs_access: false,
    ...blindingOf(unprotected.permission, is_blinded_investigators),
  }
  const { user_id, name } = actor
  const dates = { created_at: now, updated_at: now, ended_at: null }
  const permissionId = await insertPermission(transaction, { user_id, ...grant, ...dates })
  const role = CREATOR_ROLE.title
  await queueProtectedAccess(transaction, context, { trial, person: name, role, by: name, at: now })
  const granter = { user_id, permission: unprotected.permission, visibility: visibilityOf(unprotected.permission) }
  return { role, entry: grantEntry({ granter, now, request_id }, user_id, { ...grant, id: permissionId }) }
}

const blindingOf = (permission: EffectivePermission, mustBeBlinded: boolean) => ({
  is_blinded_partial: permission.is_blinded_partial,
  is_blinded_whole: permission.is_blinded_whole || (mustBeBlinded && !isBlinded(permission)),
})
