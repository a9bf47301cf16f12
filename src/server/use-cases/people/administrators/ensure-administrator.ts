import { SYSTEM_ADMINISTRATOR } from '#domain/people/permissions'
import { appendAudits } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import { findLivePermissions, insertPermissions, reservePermissionIds } from '../../../ground/db/user-permissions'
import { updateUserRow, type UserRow } from '../../../ground/db/users'
import type { AuditEntry } from '../../../ground/audit/audit-entry'
import { accountFault } from '../../call/authenticate'
import { grantEntry } from '../permissions/permission-entries'
import { notifyOfAccess } from '../permissions/notify-of-access'
import { changedEntry } from '../users/account-entries'
import { consoleWriting, ON_CONSOLE, type OnConsole } from './on-console'

/** A thing that a person lacked to be an administrator. */
export type GrantedToAdministrator = 'active' | 'time' | 'permission'

/**
 * Gives a person everything that a system administrator needs beside an account to sign in with: an active account that
 * has not expired, and the permission. Returns and records the additions. Needs the write lock of permissions.
 */
export const ensureAdministrator = async (
  transaction: Transaction,
  { database, mail }: OnConsole,
  user: UserRow,
  now: string,
): Promise<GrantedToAdministrator[]> => {
  const isInactive = !user.is_active
  const isExpired = accountFault({ ...user, is_active: true }, now) !== null
  const before = await findLivePermissions(transaction, [user.id])
  const lacksPermission = before.every(({ role_id }) => role_id !== SYSTEM_ADMINISTRATOR.id)
  const writing = consoleWriting(now)
  const entries: AuditEntry[] = []
  if (isInactive) {
    const event = { kind: 'user_activated', description: `User ${user.id} marked active: ${user.name}` } as const
    await updateUserRow(transaction, user.id, { is_active: true }, now)
    entries.push(changedEntry(writing, event, user, { is_active: true }))
  }
  if (isExpired) {
    const event = { kind: 'user_extended', description: `User ${user.id} extended: ${user.name}` } as const
    await updateUserRow(transaction, user.id, { expires_at: null }, now)
    entries.push(changedEntry(writing, event, user, { expires_at: null }))
  }
  if (lacksPermission) {
    const [id = 0] = await reservePermissionIds(transaction, 1)
    const permission = { ...UNBLINDED, id }
    await insertPermissions(transaction, [{ ...permission, user_id: user.id, created_at: now, updated_at: now }])
    entries.push(grantEntry({ granter: null, now, request_id: null, reason: ON_CONSOLE }, user.id, permission))
    const person = { name: user.name, before, after: [...before, permission] }
    await notifyOfAccess(transaction, { database, mail }, { by: ON_CONSOLE, at: now }, [person])
  }
  await appendAudits(transaction, entries)
  return [
    ...(isInactive ? ['active' as const] : []),
    ...(isExpired ? ['time' as const] : []),
    ...(lacksPermission ? ['permission' as const] : []),
  ]
}

const UNBLINDED = {
  role_id: SYSTEM_ADMINISTRATOR.id,
  trial_id: null,
  site_id: null,
  is_blinded_partial: false,
  is_blinded_whole: false,
  is_unblind_authorized: false,
  has_study_packs_access: false,
}
