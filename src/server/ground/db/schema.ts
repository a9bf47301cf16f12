import type { SimulationFigures } from '#contract/simulation-figures'
import type { SimulatedPlan } from '#contract/simulations'
import type { ChosenOption } from '#domain/randomisation/strata'
import type { IdentityProviderId } from '#domain/sign-in/identity'
import type { MessageKind, ServiceMessageKind } from '#domain/people/notifications'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { FieldChange } from '../audit/audit-entry'
import type { MessageFacts, ServiceMessageFacts } from './message-facts'
import type { ThrottleKind } from './throttle-kind'

/* Written from the migrations by `npm test -- tests/architecture/schema.test.ts --update`. */

/** An instant as the wire writes it: ISO 8601 in UTC with milliseconds. */
type Instant = string
/** A day, `YYYY-MM-DD`. */
type Day = string
type Bytes = Uint8Array
type Json<T extends object> = JSONColumnType<T>

/** Every table by its name, as the migrations leave them. */
export type Schema = {
  alarms: {
    id: Generated<number>
    kind: 'ledger' | 'audit_log'
    trial_id: number | null
    first_seen_at: Instant
    last_seen_at: Instant
    acknowledged_at: Instant | null
    acknowledged_by: number | null
    reason: string | null
  }
  allocation_list_authors: {
    id: Generated<number>
    trial_id: number
    user_id: number
    named_by: number
    named_at: Instant
  }
  allocation_list_notices: {
    id: Generated<number>
    trial_id: number
    stratum_key: string
    places_left: number
    noticed_at: Instant
  }
  allocation_lists: {
    id: Generated<number>
    trial_id: number
    number: number
    uploaded_by: number
    uploaded_at: Instant
    hash: string
    num_rows: number
    sealed: Bytes
    confirmed_by: number | null
    confirmed_at: Instant | null
    record_no: number | null
  }
  association_tokens: {
    id: Generated<number>
    user_id: number
    token_hash: Bytes
    created_at: Instant
    expires_at: Instant
    ended_at: Instant | null
  }
  audit_chains: {
    chain: number
    length: number
    head: string
    head_mac: string | null
  }
  audit_log: {
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
    writer_sight: 'nothing' | 'labels' | 'names' | null
  }
  audit_reviews: {
    id: Generated<number>
    audit_log_id: number
    created_at: Instant
    reviewed_by: number
    finding: string
  }
  audit_search: {
    audit_log_id: number
    created_at: Instant
    terms: string
  }
  backups: {
    id: Generated<number>
    made_at: Instant
    finished_at: Instant
  }
  blinded_pack_changes: {
    id: Generated<number>
    trial_id: number
    site_id: number | null
    changed_at: Instant
    changed_by: number
    action: 'activate' | 'deactivate' | 'remove' | 'expire' | 'transfer' | 'update'
    packs: number
    reason: string
  }
  design_confirmations: {
    id: Generated<number>
    trial_id: number
    design_version: number
    design_hash: string
    confirmed_by: number
    confirmed_at: Instant
    meaning: string
  }
  device_action_packs: {
    device_action_id: number
    trial_id: number
    study_pack_id: number
  }
  device_actions: {
    id: Generated<number>
    trial_id: number
    user_id: number
    device_id: string
    action_id: string
    kind: 'flag' | 'dispense'
    state: 'unsent' | 'refused' | 'lost' | 'discarded' | 'corrected'
    participant_id: number | null
    refusal_code: string | null
    performed_at: Instant | null
    reported_at: Instant
    changed_at: Instant
    writer_sight: 'names' | 'labels' | 'nothing'
  }
  display_settings: {
    user_id: number
    theme: Generated<'device' | 'light' | 'dark'>
    density: Generated<'device' | 'comfortable' | 'compact'>
    start_page: Generated<'home' | 'trials' | 'reports' | 'users' | 'audit_logs'>
    list_columns: Json<Record<string, unknown>>
    saved_filters: Json<Record<string, unknown>>
    changed_at: Instant
    dismissed_notices: ColumnType<number[] | null, string | null, string | null>
    seen_release: string | null
  }
  external_account_factors: {
    account_id: string
    secret_encrypted: Bytes
    last_step: number
    created_at: Instant
  }
  external_account_links: {
    token_hash: Bytes
    account_id: string
    created_at: Instant
    expires_at: Instant
    ended_at: Instant | null
    used_at: Instant | null
  }
  external_account_places: {
    subject_hash: Bytes
    account_id: string
    opened_at: Instant
  }
  external_account_recovery_codes: {
    account_id: string
    code_hash: Bytes
    used_at: Instant | null
  }
  external_account_requests: {
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
  external_account_visits: {
    token_hash: Bytes
    account_id: string
    state_hash: Bytes | null
    secret_encrypted: Bytes
    is_proved: boolean
    expires_at: Instant
  }
  external_accounts: {
    id: Generated<string>
    user_id: number
    email: string
    first_name: string
    last_name: string
    password_hash: string | null
    created_at: Instant
    activated_at: Instant | null
    factor_reset_at: Instant | null
  }
  former_names: {
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
  idempotency_keys: {
    user_id: number
    key: string
    request_hash: Bytes
    status: number | null
    rows: Json<Record<string, number[]>>
    created_at: Instant
  }
  inadvertent_unblindings: {
    id: Generated<number>
    participant_id: number
    created_at: Instant
    recorded_by: number
    comment: string
  }
  jobs: {
    name: string
    done_for: Instant | null
    claim: Generated<number>
    claimed_until: Instant | null
    run_started_at: Instant | null
    run_ended_at: Instant | null
    outcome: 'done' | 'failed' | 'broken_off' | null
    failures: Generated<number>
    done_at: Instant | null
    checked: number | null
    wrong: number | null
    unchecked: number | null
  }
  ledger_names: {
    trial_id: number
    record_no: number
    place: number
    kind: 'study_group' | 'site'
    named_id: number
    name: string
    label: string | null
  }
  ledger_records: {
    trial_id: number
    record_no: number
    record: string
    leaf: string
    head: string
  }
  messages: {
    id: Generated<number>
    trial_id: number | null
    site_id: number | null
    user_id: number
    recipient_name: string
    recipient_address: string
    facts: Json<MessageFacts | ServiceMessageFacts>
    kind: ColumnType<MessageKind | ServiceMessageKind, never, never>
    state: Generated<'queued' | 'sending' | 'sent' | 'failed' | 'resent'>
    attempts: Generated<number>
    queued_at: Instant
    next_attempt_at: Instant
    sent_at: Instant | null
    error: string | null
    resent_of: number | null
  }
  monthly_report_recipients: {
    trial_id: number
    user_id: number
    chosen_at: Instant
    chosen_by: number
  }
  monthly_reports: {
    trial_id: number
    month: string
    sent_at: Instant
    recipients: number
  }
  pack_shortages: {
    trial_id: number
    site_id: number | null
    noticed_at: Instant
  }
  participant_changes: {
    trial_id: number
    version: number
    token: Generated<string>
  }
  participant_flags: {
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
  participant_groups: {
    participant_id: number
    factorial_level: number
    study_group_id: number
    study_pack_id: number | null
    of_trial: number | null
  }
  participant_strata: {
    participant_id: number
    trial_stratum_id: number
    trial_stratum_option_id: number
    of_trial: number | null
  }
  participant_unblindings: {
    id: Generated<number>
    participant_id: number
    created_at: Instant
    unblinded_by: number
    comment: string
  }
  participants: {
    id: Generated<number>
    trial_id: number
    trial_sequence_no: number
    created_at: Instant
    created_by: number
    site_id: number
    participant_id: string | null
    comparable_id: string | null
    is_flagged: Generated<boolean>
    is_unblinded: Generated<boolean>
    allocation_counter: number
    epoch: Generated<number>
    arm: number
    is_counted_out: Generated<boolean>
    version: Generated<number>
  }
  randomisation_error_strata: {
    randomisation_error_id: number
    trial_stratum_id: number
    used_option_id: number
    corrected_option_id: number
    of_participant: number | null
    of_trial: number | null
  }
  randomisation_errors: {
    id: Generated<number>
    participant_id: number
    created_at: Instant
    recorded_by: number
    kind: 'wrong_stratum' | 'ineligible' | 'twice' | 'wrong_participant' | 'other'
    comment: string
    as_used: string | null
    corrected: string | null
    writer_sight: 'nothing' | 'labels' | 'names'
  }
  randomisation_tests: {
    id: Generated<number>
    trial_id: number
    created_by: number
    created_at: Instant
    replicates: number
    seed: number
    participants: number
    ledger_length: number
    ledger_head: string
    software_version: string
    state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
    replicates_done: Generated<number>
    heard_at: Instant | null
    cells: ColumnType<number[][] | null, string | null, string | null>
  }
  reference_set_pieces: {
    randomisation_test_id: number
    piece: number
    packed: Bytes
  }
  refusals: {
    id: Generated<number>
    hour: Instant
    kind: 'sign_in_failed' | 'access_refused'
    code: string
    call: string
    user_id: number | null
    address: string | null
    times: number
  }
  reopening_requests: {
    id: Generated<number>
    trial_id: number
    requested_by: number
    requested_at: Instant
    reason: string
  }
  report_tokens: {
    token_hash: Bytes
    session_id: string
    trial_id: number | null
    report: string
    issued_at: Instant
  }
  service_notices: {
    id: Generated<number>
    notice: string
    shown_from: Instant
    shown_until: Instant
    is_on_sign_in: boolean
    created_at: Instant
    created_by: number
    ended_at: Instant | null
    ended_by: number | null
  }
  sessions: {
    id: string
    user_id: number
    signed_in_at: Instant
    ended_at: Instant | null
    number: Generated<number>
    idp: IdentityProviderId | null
    profile_id: number | null
    device: string | null
    last_seen_at: Instant
    token_expires_at: Instant
    proved_at: Instant | null
    active_at: Instant
    opened_offline_at: Instant | null
  }
  sign_in_attempts: {
    state_hash: Bytes
    browser_hash: Bytes
    idp: string
    nonce: string
    code_verifier: string
    started_at: Instant
    ref_hash: Bytes | null
    returned_at: Instant | null
    issuer: string | null
    subject: string | null
    session_id: string | null
    exchanged_at: Instant | null
    association_hash: Bytes | null
    prompt: string | null
    is_proved_now: Generated<boolean>
    purpose: string | null
  }
  signing_keys: {
    kid: string
    algorithm: string
    public_jwk: Json<Record<string, unknown>>
    private_jwk_encrypted: Bytes
    created_at: Instant
  }
  simulations: {
    id: Generated<number>
    user_id: number
    request: Json<SimulatedPlan>
    seed: number
    state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
    trials_done: Generated<number>
    heard_at: Instant | null
    figures: ColumnType<SimulationFigures | null, string | null, string | null>
    created_at: Instant
  }
  sites: {
    id: Generated<number>
    trial_id: number
    title: string
    is_deleted: Generated<boolean>
    low_pack_level: number | null
    opened_at: Instant | null
    opened_by: number | null
    max_participants: number | null
  }
  stock_alerts: {
    trial_id: number
    site_id: number | null
    raised_at: Instant
  }
  stratum_states: {
    trial_id: number
    stratum_key: string
    state: ColumnType<object | null, string | null, string | null>
    sealed: Bytes | null
  }
  study_groups: {
    id: Generated<number>
    trial_id: number
    name: string
    label: string | null
    weight: number
    factorial_level: number | null
    max_participants: number | null
    is_closed_at_cap: Generated<boolean>
  }
  study_pack_code_tries: {
    id: Generated<number>
    study_pack_id: number
    user_id: number
    idempotency_key: string | null
    request_hash: Bytes
    tried_at: Instant
  }
  study_pack_logs: {
    id: Generated<number>
    study_pack_id: number
    created_at: Instant
    actioned_by: number | null
    action:
      | 'import'
      | 'print_label'
      | 'allocate'
      | 'check'
      | 'expire_by_date'
      | 'dispense'
      | 'activate'
      | 'deactivate'
      | 'transfer'
      | 'update'
      | 'expire'
      | 'remove'
      | 'recall'
    study_pack_status_id: number
    comment: string
    performed_at: Instant | null
    clock_offset_ms: number | null
    clock_uncertain: Generated<boolean>
    writer_sight: 'nothing' | 'labels' | 'names' | null
  }
  study_packs: {
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
  throttled_tries: {
    id: Generated<number>
    kind: ThrottleKind
    subject_hash: Bytes
    tried_at: Instant
  }
  trial_notifications: {
    id: Generated<number>
    trial_id: number
    user_id: number
    on_trial_status: boolean
    on_trial_completion: boolean
    on_randomisation: boolean
    on_unblinding: boolean
    on_study_packs: boolean
  }
  trial_reopenings: {
    request_id: number
    trial_id: number
    requested_by: number
    confirmed_by: number
    confirmed_at: Instant
    meaning: string
  }
  trial_strata: {
    id: Generated<number>
    trial_id: number
    name: string
    description: string | null
    minimisation_weight: Generated<number>
  }
  trial_stratum_options: {
    id: Generated<number>
    trial_stratum_id: number
    name: string
    max_participants: number | null
    ratio: string | null
  }
  trials: {
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
    is_participant_id_used: boolean
    is_participant_id_required: boolean
    participant_id_label: string | null
    participant_id_description: string | null
    participant_id_warning_id: number
    exclude_flagged_participants: boolean
    is_managing_packs: boolean
    is_site_managing_packs: boolean
    is_confirmable: boolean
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
    urn_initial: Generated<number>
    urn_alpha: Generated<number>
    urn_beta: Generated<number>
    minimisation_measure: Generated<'variance' | 'range'>
    minimisation_probability: number | null
    minimisation_site_weight: Generated<number>
    seed_revealed_at: Instant | null
    is_dispense_checked: Generated<boolean>
    is_design_checked: Generated<boolean>
    design_version: Generated<number>
    design_changed_by: number | null
    design_changed_at: Instant | null
    is_opening_sites: Generated<boolean>
    is_unblinding_reauthenticated: Generated<boolean>
    least_active_packs: Generated<number>
    published_head: string | null
    big_stick_limit: Generated<number>
    biased_coin_limit: Generated<number>
    biased_coin_chance: Generated<number>
    biased_coin_out_of: Generated<number>
    efron_chance: Generated<number>
    efron_out_of: Generated<number>
    maximal_limit: Generated<number>
    maximal_length: Generated<number>
    chosen_block_sizes: string | null
    minimisation_fraction: string | null
    cap_notice_percent: Generated<number>
  }
  user_names: {
    id: Generated<number>
    user_id: number
    name: string
    ended_at: Instant
  }
  user_permissions: {
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
  user_profiles: {
    id: Generated<number>
    user_id: number
    idp: string
    issuer: string
    subject: string
    created_at: Instant
    ended_at: Instant | null
  }
  users: {
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
    earlier_emails: Generated<string[]>
  }
  waiting_participants: {
    id: Generated<number>
    trial_id: number
    site_id: number
    participant_id: string
    comparable_id: string
    answers: Json<ChosenOption[]>
    comment: string | null
    created_at: Instant
    created_by: number
  }
  wall_views: {
    id: Generated<number>
    trial_id: number
    token_hash: Bytes
    created_at: Instant
    created_by: number
    ended_at: Instant | null
    ended_by: number | null
  }
}
