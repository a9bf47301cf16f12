import type { Granter, HeldPermission } from '#domain/people/granting'
import { resetsPreferences } from '#domain/people/notifications'
import { appendAudit } from '../../../ground/db/audit-log'
import { findPreferences, deletePreferences } from '../../../ground/db/trial-notifications'
import type { Transaction } from '../../../ground/db/transaction'
import { notificationEntry } from './notification-entry'
import { notificationsIn } from './notifications-in'

type Writing = { granter: Granter; now: string; request_id: string }

/** A person's permissions everywhere, before and after a write. */
type PermissionChange = { user_id: number; before: readonly HeldPermission[]; after: readonly HeldPermission[] }

/**
 * Deletes the notifications that people chose in trials where their role changed: the defaults of the new role apply. Reads
 * permissions as they are after the write.
 */
export const resetNotifications = async (
  transaction: Transaction,
  { granter, now, request_id }: Writing,
  people: readonly PermissionChange[],
): Promise<void> => {
  const resets = people.flatMap(({ user_id, before, after }) =>
    trialsOf([...before, ...after])
      .filter((trialId) => resetsPreferences(inTrial(trialId, before), inTrial(trialId, after)))
      .map((trial_id) => ({ trial_id, user_id })),
  )
  if (resets.length === 0) return
  const chosen = await findPreferences(
    transaction,
    [...new Set(resets.map(({ trial_id }) => trial_id))],
    [...new Set(resets.map(({ user_id }) => user_id))],
  )
  const chosenKeys = new Set(chosen.map(({ trial_id, user_id }) => `${trial_id} ${user_id}`))
  const call = { actor: granter, now, request_id }
  for (const reset of resets) {
    if (!chosenKeys.has(`${reset.trial_id} ${reset.user_id}`)) continue
    const { trial_id, user_id } = reset
    const before = (await notificationsIn(transaction, trial_id, [user_id])).get(user_id)
    await deletePreferences(transaction, reset)
    const after = (await notificationsIn(transaction, trial_id, [user_id])).get(user_id)
    if (!before || !after) continue
    const entry = notificationEntry(call, granter, before, after)
    if (entry.changes.length > 0) await appendAudit(transaction, entry)
  }
}

const inTrial = (trialId: number, permissions: readonly HeldPermission[]) =>
  permissions.filter(({ trial_id }) => trial_id === trialId)

const trialsOf = (permissions: readonly HeldPermission[]): number[] => [
  ...new Set(permissions.flatMap(({ trial_id }) => trial_id ?? [])),
]
