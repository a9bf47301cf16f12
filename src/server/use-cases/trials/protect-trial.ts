import { visibilityOf } from '#domain/people/blinding'
import { blindedWith } from '#domain/people/granting'
import { can, CREATOR_ROLE, isBlinded, trialPermission, type EffectivePermission } from '#domain/people/permissions'
import type { AuditEntry } from '../../ground/audit/audit-entry'
import type { Transaction } from '../../ground/db/transaction'
import type { TrialRow } from '../../ground/db/trials'
import { findLivePermissions, reservePermissionIds } from '../../ground/db/user-permissions'
import type { Actor } from '../call/call'
import { requireValue } from '../../ground/require-value'
import { queueProtectedAccess } from '../../ground/mail/announcements'
import type { ServerContext } from '../call/server-context'
import { changeEntry, grantEntry } from '../people/permissions/permission-entries'
import { writeGrants } from '../people/permissions/store-grant'

type Protected = Pick<
  TrialRow,
  'id' | 'title' | 'selected_timezone' | 'is_protected_trial' | 'is_blinded_investigators'
>

/** The title of the new role of a person, and the audit entries, which follow the one about the trial. */
type Protection = { role: string; entries: AuditEntry[] }

/**
 * Gives a person who protects a trial the permission that they need in it, so that they do not lose sight of it: an
 * investigator's, with their blinding, or full blinding where the trial's investigators must be blinded. Their other
 * permissions in the trial get the same blinding; their notifications stay, as their level does. The trial's level 3
 * users are told. Returns null where they need none.
 */
export const keepInProtectedTrial = async (
  transaction: Transaction,
  { context, actor, request_id }: { context: ServerContext; actor: Actor; request_id: string },
  trial: Protected,
  now: string,
): Promise<Protection | null> => {
  const { id, is_blinded_investigators } = trial
  if (can(trialPermission({ id, is_protected_trial: true }, actor.permissions).permission, 'editTrial')) return null
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
  const [newId] = await reservePermissionIds(transaction, 1)
  const permission = { ...grant, id: newId ?? 0 }
  const others = (await findLivePermissions(transaction, [user_id])).filter(({ trial_id }) => trial_id === id)
  const role = CREATOR_ROLE.title
  const granter = { user_id, permission: unprotected.permission, visibility: visibilityOf(unprotected.permission) }
  const writing = { granter, now, request_id }
  const also = blindedWith(grant, others)
  const before = new Map(others.map((other) => [other.id, other]))
  const entries = [
    grantEntry(writing, user_id, permission),
    ...also.map((after) => changeEntry(writing, user_id, requireValue(before, after.id, 'permission'), after)),
  ]
  await writeGrants(transaction, now, [{ user_id, permission, also, isNew: true, entries }])
  await queueProtectedAccess(transaction, context, { trial, person: name, role, by: name, at: now })
  return { role, entries }
}

const blindingOf = (permission: EffectivePermission, mustBeBlinded: boolean) => ({
  is_blinded_partial: permission.is_blinded_partial,
  is_blinded_whole: permission.is_blinded_whole || (mustBeBlinded && !isBlinded(permission)),
})
