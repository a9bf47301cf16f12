import type { TrialNotification } from '#contract/trial-notifications'
import { PREFERENCE_NAMES, type Preferences } from '#domain/people/notifications'
import { auditEntry, type AuditCall, type AuditEntry, type AuditView } from '../../../ground/audit/audit-entry'

/** The audit entry about changed notifications of a person in a trial, preference by preference. */
export const notificationEntry = (
  call: AuditCall,
  view: AuditView,
  before: TrialNotification,
  after: Preferences,
): AuditEntry =>
  auditEntry(call, view, {
    kind: 'notifications_changed',
    description: `Notifications of user ${before.user_id} changed`,
    trial_id: before.trial_id,
    changes: PREFERENCE_NAMES.flatMap((field) =>
      before[field] === after[field] ? [] : [{ field, old: before[field], new: after[field] }],
    ),
  })
