import { sql, type RawBuilder } from 'kysely'
import type { Schema } from './schema'

/**
 * The rows of a table that belong to one trial, and the columns that no archive has: secrets, and those that only make
 * the server faster.
 */
export type ArchivedTable = { where: (trialId: number) => RawBuilder<unknown>; without?: readonly string[] }

const ofTrial = { where: (id: number) => sql`trial_id = ${id}` }
const participants = (id: number) => sql`(select id from participants where trial_id = ${id})`
const ofParticipant = { where: (id: number) => sql`participant_id in ${participants(id)}` }
const ofTrialOfParticipant = { where: (id: number) => sql`of_trial = ${id}` }
const packs = (id: number) => sql`(select id from study_packs where trial_id = ${id})`
const entries = (id: number) => sql`(select id from audit_log where chain = ${id})`
const strata = (id: number) => sql`(select id from trial_strata where trial_id = ${id})`
const errors = (id: number) => sql`(select id from randomisation_errors where participant_id in ${participants(id)})`
/** Everybody who had a permission that reached the trial, or acted in it. */
const people = (id: number) =>
  sql`(select user_id from user_permissions where trial_id = ${id} or trial_id is null
    union select user_id from audit_log where chain = ${id} and user_id is not null)`
const ofPeople = { where: (id: number) => sql`user_id in ${people(id)}` }

/**
 * Every table, with its part in the archive of a trial, or the reason why it has none. The compiler reports a table in
 * neither.
 */
export const TABLES: Record<keyof Schema, ArchivedTable | string> = {
  alarms: ofTrial,
  allocation_list_authors: ofTrial,
  allocation_list_notices: ofTrial,
  allocation_lists: { ...ofTrial, without: ['sealed'] },
  association_tokens: 'signing in',
  audit_chains: { where: (id) => sql`chain = ${id}`, without: ['head_mac'] },
  audit_log: { where: (id) => sql`chain = ${id}` },
  audit_reviews: { where: (id) => sql`audit_log_id in ${entries(id)}` },
  audit_search: 'made of audit_log, for searching',
  backups: 'the service',
  blinded_pack_changes: ofTrial,
  design_confirmations: ofTrial,
  device_action_packs: ofTrial,
  device_actions: ofTrial,
  display_settings: 'how screens look to a person',
  external_account_factors: 'signing in',
  external_account_links: 'signing in',
  external_account_places: 'signing in',
  external_account_recovery_codes: 'signing in',
  external_account_requests: 'signing in',
  external_account_visits: 'signing in',
  external_accounts: 'signing in',
  former_names: ofTrial,
  idempotency_keys: 'requests that may be repeated',
  inadvertent_unblindings: ofParticipant,
  jobs: 'the service',
  ledger_names: ofTrial,
  ledger_records: ofTrial,
  messages: ofTrial,
  monthly_report_recipients: ofTrial,
  monthly_reports: ofTrial,
  pack_shortages: ofTrial,
  participant_changes: 'versions for tablets',
  participant_flags: ofParticipant,
  participant_groups: ofTrialOfParticipant,
  participant_strata: ofTrialOfParticipant,
  participant_unblindings: ofParticipant,
  participants: ofTrial,
  randomisation_error_strata: { where: (id) => sql`randomisation_error_id in ${errors(id)}` },
  randomisation_errors: ofParticipant,
  randomisation_tests: ofTrial,
  reference_set_pieces: 'drawn again from the ledger and the seed of its randomisation test',
  refusals: 'the service',
  reopening_requests: ofTrial,
  report_tokens: 'downloads',
  service_notices: 'the service',
  sessions: 'signing in',
  sign_in_attempts: 'signing in',
  signing_keys: 'signing in',
  simulations: 'made without participants, and of no trial',
  sites: ofTrial,
  stock_alerts: ofTrial,
  stratum_states: { ...ofTrial, without: ['sealed'] },
  study_groups: ofTrial,
  study_pack_code_tries: {
    where: (id) => sql`study_pack_id in ${packs(id)}`,
    without: ['idempotency_key', 'request_hash'],
  },
  study_pack_logs: { where: (id) => sql`study_pack_id in ${packs(id)}` },
  study_packs: ofTrial,
  throttled_tries: 'signing in',
  trial_notifications: ofTrial,
  trial_reopenings: ofTrial,
  trial_strata: ofTrial,
  trial_stratum_options: { where: (id) => sql`trial_stratum_id in ${strata(id)}` },
  trials: { where: (id) => sql`id = ${id}`, without: ['seed_encrypted'] },
  user_names: ofPeople,
  user_permissions: { where: (id) => sql`trial_id = ${id} or trial_id is null` },
  user_profiles: 'signing in',
  users: { where: (id) => sql`id in ${people(id)}` },
  waiting_participants: ofTrial,
  wall_views: { ...ofTrial, without: ['token_hash'] },
}
