import type { AuditLog } from '#contract/audit-logs'
import type { Message } from '#contract/messages'
import type { TrialNotification } from '#contract/trial-notifications'
import type { UserPermission } from '#contract/user-permissions'
import type { User } from '#contract/users'
import { roleOfId } from '#domain/people/permissions'

/** An unblinded permission of user 9 in trial 1, with the words of its role. `changes` replaces some of its fields. */
export const aShownPermission = (changes: Partial<UserPermission> = {}): UserPermission => {
  const { role_id = 3 } = changes
  const { title, level, context } = roleOfId(role_id) ?? { title: 'None', level: 0, context: 'trial' }
  return {
    id: 1,
    user_id: 9,
    role_id,
    role: { title, level, context },
    trial_id: 1,
    trial: { id: 1, title: 'The International Stroke Trial, UK' },
    site_id: null,
    site: null,
    is_blinded_partial: false,
    is_blinded_whole: false,
    is_unblind_authorized: false,
    has_study_packs_access: false,
    created_at: '2026-11-01T09:00:00.000Z',
    updated_at: '2026-11-01T09:00:00.000Z',
    ended_at: null,
    ...changes,
  }
}

/** An ordinary user. `changes` replaces some of its fields. */
export const aShownUser = (changes: Partial<User> = {}): User => ({
  id: 9,
  name: 'Keel',
  email: 'keel@example.org',
  selected_timezone: null,
  is_active: true,
  is_expired: false,
  expires_at: null,
  max_level: 2,
  user_profiles: [],
  invitation: null,
  user_permissions: [],
  ...changes,
})

/** An email that was sent. `changes` replaces some of its fields. */
export const aShownMessage = (changes: Partial<Message> = {}): Message => ({
  id: 1,
  kind: 'randomisation',
  recipient: 'Keel <keel@example.org>',
  recipient_user_id: 7,
  state: 'sent',
  attempts: 1,
  queued_at: '2026-11-21T09:00:00.000Z',
  sent_at: '2026-11-21T09:00:05.000Z',
  participant: { id: 71, trial_sequence_no: 12, participant_id: 'P-9' },
  event: null,
  error: null,
  ...changes,
})

/** An entry of the audit log about a pack. `changes` replaces some of its fields. */
export const aShownAuditEntry = (changes: Partial<AuditLog> = {}): AuditLog => ({
  id: 9,
  created_at: '2026-11-20T10:00:00.000Z',
  user: { id: 4, name: 'Grace Okafor' },
  trial_id: 1,
  description: 'Study pack K-1 dispensed',
  is_type_user_change: false,
  is_type_randomisation: false,
  is_type_unblinded: false,
  is_type_trial_change: false,
  is_type_flagged: false,
  kind: 'study_packs_dispensed',
  role: null,
  reason: null,
  changes: [],
  changes_total: 0,
  is_cut: false,
  is_day_only: false,
  subjects: { users: [], participants: [], study_packs: [] },
  reviews: [],
  ...changes,
})

/** The notifications of user 9 in trial 1. `changes` replaces some of its fields. */
export const aShownNotification = (changes: Partial<TrialNotification> = {}): TrialNotification => ({
  id: 1,
  trial_id: 1,
  user_id: 9,
  on_trial_status: true,
  on_trial_completion: true,
  on_randomisation: false,
  on_unblinding: false,
  on_study_packs: false,
  has_study_packs_access: false,
  ...changes,
})
