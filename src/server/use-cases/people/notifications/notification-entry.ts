import type { TrialNotification } from '#contract/trial-notifications'
import { PREFERENCE_NAMES, type Preferences } from '#domain/people/notifications'
import type { AuditEntry } from '../../../ground/audit/audit-entry'

/** The author, role, time and request of a change of notifications. */
export type NotificationWriting = { actor_id: number; role: string; now: string; request_id: string }

/** The audit entry about changed notifications of a person in a trial, preference by preference. */
export const notificationEntry = (
  { actor_id, role, now, request_id }: NotificationWriting,
  before: TrialNotification,
  after: Preferences,
): AuditEntry => ({
  kind: 'notifications_changed',
  description: `Notifications of user ${before.user_id} changed`,
  created_at: now,
  trial_id: before.trial_id,
  user_id: actor_id,
  role,
  changes: PREFERENCE_NAMES.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, old: before[field], new: after[field] }],
  ),
  reason: null,
  request_id,
})
