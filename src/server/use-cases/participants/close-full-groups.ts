import type { FieldChange } from '../../ground/audit/audit-entry'
import { closeAtCap } from '../../ground/db/save-trial'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import type { ServerContext } from '../call/server-context'
import { recordDesign } from '../trials/record-design'
import { changedFields } from '../trials/trial-changes'

/**
 * Closes study groups that have all their participants, under the lock of their trial and before the next draw: a new epoch of the
 * ledger, as where an administrator closes a group. The trial's version stays, for blinded people see it move. Answers what the audit
 * entry of the next draw tells of it.
 */
export const closeFullGroups = async (
  context: ServerContext,
  transaction: Transaction,
  trialId: number,
  full: readonly number[],
): Promise<FieldChange[]> => {
  const before = await findTrial(transaction, trialId)
  if (!before) throw new Error(`trial ${trialId} vanished while its row was locked`)
  await closeAtCap(transaction, trialId, full)
  const after = {
    ...before,
    study_groups: before.study_groups.map((group) =>
      full.includes(group.id) ? { ...group, is_closed_at_cap: true } : group,
    ),
  }
  const epoch = await recordDesign(transaction, context, before, after, context.now())
  return changedFields(before, { ...after, epoch })
}
