import { refusal, type Refusal } from '#contract/errors'
import type { UserPermission } from '#contract/user-permissions'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Transaction } from '../../../ground/db/transaction'
import { findPermissions } from '../../../ground/db/user-permissions'
import type { ChangedRows } from '../../../ground/db/idempotency-keys'
import type { Actor } from '../../call/call'
import { mayLookAfter, shownPermission } from './show-permission'

/** The permissions that a write changed, as far as the person may know of them; 404 where they may not. */
export const answerPermissions = async (
  { actor }: { actor: Actor },
  transaction: Transaction,
  { user_permissions: ids = [] }: ChangedRows,
): Promise<Outcome<UserPermission[], Refusal>> => {
  const rows = await findPermissions(transaction, ids)
  if (rows.length < ids.length || !rows.every((row) => mayLookAfter(actor, row))) return refused(refusal('not_found'))
  return accepted(rows.map(shownPermission))
}

/** The one permission that a write changed. */
export const answerPermission = async (call: { actor: Actor }, transaction: Transaction, rows: ChangedRows) => {
  const shown = await answerPermissions(call, transaction, rows)
  if (!shown.ok) return shown
  const [permission] = shown.value
  return permission ? accepted(permission) : refused(refusal('not_found'))
}
