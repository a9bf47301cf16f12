import type { Refusal } from '#contract/errors'
import { refusalOf } from '#contract/grant-refusals'
import { judgeGrant, type Grant, type GrantRefusal, type HeldPermission } from '#domain/people/granting'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { StoredPermission } from '#domain/people/permissions'
import type { AuditEntry } from '../../../ground/audit/audit-entry'
import { findAuthoredTrials } from '../../../ground/db/allocation-lists'
import { appendAudits } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import {
  findLivePermissions,
  insertPermissions,
  reservePermissionIds,
  updatePermission,
} from '../../../ground/db/user-permissions'
import type { UserRow } from '../../../ground/db/users'
import type { ChangedRows } from '../../../ground/db/idempotency-keys'
import type { Actor } from '../../call/call'
import type { ServerContext } from '../../call/server-context'
import { resetNotifications } from '../notifications/reset-notifications'
import { changeEntry, grantEntry, type Writing } from './permission-entries'
import { notifyOfAccess } from './notify-of-access'

type Facts = Omit<Writing, 'granter'>

/** The author of a write, with the context in which its messages are queued. */
type Writer = { context: ServerContext; actor: Pick<Actor, 'name'>; request_id: string }

/** The rows of a grant: the permission, the person's others that change with it, and the audit entries. */
export type JudgedGrant = {
  permission: HeldPermission
  also: HeldPermission[]
  isNew: boolean
  entries: AuditEntry[]
}

/**
 * Grants or changes one permission with its audit entries and messages, and resets its holder's notifications; or refuses in
 * the contract's terms.
 */
export const performGrant = async (
  transaction: Transaction,
  { context, actor, request_id }: Writer,
  user: Pick<UserRow, 'id' | 'name'>,
  requested: Omit<Grant, 'others' | 'user_id' | 'authored_trials'>,
): Promise<Outcome<ChangedRows, Refusal>> => {
  const now = context.now()
  const before = await findLivePermissions(transaction, [user.id])
  const authored_trials = (await findAuthoredTrials(transaction, [user.id])).get(user.id) ?? []
  const [newId] = requested.current === null ? await reservePermissionIds(transaction, 1) : [requested.current.id]
  const judged = judgedGrant(
    { now, request_id },
    { ...requested, user_id: user.id, authored_trials },
    before,
    newId ?? 0,
  )
  if (!judged.ok) return refused(refusalOf(judged.refusal))
  const { permission, also, entries } = judged.value
  await writeGrants(transaction, now, [{ ...judged.value, user_id: user.id }])
  const after = permissionsAfter(before, judged.value)
  const person = { user_id: user.id, name: user.name, before, after }
  // Before the audit entries: its emails refer to trials, whose locks come before the chain of the system.
  await notifyOfAccess(transaction, context, { by: actor.name, at: now }, [person])
  await appendAudits(transaction, entries)
  await resetNotifications(transaction, { granter: requested.granter, now, request_id }, [person])
  return accepted({ user_permissions: [permission.id], also: also.map(({ id }) => id) })
}

/**
 * The result of granting a permission to a person with these permissions, or of changing one. Writes nothing; a new permission
 * gets the given id.
 */
export const judgedGrant = (
  facts: Facts,
  grant: Omit<Grant, 'others'>,
  permissions: readonly HeldPermission[],
  newId: number,
): Outcome<JudgedGrant, GrantRefusal> => {
  const { granter, user_id, requested, current } = grant
  const writing = { ...facts, granter }
  const others = permissions.filter(({ id, trial_id }) => trial_id === requested.trial_id && id !== current?.id)
  const judged = judgeGrant({ ...grant, others })
  if (!judged.ok) return judged
  const { also } = judged.value
  const permission = { ...columnsOf(judged.value.permission), id: current?.id ?? newId }
  const changed = also.flatMap((after) => {
    const before = others.find(({ id }) => id === after.id)
    return before ? [{ before, after }] : []
  })
  const entries = changed.map(({ before, after }) => changeEntry(writing, user_id, before, after))
  return accepted({
    permission,
    also,
    isNew: current === null,
    entries: [
      current ? changeEntry(writing, user_id, current, permission) : grantEntry(writing, user_id, permission),
      ...entries,
    ],
  })
}

/**
 * Writes the results of grants that were judged one after the other: each permission once in its final form, the new ones in
 * one statement.
 */
export const writeGrants = async (
  transaction: Transaction,
  now: string,
  grants: readonly (JudgedGrant & { user_id: number })[],
): Promise<void> => {
  const added = new Map<number, StoredPermission & { user_id: number }>()
  const changed = new Map<number, StoredPermission>()
  for (const { user_id, permission, also, isNew } of grants) {
    if (isNew) added.set(permission.id, { ...columnsOf(permission), user_id })
    for (const after of isNew ? also : [permission, ...also]) {
      if (added.has(after.id)) added.set(after.id, { ...columnsOf(after), user_id })
      else changed.set(after.id, columnsOf(after))
    }
  }
  const dates = { created_at: now, updated_at: now }
  await insertPermissions(
    transaction,
    [...added].map(([id, permission]) => ({ id, ...permission, ...dates })),
  )
  for (const [id, permission] of changed) await updatePermission(transaction, id, { ...permission, updated_at: now })
}

/** A person's permissions after a grant. */
export const permissionsAfter = (
  permissions: readonly HeldPermission[],
  { permission, also }: JudgedGrant,
): HeldPermission[] => {
  const written = [permission, ...also]
  const unchanged = permissions.filter(({ id }) => !written.some((one) => one.id === id))
  return [...unchanged, ...written]
}

/** The stored columns of a permission, without anything else in the object. */
const columnsOf = (permission: StoredPermission): StoredPermission => ({
  role_id: permission.role_id,
  trial_id: permission.trial_id,
  site_id: permission.site_id,
  is_blinded_partial: permission.is_blinded_partial,
  is_blinded_whole: permission.is_blinded_whole,
  is_unblind_authorized: permission.is_unblind_authorized,
  has_study_packs_access: permission.has_study_packs_access,
})
