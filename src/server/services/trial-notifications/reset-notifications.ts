import { isInvestigator, roleOfId } from '#domain/permissions'
import { forgetPreferences } from '../../db/trial-notifications'
import type { Transaction } from '../../db/transaction'
import { appendAudit } from '../../db/audit-log'
import { notificationsIn } from './notifications-in'
import { notificationEntry, type NotificationWriting } from './notification-entry'

/** Whose permission in which trial was changed, from which role to which. */
type Changed = { trial_id: number | null; user_id: number; from: number; to: number }

/**
 * What a person chose to be told of in a trial is forgotten when his role there crosses the threshold of the investigators:
 * what is usual for the new role holds (specification 001, section 4; the form has it acknowledged).
 */
export const resetNotifications = async (
  transaction: Transaction,
  writing: NotificationWriting,
  { trial_id, user_id, from, to }: Changed,
): Promise<void> => {
  if (trial_id === null || isOfInvestigator(from) === isOfInvestigator(to)) return
  const before = (await notificationsIn(transaction, trial_id, [user_id])).get(user_id)
  const hadChosen = await forgetPreferences(transaction, { trial_id, user_id })
  const after = (await notificationsIn(transaction, trial_id, [user_id])).get(user_id)
  if (!hadChosen || !before || !after) return
  const entry = notificationEntry(writing, before, after)
  if (entry.changes.length > 0) await appendAudit(transaction, entry)
}

const isOfInvestigator = (roleId: number): boolean => {
  const role = roleOfId(roleId)
  return role !== undefined && isInvestigator(role)
}
