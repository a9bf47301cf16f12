import type { SimulationFigures } from '#contract/simulation-figures'
import type { SimulatedPlan, SimulationState } from '#contract/simulations'
import type { StudyPackEvent } from '#contract/study-packs'
import type { IdentityProviderId } from '#domain/identity'
import type { MessageKind, MessageState, ServiceMessageKind } from '#domain/notifications'
import type { Visibility } from '#domain/blinding'
import type { RandomisationErrorKind } from '#domain/randomisation-error'
import type { StockAction } from '#domain/single-packs'
import type { MinimisationMeasure } from '#domain/trial-methods'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { FieldChange } from '../audit/audit-entry'
import type { MessageFacts, ServiceMessageFacts } from '../mail/message-facts'
import type { ThrottleKind } from './throttle-kind'

/** An instant as the wire writes it: ISO 8601 in UTC with milliseconds. */
type Instant = string
/** A day, `YYYY-MM-DD`. */
type Day = string
type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>
type Json<T extends object> = JSONColumnType<T>

type UsersTable = {
  id: Generated<number>
  name: string
  email: string
  selected_timezone: string | null
  is_active: Generated<boolean>
  expires_at: Instant | null
  created_at: Instant
  address_changed_at: Instant | null
  address_changed_by: number | null
  former_email: string | null
}

type UserNamesTable = {
  id: Generated<number>
  user_id: number
  name: string
  ended_at: Instant
}

type UserProfilesTable = {
  id: Generated<number>
  user_id: number
  idp: string
  issuer: string
  subject: string
  created_at: Instant
  ended_at: ColumnType<Instant | null, Instant | undefined, Instant>
}

type AssociationTokensTable = {
  id: Generated<number>
  user_id: number
  token_hash: Bytes
  created_at: Instant
  expires_at: Instant
  ended_at: ColumnType<Instant | null, never, Instant>
}

type UserPermissionsTable = {
  id: Generated<number>
  user_id: number
  role_id: number
  trial_id: number | null
  site_id: number | null
  is_blinded_partial: Generated<boolean>
  is_blinded_whole: Generated<boolean>
  is_unblind_authorized: Generated<boolean>
  has_study_packs_access: Generated<boolean>
  created_at: Instant
  updated_at: Instant
  ended_at: Instant | null
}

type SigningKeysTable = {
  kid: string
  algorithm: string
  public_jwk: Json<Record<string, unknown>>
  private_jwk_encrypted: Bytes
  created_at: Instant
}

type SessionsTable = {
  id: string
  number: Generated<number>
  user_id: number
  signed_in_at: Instant
  ended_at: Instant | null
  idp: IdentityProviderId | null
  profile_id: number | null
  device: string | null
  last_seen_at: Instant
  token_expires_at: Instant
  proved_at: Instant | null
  active_at: Instant
}

type SignInAttemptsTable = {
  state_hash: Bytes
  browser_hash: Bytes
  idp: string
  nonce: string
  code_verifier: string
  association_hash: Uint8Array | null
  started_at: Instant
  ref_hash: Uint8Array | null
  returned_at: Instant | null
  issuer: string | null
  subject: string | null
  session_id: string | null
  exchanged_at: Instant | null
  prompt: string | null
  is_proved_now: Generated<boolean>
  purpose: string | null
}

