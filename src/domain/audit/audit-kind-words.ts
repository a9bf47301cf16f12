import { recordFrom } from '../record-of'
import { PACK_ACTION_AUDITS } from '../study-packs/study-pack-actions'
import { AUDIT_KIND_NAMES, AUDIT_KINDS, type AuditKind, type AuditType } from './audit-kind'

const TYPE_LABELS = {
  user_change: 'User update',
  randomisation: 'Randomisation',
  unblinded: 'Unblinding',
  trial_change: 'Trial update',
  flagged: 'Flagging',
  study_packs: 'Study packs',
  sign_in: 'Sign-in',
  report: 'Report or export',
  message: 'Message',
  service: 'Service',
} as const satisfies Record<AuditType, string>

/** The words of each kind of audit entry, for choosing it and in an export. */
export const AUDIT_TITLES = {
  signed_in: 'Signed in',
  sign_in_confirmed: 'Signed in again to confirm',
  signed_out: 'Signed out',
  sessions_ended: 'Signed out from elsewhere',
  offline_pin_set: 'PIN for unlocking offline set',
  offline_pin_removed: 'PIN for unlocking offline removed',
  offline_passkey_set: 'Passkey for unlocking offline set',
  offline_passkey_removed: 'Passkey for unlocking offline removed',
  unlocked_offline: 'Unlocked offline',
  offline_unlock_ended: 'PIN for unlocking offline ended by wrong tries',
  offline_pins_wrong: 'Wrong PINs that unlocked nothing',
  sign_in_failed: 'Sign-in failed',
  access_refused: 'Access refused',
  trial_created: 'Trial created',
  trial_updated: 'Trial settings saved',
  trial_status_changed: 'Trial status changed',
  design_confirmed: 'Design confirmed by a second person',
  reopening_requested: 'Re-opening of a trial requested',
  trial_reopened: 'Trial re-opened by a second person',
  list_author_named: 'Author of the list named',
  list_uploaded: 'List of allocations uploaded',
  list_confirmed: 'List of allocations confirmed by a second person',
  site_opened: 'Site opened',
  wall_view_created: 'Wall view created',
  wall_view_ended: 'Wall view ended',
  monthly_report_recipients_changed: 'Recipients of the monthly report changed',
  monthly_report_sent: 'Monthly report sent',
  start_nonce_entered: 'Start nonce entered',
  seed_revealed: 'Seed revealed',
  ledger_head_published: 'Head of the ledger sent',
  self_check_failed: 'Self-check failed',
  notice_created: 'Notice of the service written',
  notice_ended: 'Notice of the service ended',
  alarm_acknowledged: 'Alarm acknowledged',
  randomised: 'Participant randomised',
  randomisation_refused: 'Randomisation refused',
  waiting_list_joined: 'Participant put on the waiting list',
  waiting_list_left: 'Participant removed from the waiting list',
  randomisation_error_recorded: 'Randomisation error recorded',
  participant_flagged: 'Participant flagged',
  participant_unflagged: 'Participant unflagged',
  participant_unblinded: 'Participant unblinded',
  inadvertent_unblinding_recorded: 'Inadvertent unblinding recorded',
  ...recordFrom(PACK_ACTION_AUDITS.map(({ kind, title }) => [kind, title] as const)),
  study_packs_expired_by_date: 'Study packs expired by date',
  study_pack_checked: 'Study pack confirmed by a second person',
  study_packs_generated: 'Study packs generated',
  study_packs_imported: 'Study packs imported',
  study_pack_labels_printed: 'Study pack labels printed',
  device_action_reported: 'Action that did not reach the server reported',
  permission_granted: 'Permission granted',
  permission_changed: 'Permission changed',
  permission_ended: 'Permission ended',
  user_created: 'User created',
  user_updated: 'User profile saved',
  user_activated: 'User marked active',
  user_deactivated: 'User marked inactive',
  user_extended: 'User account extended',
  association_requested: 'Invitation to associate an account sent',
  account_associated: 'Account associated',
  association_ended: 'Association of an account ended',
  external_account_created: 'External user account created',
  external_account_asked_for: 'External user account requested again',
  external_account_reset_requested: 'Password link of an external user account sent',
  external_account_password: 'Password of an external user account chosen',
  external_account_factor_on: 'Second factor of an external user account set up',
  external_account_factor_off: 'Second factor of an external user account removed',
  external_account_factor_reset: 'Second factor of an external user account reset',
  external_account_recovery_code: 'Recovery code of an external user account used',
  notifications_changed: 'Notifications changed',
  message_broadcast: 'Message broadcast',
  message_resent: 'Message sent again',
  audit_reviewed: 'Audit entry reviewed',
  report_generated: 'Report generated',
  report_downloaded: 'Report downloaded',
  randomisation_test_started: 'Randomisation test started',
  randomisation_test_cancelled: 'Randomisation test cancelled',
  outcomes_compared: 'Outcomes compared by a randomisation test',
  list_exported: 'List exported',
  signing_keys_replaced: 'Signing keys replaced',
  secrets_sealed: 'Secrets sealed with the present key',
  trial_archived: 'Trial archived',
  database_restored: 'Database restored',
  sample_data_loaded: 'Sample data loaded',
} as const satisfies Record<AuditKind, string>

/** The label of a kind: that of its type, or "Other" without one. */
export const auditLabel = (kind: AuditKind): string => {
  const type = AUDIT_KINDS[kind]
  return type === null ? 'Other' : TYPE_LABELS[type]
}

/** The kinds whose label or title holds this text, whatever its case. */
export const auditKindsNamed = (text: string): AuditKind[] => {
  const searched = text.toLowerCase()
  return AUDIT_KIND_NAMES.filter((kind) =>
    [auditLabel(kind), AUDIT_TITLES[kind]].some((name) => name.toLowerCase().includes(searched)),
  )
}
