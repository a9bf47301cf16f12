import { recordFrom } from '../record-of'
import { PACK_ACTION_AUDITS } from '../study-packs/study-pack-actions'

/** The types of audit entries with a flag on the wire. */
const FLAGS = {
  user_change: 'is_type_user_change',
  randomisation: 'is_type_randomisation',
  unblinded: 'is_type_unblinded',
  trial_change: 'is_type_trial_change',
  flagged: 'is_type_flagged',
} as const

/** The types that the specification calls Other: they have no flag on the wire. Null is a kind without a type. */
type TypeWithoutFlag = 'study_packs' | 'sign_in' | 'report' | 'message' | 'service'
export type AuditType = keyof typeof FLAGS | TypeWithoutFlag

/**
 * Every kind of audit entry with its type. The only place that tells kinds apart; their words are in `audit-kind-words`, so that the
 * contract does not bring them along to a first visit.
 */
export const AUDIT_KINDS = {
  signed_in: 'sign_in',
  sign_in_confirmed: 'sign_in',
  signed_out: 'sign_in',
  sessions_ended: 'sign_in',
  offline_pin_set: 'sign_in',
  offline_pin_removed: 'sign_in',
  offline_passkey_set: 'sign_in',
  offline_passkey_removed: 'sign_in',
  unlocked_offline: 'sign_in',
  offline_unlock_ended: 'sign_in',
  offline_pins_wrong: 'sign_in',
  sign_in_failed: 'sign_in',
  access_refused: 'sign_in',
  trial_created: 'trial_change',
  trial_updated: 'trial_change',
  trial_status_changed: 'trial_change',
  design_confirmed: 'trial_change',
  reopening_requested: 'trial_change',
  trial_reopened: 'trial_change',
  list_author_named: 'trial_change',
  list_uploaded: 'trial_change',
  list_confirmed: 'trial_change',
  site_opened: 'trial_change',
  wall_view_created: 'trial_change',
  wall_view_ended: 'trial_change',
  monthly_report_recipients_changed: 'trial_change',
  monthly_report_sent: 'service',
  start_nonce_entered: 'trial_change',
  seed_revealed: 'trial_change',
  ledger_head_published: 'service',
  self_check_failed: 'service',
  notice_created: 'service',
  notice_ended: 'service',
  alarm_acknowledged: 'service',
  randomised: 'randomisation',
  randomisation_refused: 'randomisation',
  waiting_list_joined: null,
  waiting_list_left: null,
  randomisation_error_recorded: 'randomisation',
  participant_flagged: 'flagged',
  participant_unflagged: 'flagged',
  participant_unblinded: 'unblinded',
  inadvertent_unblinding_recorded: 'unblinded',
  ...recordFrom(PACK_ACTION_AUDITS.map(({ kind }) => [kind, 'study_packs'] as const)),
  study_packs_expired_by_date: 'study_packs',
  study_pack_checked: 'study_packs',
  study_packs_generated: 'study_packs',
  study_packs_imported: 'study_packs',
  study_pack_labels_printed: 'study_packs',
  device_action_reported: null,
  permission_granted: 'user_change',
  permission_changed: 'user_change',
  permission_ended: 'user_change',
  user_created: 'user_change',
  user_updated: 'user_change',
  user_activated: 'user_change',
  user_deactivated: 'user_change',
  user_extended: 'user_change',
  association_requested: 'user_change',
  account_associated: 'user_change',
  association_ended: 'user_change',
  external_account_created: 'user_change',
  external_account_asked_for: 'user_change',
  external_account_reset_requested: 'user_change',
  external_account_password: 'user_change',
  external_account_factor_on: 'user_change',
  external_account_factor_off: 'user_change',
  external_account_factor_reset: 'user_change',
  external_account_recovery_code: 'user_change',
  notifications_changed: 'user_change',
  message_broadcast: 'message',
  message_resent: 'message',
  audit_reviewed: null,
  report_generated: 'report',
  report_downloaded: 'report',
  randomisation_test_started: 'report',
  randomisation_test_cancelled: 'report',
  outcomes_compared: 'report',
  list_exported: 'report',
  signing_keys_replaced: 'service',
  secrets_sealed: 'service',
  trial_archived: 'report',
  database_restored: 'service',
  sample_data_loaded: 'service',
} as const satisfies Record<string, AuditType | null>

export type AuditKind = keyof typeof AUDIT_KINDS

export const isAuditKind = (kind: string): kind is AuditKind => Object.hasOwn(AUDIT_KINDS, kind)

export const AUDIT_KIND_NAMES: readonly AuditKind[] = Object.keys(AUDIT_KINDS).filter(isAuditKind)

/** The kinds of entries about a disclosed group: each asks for a review. */
export const UNBLINDING_KINDS: readonly AuditKind[] = AUDIT_KIND_NAMES.filter(
  (kind) => AUDIT_KINDS[kind] === 'unblinded',
)

type Flag = (typeof FLAGS)[keyof typeof FLAGS]

/** The flags of an entry of this kind: at most one is set. */
export const auditFlags = (kind: AuditKind): Record<Flag, boolean> =>
  recordFrom(Object.entries(FLAGS).map(([type, flag]) => [flag, AUDIT_KINDS[kind] === type] as const))