type TrialsTable = {
  id: Generated<number>
  title: string
  description: string | null
  study_registration_no: string | null
  ethics_approval_id: string | null
  ethics_approving_body: string | null
  created_at: Instant
  start_on: Day
  end_on: Day
  expires_at: Day
  started_on: Day | null
  ended_on: Day | null
  selected_timezone: string
  is_protected_trial: boolean
  sample_size: number
  trial_status_id: number
  allocation_method_id: number
  randomisation_method_id: number
  is_stratified: boolean
  is_site_stratified: boolean
  block_size_min: number | null
  block_size_max: number | null
  urn_initial: Generated<number>
  urn_alpha: Generated<number>
  urn_beta: Generated<number>
  minimisation_measure: Generated<MinimisationMeasure>
  minimisation_probability: number | null
  minimisation_site_weight: Generated<number>
  is_participant_id_used: boolean
  is_participant_id_required: boolean
  participant_id_label: string | null
  participant_id_description: string | null
  participant_id_warning_id: number
  exclude_flagged_participants: boolean
  is_managing_packs: boolean
  is_site_managing_packs: boolean
  is_confirmable: boolean
  is_dispense_checked: Generated<boolean>
  least_active_packs: Generated<number>
  is_design_checked: Generated<boolean>
  /** Moves with every change of the design, which then waits for another confirmation. */
  design_version: Generated<number>
  design_changed_by: number | null
  design_changed_at: Instant | null
  is_opening_sites: Generated<boolean>
  is_unblinding_reauthenticated: Generated<boolean>
  pack_alert_level: number | null
  is_blinded_investigators: boolean
  is_blinded_users: boolean
  org_name: string
  org_contact_name: string | null
  org_chief_investigator: string | null
  org_billing_address: string | null
  org_website: string | null
  org_quote_amount: ColumnType<string | null, number | null, number | null>
  org_quote_date: Day | null
  org_paid_amount: ColumnType<string | null, number | null, number | null>
  org_paid_date: Day | null
  org_contract_date: Day | null
  org_comments: string | null
  trial_uuid: string
  seed_encrypted: string
  commitment: string
  nonce_hex: string | null
  setup_version: Generated<number>
  num_sampled: Generated<number>
  last_sequence_no: Generated<number>
  allocation_counter: Generated<number>
  epoch: Generated<number>
  ledger_length: Generated<number>
  ledger_head: string | null
  published_head: string | null
  seed_revealed_at: Instant | null
}

type SitesTable = {
  id: Generated<number>
  trial_id: number
  title: string
  is_deleted: Generated<boolean>
  low_pack_level: number | null
  /** Read only where the trial opens its sites one by one; null before. */
  opened_at: Instant | null
  opened_by: number | null
}

type DesignConfirmationsTable = {
  id: Generated<number>
  trial_id: number
  design_version: number
  design_hash: string
  confirmed_by: number
  confirmed_at: Instant
  meaning: string
}

type StudyGroupsTable = {
  id: Generated<number>
  trial_id: number
  name: string
  label: string | null
  weight: number
  factorial_level: number | null
}

type FormerNamesTable = {
  id: Generated<number>
  trial_id: number
  study_group_id: number | null
  site_id: number | null
  name: string
  label: string | null
  last_sequence_no: number
  ended_at: Instant
  ended_by: number
  reason: string
}

type TrialStrataTable = {
  id: Generated<number>
  trial_id: number
  name: string
  description: string | null
  minimisation_weight: Generated<number>
}
type TrialStratumOptionsTable = { id: Generated<number>; trial_stratum_id: number; name: string }

type StudyPacksTable = {
  id: Generated<number>
  trial_id: number
  site_id: number | null
  study_group_id: number
  pack_id: string
  batch_id: string
  study_pack_status_id: number
  duration: number | null
  expire_on: Day | null
  confirmation_code: string | null
}

type StudyPackLogsTable = {
  id: Generated<number>
  study_pack_id: number
  created_at: Instant
  actioned_by: number | null
  action: StudyPackEvent
  /** The status it was left in. */
  study_pack_status_id: number
  comment: string
  performed_at: Instant | null
  clock_offset_ms: number | null
  clock_uncertain: Generated<boolean>
  writer_sight: Visibility | null
}

type StudyPackCodeTriesTable = {
  id: Generated<number>
  study_pack_id: number
  user_id: number
  idempotency_key: string | null
  request_hash: Bytes
  tried_at: Instant
}

type ParticipantsTable = {
  id: Generated<number>
  trial_id: number
  trial_sequence_no: number
  created_at: Instant
  created_by: number
  site_id: number
  participant_id: string | null
  comparable_id: string | null
  allocation_counter: number
  epoch: Generated<number>
  arm: number
  is_flagged: Generated<boolean>
  is_counted_out: Generated<boolean>
  is_unblinded: Generated<boolean>
  /** The last change of what devices keep of it; set by the database. */
  version: Generated<number>
}

/** Which transactions changed what devices keep of a trial's participants; written by the database. */
type ParticipantChangesTable = {
  trial_id: number
  version: number
  token: string
}

