import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import { nameOfId } from '#domain/audit/named-ids'
import { PARTICIPANT_ID_WARNINGS } from '#domain/participants/participant'
import { recordOf } from '#domain/record-of'
import { METHOD_SETTINGS } from '#domain/trials/trial-methods'

/** The fields of a trial's form by the words that stand beside them. */
export const FIELD_WORDS = {
  title: 'Title',
  description: 'Description',
  study_registration_no: 'Study registration number',
  ethics_approval_id: 'Ethics approval ID',
  ethics_approving_body: 'Ethics approving body',
  trial_status_id: 'Status',
  is_protected_trial: 'Protected trial',
  start_on: 'Start date',
  end_on: 'End date',
  expires_at: 'Expires',
  selected_timezone: 'Time zone',
  sample_size: 'Sample size',
  allocation_method_id: 'Allocation method',
  randomisation_method_id: 'Randomisation method',
  is_stratified: 'Stratified',
  is_site_stratified: 'Stratified by site',
  exclude_flagged_participants: 'Exclude flagged participants',
  is_design_checked: 'A second person confirms the design',
  is_opening_sites: 'Sites are opened one by one',
  ...recordOf(METHOD_SETTING_NAMES, (name) => METHOD_SETTINGS[name].title),
  is_participant_id_used: 'Participant IDs are used',
  is_participant_id_required: 'A participant ID is required',
  participant_id_label: 'Label of the participant ID',
  participant_id_description: 'Description of the participant ID',
  participant_id_warning_id: 'A participant ID that is already used',
  is_managing_packs: 'The trial manages packs',
  is_site_managing_packs: 'Sites manage packs',
  is_confirmable: 'Dispensing is confirmed by a code',
  is_dispense_checked: 'A second person confirms before dispensing',
  least_active_packs: 'Fewest active packs that a blinded person may leave',
  pack_alert_level: 'Pack alert level of the trial',
  is_blinded_investigators: 'Investigators are blinded',
  is_blinded_users: 'Users are blinded',
  is_unblinding_reauthenticated: 'Unblinding needs a fresh sign-in',
  org_name: 'Organisation',
  org_contact_name: 'Contact',
  org_chief_investigator: 'Chief investigator',
  org_billing_address: 'Billing address',
  org_website: 'Website',
  org_quote_amount: 'Amount quoted',
  org_quote_date: 'Date of the quote',
  org_paid_amount: 'Amount paid',
  org_paid_date: 'Date of the payment',
  org_contract_date: 'Date of the contract',
  org_comments: 'Comments',
  sites: 'Sites',
  study_groups: 'Study groups',
  trial_strata: 'Strata',
  num_sampled: 'Participants who count towards the sample size',
} as const

/** The fields of the lists' rows. */
const CHILD_WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  title: 'Name',
  label: 'Label',
  weight: 'Weight',
  factorial_level: 'Factor',
  is_deleted: 'No longer takes part',
  low_pack_level: 'Low pack level',
  description: 'Help text',
  minimisation_weight: 'Weight in the minimisation',
  trial_stratum_options: 'Options',
}

const ROW_WORDS: Readonly<Record<string, string>> = {
  sites: 'Site',
  study_groups: 'Study group',
  trial_strata: 'Stratum',
}

const WORDS: Readonly<Record<string, string>> = FIELD_WORDS

/** What a path of the form names, in words: `sites.0.title` is “Site 1: Name”; a row may be named instead of counted. */
export const fieldInWords = (path: string): string => {
  const [field = '', ...inner] = path.split('.')
  const own = inner.pop()
  if (own === undefined) return WORDS[field] ?? path
  const row = inner.join('.')
  const which = /^\d+$/.test(row) ? String(Number(row) + 1) : `“${row}”`
  return `${ROW_WORDS[field] ?? field} ${which}: ${CHILD_WORDS[own] ?? own}`
}

/** The value of a field as it is read. */
export const valueInWords = (field: string, value: string | number | boolean | null): string => {
  if (value === null || value === '') return 'Nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return (typeof value === 'number' ? nameOfId(field, value) : undefined) ?? String(value)
}

/** What a trial does with a participant id that is used already, to choose from. */
export const WARNING_CHOICES = PARTICIPANT_ID_WARNINGS.map(({ id, name }) => ({ value: String(id), label: name }))
