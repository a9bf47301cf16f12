import { recordFrom } from '../record-of'
import { STUDY_PACK_ACTION_NAMES, STUDY_PACK_ACTIONS } from '../study-packs/study-pack-actions'

/** The types of audit entries with a flag on the wire: each label with its flag. */
const AUDIT_LABELS = {
  user_change: { label: 'User update', flag: 'is_type_user_change' },
  randomisation: { label: 'Randomisation', flag: 'is_type_randomisation' },
  unblinded: { label: 'Unblinding', flag: 'is_type_unblinded' },
  trial_change: { label: 'Trial update', flag: 'is_type_trial_change' },
  flagged: { label: 'Flagging', flag: 'is_type_flagged' },
} as const

/** The types that the specification calls Other: each has a label of its own, and no flag on the wire. */
const LABELS_WITHOUT_FLAG = {
  study_packs: 'Study packs',
  sign_in: 'Sign-in',
  report: 'Report or export',
  message: 'Message',
  service: 'Service',
} as const

type Type = keyof typeof AUDIT_LABELS | keyof typeof LABELS_WITHOUT_FLAG | null

/** The label of a kind without a type. */
const OTHER = 'Other'

const PACK_ACTIONS = STUDY_PACK_ACTION_NAMES.map((name) => STUDY_PACK_ACTIONS[name])

/** Every kind of audit entry, with its words for choosing and its type. The only place that tells kinds apart. */
export const AUDIT_KINDS = {
  signed_in: { title: 'Signed in', type: 'sign_in' },
  sign_in_confirmed: { title: 'Signed in again to confirm', type: 'sign_in' },
  signed_out: { title: 'Signed out', type: 'sign_in' },
  sessions_ended: { title: 'Signed out from elsewhere', type: 'sign_in' },
  offline_pin_set: { title: 'PIN for unlocking offline set', type: 'sign_in' },
  offline_pin_removed: { title: 'PIN for unlocking offline removed', type: 'sign_in' },
  offline_passkey_set: { title: 'Passkey for unlocking offline set', type: 'sign_in' },
  offline_passkey_removed: { title: 'Passkey for unlocking offline removed', type: 'sign_in' },
  unlocked_offline: { title: 'Unlocked offline', type: 'sign_in' },
  offline_unlock_ended: { title: 'PIN for unlocking offline ended by wrong tries', type: 'sign_in' },
  sign_in_failed: { title: 'Sign-in failed', type: 'sign_in' },
  access_refused: { title: 'Access refused', type: 'sign_in' },
  trial_created: { title: 'Trial created', type: 'trial_change' },
  trial_updated: { title: 'Trial settings saved', type: 'trial_change' },
  trial_status_changed: { title: 'Trial status changed', type: 'trial_change' },
  design_confirmed: { title: 'Design confirmed by a second person', type: 'trial_change' },
  reopening_requested: { title: 'Re-opening of a trial requested', type: 'trial_change' },
  trial_reopened: { title: 'Trial re-opened by a second person', type: 'trial_change' },
  list_author_named: { title: 'Author of the list named', type: 'trial_change' },
  list_uploaded: { title: 'List of allocations uploaded', type: 'trial_change' },
  list_confirmed: { title: 'List of allocations confirmed by a second person', type: 'trial_change' },
  site_opened: { title: 'Site opened', type: 'trial_change' },
  wall_view_created: { title: 'Wall view created', type: 'trial_change' },
  wall_view_ended: { title: 'Wall view ended', type: 'trial_change' },
  monthly_report_recipients_changed: { title: 'Recipients of the monthly report changed', type: 'trial_change' },
  monthly_report_sent: { title: 'Monthly report sent', type: 'service' },
  start_nonce_entered: { title: 'Start nonce entered', type: 'trial_change' },
  seed_revealed: { title: 'Seed revealed', type: 'trial_change' },
  ledger_head_published: { title: 'Head of the ledger sent', type: 'service' },
  self_check_failed: { title: 'Self-check failed', type: 'service' },
  notice_created: { title: 'Notice of the service written', type: 'service' },
  notice_ended: { title: 'Notice of the service ended', type: 'service' },
  alarm_acknowledged: { title: 'Alarm acknowledged', type: 'service' },
  randomised: { title: 'Participant randomised', type: 'randomisation' },
  randomisation_refused: { title: 'Randomisation refused', type: 'randomisation' },
  waiting_list_joined: { title: 'Participant put on the waiting list', type: null },
  waiting_list_left: { title: 'Participant removed from the waiting list', type: null },
  randomisation_error_recorded: { title: 'Randomisation error recorded', type: 'randomisation' },
  participant_flagged: { title: 'Participant flagged', type: 'flagged' },
  participant_unflagged: { title: 'Participant unflagged', type: 'flagged' },
  participant_unblinded: { title: 'Participant unblinded', type: 'unblinded' },
  inadvertent_unblinding_recorded: { title: 'Inadvertent unblinding recorded', type: 'unblinded' },
  ...recordFrom(PACK_ACTIONS.map(({ audit: { kind, title } }) => [kind, { title, type: 'study_packs' }] as const)),
  study_packs_expired_by_date: { title: 'Study packs expired by date', type: 'study_packs' },
  study_pack_checked: { title: 'Study pack confirmed by a second person', type: 'study_packs' },
  study_packs_imported: { title: 'Study packs imported', type: 'study_packs' },
  study_pack_labels_printed: { title: 'Study pack labels printed', type: 'study_packs' },
  device_action_reported: { title: 'Action that did not reach the server reported', type: null },
  permission_granted: { title: 'Permission granted', type: 'user_change' },
  permission_changed: { title: 'Permission changed', type: 'user_change' },
  permission_ended: { title: 'Permission ended', type: 'user_change' },
  user_created: { title: 'User created', type: 'user_change' },
  user_updated: { title: 'User profile saved', type: 'user_change' },
  user_activated: { title: 'User marked active', type: 'user_change' },
  user_deactivated: { title: 'User marked inactive', type: 'user_change' },
  user_extended: { title: 'User account extended', type: 'user_change' },
  association_requested: { title: 'Invitation to associate an account sent', type: 'user_change' },
  account_associated: { title: 'Account associated', type: 'user_change' },
  association_ended: { title: 'Association of an account ended', type: 'user_change' },
  external_account_created: { title: 'External user account created', type: 'user_change' },
  external_account_asked_for: { title: 'External user account requested again', type: 'user_change' },
  external_account_reset_requested: { title: 'Password link of an external user account sent', type: 'user_change' },
  external_account_password: { title: 'Password of an external user account chosen', type: 'user_change' },
  external_account_factor_on: { title: 'Second factor of an external user account set up', type: 'user_change' },
  external_account_factor_off: { title: 'Second factor of an external user account removed', type: 'user_change' },
  external_account_factor_reset: { title: 'Second factor of an external user account reset', type: 'user_change' },
  external_account_recovery_code: { title: 'Recovery code of an external user account used', type: 'user_change' },
  notifications_changed: { title: 'Notifications changed', type: 'user_change' },
  message_broadcast: { title: 'Message broadcast', type: 'message' },
  message_resent: { title: 'Message sent again', type: 'message' },
  audit_reviewed: { title: 'Audit entry reviewed', type: null },
  report_generated: { title: 'Report generated', type: 'report' },
  report_downloaded: { title: 'Report downloaded', type: 'report' },
  randomisation_test_started: { title: 'Randomisation test started', type: 'report' },
  randomisation_test_cancelled: { title: 'Randomisation test cancelled', type: 'report' },
  outcomes_compared: { title: 'Outcomes compared by a randomisation test', type: 'report' },
  list_exported: { title: 'List exported', type: 'report' },
  signing_keys_replaced: { title: 'Signing keys replaced', type: 'service' },
  secrets_sealed: { title: 'Secrets sealed with the present key', type: 'service' },
  trial_archived: { title: 'Trial archived', type: 'report' },
  database_restored: { title: 'Database restored', type: 'service' },
  sample_data_loaded: { title: 'Sample data loaded', type: 'service' },
} as const satisfies Record<string, { title: string; type: Type }>