type ParticipantGroupsTable = {
  participant_id: number
  factorial_level: number
  study_group_id: number
  study_pack_id: number | null
}

type ParticipantFlagsTable = {
  id: Generated<number>
  participant_id: number
  created_at: Instant
  flagged_by: number
  is_flagged: boolean
  comment: string
  performed_at: Instant | null
  clock_offset_ms: number | null
  clock_uncertain: Generated<boolean>
}

type ParticipantStrataTable = {
  participant_id: number
  trial_stratum_id: number
  trial_stratum_option_id: number
}

type ParticipantUnblindingsTable = {
  id: Generated<number>
  participant_id: number
  created_at: Instant
  unblinded_by: number
  comment: string
}

type InadvertentUnblindingsTable = {
  id: Generated<number>
  participant_id: number
  created_at: Instant
  recorded_by: number
  comment: string
}

type RandomisationErrorsTable = {
  id: Generated<number>
  participant_id: number
  created_at: Instant
  recorded_by: number
  kind: RandomisationErrorKind
  comment: string
  as_used: string | null
  corrected: string | null
  writer_sight: Visibility
}

type RandomisationErrorStrataTable = {
  randomisation_error_id: number
  trial_stratum_id: number
  used_option_id: number
  corrected_option_id: number
}

type StratumStatesTable = {
  trial_id: number
  stratum_key: string
  /** In the clear, as versions before the sealing left it. */
  state: ColumnType<object | null, string | null, string | null>
  sealed: ColumnType<Uint8Array | null, Uint8Array | null, Uint8Array | null>
}

type LedgerRecordsTable = { trial_id: number; record_no: number; record: string; leaf: string; head: string }

type LedgerNamesTable = {
  trial_id: number
  record_no: number
  place: number
  kind: 'study_group' | 'site'
  named_id: number
  name: string
  label: string | null
}

type IdempotencyKeysTable = {
  user_id: number
  key: string
  request_hash: Bytes
  status: number | null
  rows: Json<Record<string, number[]>>
  created_at: Instant
}

type AuditChainsTable = {
  chain: number
  length: number
  head: string
  head_mac: ColumnType<string | null, string | null | undefined, string | null>
}

type AuditLogTable = {
  id: Generated<number>
  chain: number
  position: number
  created_at: Instant
  trial_id: number | null
  user_id: number | null
  role: string | null
  kind: string
  description: string
  changes: Json<FieldChange[]>
  reason: string | null
  request_id: string | null
  hash: string
  writer_sight: Generated<Visibility | null>
}

type AuditReviewsTable = {
  id: Generated<number>
  audit_log_id: number
  created_at: Instant
  reviewed_by: number
  finding: string
}

type TrialNotificationsTable = {
  id: Generated<number>
  trial_id: number
  user_id: number
  on_trial_status: boolean
  on_trial_completion: boolean
  on_randomisation: boolean
  on_unblinding: boolean
  on_study_packs: boolean
}

type MessagesTable = {
  id: Generated<number>
  trial_id: number | null
  site_id: number | null
  user_id: number
  recipient_name: string
  recipient_address: string
  facts: Json<MessageFacts | ServiceMessageFacts>
  kind: ColumnType<MessageKind | ServiceMessageKind, never, never>
  state: Generated<MessageState>
  attempts: Generated<number>
  queued_at: Instant
  next_attempt_at: Instant
  sent_at: Instant | null
  error: string | null
  resent_of: number | null
}

type SimulationsTable = {
  id: Generated<number>
  user_id: number
  request: Json<SimulatedPlan>
  seed: number
  state: Generated<SimulationState>
  trials_done: Generated<number>
  heard_at: Instant | null
  figures: ColumnType<SimulationFigures | null, string | null, string | null>
  created_at: Instant
}

type JobsTable = { name: string; done_for: Instant | null; claim: Generated<number>; claimed_until: Instant | null }

type ReportTokensTable = {
  token_hash: Bytes
  session_id: string
  trial_id: number | null
  report: string
  issued_at: Instant
}

type StockAlertsTable = { trial_id: number; site_id: number | null; raised_at: Instant }

type BlindedPackChangesTable = {
  id: Generated<number>
  trial_id: number
  site_id: number | null
  changed_at: Instant
  changed_by: number
  action: StockAction
  packs: number
  reason: string
}

