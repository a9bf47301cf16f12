import type { Refusal } from '#contract/errors'
import { refusalOf } from '#contract/grant-refusals'
import { judgeGrant, type Grant, type GrantRefusal, type HeldPermission } from '#domain/granting'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { StoredPermission } from '#domain/permissions'
import type { AuditEntry } from '../../audit/audit-entry'
import { appendAudits } from '../../db/audit-log'
import type { Transaction } from '../../db/transaction'
import { findLivePermissions, insertPermission, updatePermission } from '../../db/user-permissions'
import type { UserRow } from '../../db/users'
import type { Actor, ChangedRows } from '../../http/call'
import type { Portal } from '../../portal'
import { changeEntry, grantEntry, type Writing } from './permission-entries'
import { tellOfAccess } from './tell-of-access'

type Facts = Omit<Writing, 'granter'>

/** Whose write it is: whom the messages about it name, and what they are queued with. */
type Writer = { portal: Portal; actor: Pick<Actor, 'name'>; request_id: string }

/** What a grant wrote: the permission, the others of the person that changed with it, and what is to be written down. */
export type StoredGrant = { permission: HeldPermission; also: HeldPermission[]; entries: AuditEntry[] }

/**
 * Gives one permission, or changes the one held, whole with its audit entries and whoever must be told of it; or refuses in
 * the contract's terms.
 */
export const performGrant = async (
  transaction: Transaction,
  { portal, actor, request_id }: Writer,
  user: Pick<UserRow, 'id' | 'name'>,
  asked: Omit<Grant, 'others' | 'user_id'>,
): Promise<Outcome<ChangedRows, Refusal>> => {
  const now = portal.now()
  const holds = await findLivePermissions(transaction, [user.id])
  const stored = await storeGrant(transaction, { now, request_id }, { ...asked, user_id: user.id }, holds)
  if (!stored.ok) return refused(refusalOf(stored.refusal))
  const { permission, also, entries } = stored.value
  await appendAudits(transaction, entries)
  const held = { before: holds, after: heldAfter(holds, stored.value) }
  await tellOfAccess(transaction, portal, { ...held, person: user.name, by: actor.name, at: now })
  return accepted({ user_permissions: [permission.id], also: also.map(({ id }) => id) })
}

/** Gives a permission to somebody who holds these, or changes one of them. Its audit entries are still to be appended. */
export const storeGrant = async (
  transaction: Transaction,
  facts: Facts,
  grant: Omit<Grant, 'others'>,
  holds: readonly HeldPermission[],
): Promise<Outcome<StoredGrant, GrantRefusal>> => {
  const { granter, user_id, asked, held } = grant
  const writing = { ...facts, granter }
  const others = holds.filter(({ id, trial_id }) => trial_id === asked.trial_id && id !== held?.id)
  const judged = judgeGrant({ ...grant, others })
  if (!judged.ok) return judged
  const { also } = judged.value
  const columns = columnsOf(judged.value.permission)
  const permission = { ...columns, id: held?.id ?? (await insert(transaction, facts.now, user_id, columns)) }
  const changed = also.flatMap((after) => {
    const before = others.find(({ id }) => id === after.id)
    return before ? [{ before, after }] : []
  })
  if (held) changed.unshift({ before: held, after: permission })
  for (const { after } of changed) {
    await updatePermission(transaction, after.id, { ...columnsOf(after), updated_at: facts.now })
  }
  const entries = changed.map(({ before, after }) => changeEntry(writing, user_id, before, after))
  return accepted({
    permission,
    also,
    entries: held ? entries : [grantEntry(writing, user_id, permission), ...entries],
  })
}

/** What somebody holds after a grant. */
export const heldAfter = (holds: readonly HeldPermission[], { permission, also }: StoredGrant): HeldPermission[] => {
  const written = [permission, ...also]
  const unchanged = holds.filter(({ id }) => !written.some((one) => one.id === id))
  return [...unchanged, ...written]
}

const insert = (transaction: Transaction, now: string, user_id: number, columns: StoredPermission) =>
  insertPermission(transaction, { ...columns, user_id, created_at: now, updated_at: now, ended_at: null })

/** What is stored of a permission, and nothing that came with it. */
const columnsOf = (permission: StoredPermission): StoredPermission => ({
  role_id: permission.role_id,
  trial_id: permission.trial_id,
  site_id: permission.site_id,
  is_blinded_partial: permission.is_blinded_partial,
  is_blinded_whole: permission.is_blinded_whole,
  is_unblind_authorized: permission.is_unblind_authorized,
  has_study_packs_access: permission.has_study_packs_access,
})