export type AuditKind = keyof typeof AUDIT_KINDS

export const isAuditKind = (kind: string): kind is AuditKind => Object.hasOwn(AUDIT_KINDS, kind)

export const AUDIT_KIND_NAMES: readonly AuditKind[] = Object.keys(AUDIT_KINDS).filter(isAuditKind)

/** The kinds of entries about a disclosed group: each asks for a review. */
export const UNBLINDING_KINDS: readonly AuditKind[] = AUDIT_KIND_NAMES.filter(
  (kind) => AUDIT_KINDS[kind].type === 'unblinded',
)

type Flag = (typeof AUDIT_LABELS)[keyof typeof AUDIT_LABELS]['flag']

/** The flags of an entry of this kind: at most one is set. */
export const auditFlags = (kind: AuditKind): Record<Flag, boolean> => {
  const { type } = AUDIT_KINDS[kind]
  return {
    is_type_user_change: type === 'user_change',
    is_type_randomisation: type === 'randomisation',
    is_type_unblinded: type === 'unblinded',
    is_type_trial_change: type === 'trial_change',
    is_type_flagged: type === 'flagged',
  }
}

/** The label of a kind: that of its flag, or of its type where it has no flag. */
export const auditLabel = (kind: AuditKind): string => {
  const { type } = AUDIT_KINDS[kind]
  if (type === null) return OTHER
  return isFlagged(type) ? AUDIT_LABELS[type].label : LABELS_WITHOUT_FLAG[type]
}

const isFlagged = (type: NonNullable<Type>): type is keyof typeof AUDIT_LABELS => Object.hasOwn(AUDIT_LABELS, type)

/** The kinds whose label or title holds this text, whatever its case. */
export const auditKindsNamed = (text: string): AuditKind[] => {
  const searched = text.toLowerCase()
  return AUDIT_KIND_NAMES.filter((kind) =>
    [auditLabel(kind), AUDIT_KINDS[kind].title].some((name) => name.toLowerCase().includes(searched)),
  )
}