type PackShortagesTable = {
  trial_id: number
  site_id: number | null
  noticed_at: Instant
}

type ExternalAccountsTable = {
  id: Generated<string>
  user_id: number
  email: string
  first_name: string
  last_name: string
  password_hash: string | null
  created_at: Instant
  activated_at: Instant | null
  factor_reset_at: Generated<Instant | null>
}

type ExternalAccountFactorsTable = {
  account_id: string
  secret_encrypted: Bytes
  last_step: number
  created_at: Instant
}

type ExternalAccountRecoveryCodesTable = {
  account_id: string
  code_hash: Bytes
  used_at: Instant | null
}

type ExternalAccountPlacesTable = {
  subject_hash: Bytes
  account_id: string
  opened_at: Instant
}

type ExternalAccountVisitsTable = {
  token_hash: Bytes
  account_id: string
  state_hash: Bytes | null
  secret_encrypted: Bytes
  is_proved: boolean
  expires_at: Instant
}

type ExternalAccountLinksTable = {
  token_hash: Bytes
  account_id: string
  created_at: Instant
  expires_at: Instant
  ended_at: Instant | null
  used_at: Instant | null
}

type ExternalAccountRequestsTable = {
  id: Generated<number>
  invitation_id: number
  user_id: number
  email: string
  request_hash: Bytes
  idempotency_key: string | null
  created_at: Instant
  insert: boolean
  activate: boolean
}

type RefusalsTable = {
  id: Generated<number>
  hour: Instant
  kind: 'sign_in_failed' | 'access_refused'
  code: string
  call: string
  user_id: number | null
  address: string | null
  times: number
}

type ThrottledTriesTable = { id: Generated<number>; kind: ThrottleKind; subject_hash: Bytes; tried_at: Instant }

/** Every table by its name, as the migrations leave them. */
export type Schema = {
  users: UsersTable
  user_names: UserNamesTable
  user_profiles: UserProfilesTable
  association_tokens: AssociationTokensTable
  user_permissions: UserPermissionsTable
  signing_keys: SigningKeysTable
  sessions: SessionsTable
  sign_in_attempts: SignInAttemptsTable
  trials: TrialsTable
  sites: SitesTable
  design_confirmations: DesignConfirmationsTable
  study_groups: StudyGroupsTable
  former_names: FormerNamesTable
  trial_strata: TrialStrataTable
  trial_stratum_options: TrialStratumOptionsTable
  study_packs: StudyPacksTable
  study_pack_logs: StudyPackLogsTable
  study_pack_code_tries: StudyPackCodeTriesTable
  participants: ParticipantsTable
  participant_changes: ParticipantChangesTable
  participant_groups: ParticipantGroupsTable
  participant_flags: ParticipantFlagsTable
  participant_strata: ParticipantStrataTable
  participant_unblindings: ParticipantUnblindingsTable
  inadvertent_unblindings: InadvertentUnblindingsTable
  randomisation_errors: RandomisationErrorsTable
  randomisation_error_strata: RandomisationErrorStrataTable
  stratum_states: StratumStatesTable
  ledger_records: LedgerRecordsTable
  ledger_names: LedgerNamesTable
  idempotency_keys: IdempotencyKeysTable
  audit_chains: AuditChainsTable
  audit_log: AuditLogTable
  audit_reviews: AuditReviewsTable
  trial_notifications: TrialNotificationsTable
  messages: MessagesTable
  simulations: SimulationsTable
  jobs: JobsTable
  stock_alerts: StockAlertsTable
  blinded_pack_changes: BlindedPackChangesTable
  pack_shortages: PackShortagesTable
  report_tokens: ReportTokensTable
  external_accounts: ExternalAccountsTable
  external_account_factors: ExternalAccountFactorsTable
  external_account_recovery_codes: ExternalAccountRecoveryCodesTable
  external_account_visits: ExternalAccountVisitsTable
  external_account_places: ExternalAccountPlacesTable
  external_account_links: ExternalAccountLinksTable
  external_account_requests: ExternalAccountRequestsTable
  throttled_tries: ThrottledTriesTable
  refusals: RefusalsTable
}
