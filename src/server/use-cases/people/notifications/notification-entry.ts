import type { TrialNotification } from '#contract/trial-notifications'
import { PREFERENCE_NAMES, type Preferences } from '#domain/people/notifications'
import {
  auditEntry,
  type AuditCall,
  type AuditEntry,
  type AuditView,
  type FieldChange,
} from '../../../ground/audit/audit-entry'
import type { Undone } from '../../call/undone-by'

/** The audit entry about changed notifications of a person in a trial, preference by preference. */
export const notificationEntry = (
  call: AuditCall,
  view: AuditView,
  before: TrialNotification,
  after: Preferences,
  undone: Undone = { suffix: '', changes: [] },
): AuditEntry =>
  auditEntry(call, view, {
    kind: 'notifications_changed',
    description: `Notifications of user ${before.user_id} changed${undone.suffix}`,
    trial_id: before.trial_id,
    changes: [...undone.changes, ...preferenceChanges(before, after)],
  })

/** The changed preferences, one by one. */
export const preferenceChanges = (before: Preferences, after: Preferences): FieldChange[] =>
  PREFERENCE_NAMES.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, old: before[field], new: after[field] }],
  )
