import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'

/** The sections of a trial's form in their order, each with the fields that it asks. */
export const FORM_SECTIONS = [
  {
    id: 'general',
    title: 'General details',
    fields: [
      'title',
      'description',
      'study_registration_no',
      'ethics_approval_id',
      'ethics_approving_body',
      'trial_status_id',
      'is_protected_trial',
    ],
  },
  { id: 'dates', title: 'Dates and time zone', fields: ['start_on', 'end_on', 'expires_at', 'selected_timezone'] },
  {
    id: 'allocation',
    title: 'Allocation and randomisation',
    fields: [
      'sample_size',
      'allocation_method_id',
      'randomisation_method_id',
      'is_stratified',
      'is_site_stratified',
      'exclude_flagged_participants',
      ...METHOD_SETTING_NAMES,
      'is_design_checked',
      'is_opening_sites',
    ],
  },
  { id: 'sites', title: 'Sites', fields: ['sites'] },
  { id: 'study-groups', title: 'Study groups', fields: ['study_groups'] },
  { id: 'strata', title: 'Strata', fields: ['trial_strata'] },
  {
    id: 'identifiers',
    title: 'Participant identifier options',
    fields: [
      'is_participant_id_used',
      'is_participant_id_required',
      'participant_id_label',
      'participant_id_description',
      'participant_id_warning_id',
    ],
  },
  {
    id: 'packs',
    title: 'Pack management',
    fields: [
      'is_managing_packs',
      'is_site_managing_packs',
      'is_confirmable',
      'is_dispense_checked',
      'least_active_packs',
      'pack_alert_level',
    ],
  },
  {
    id: 'blinding',
    title: 'Blinding',
    fields: ['is_blinded_investigators', 'is_blinded_users', 'is_unblinding_reauthenticated'],
  },
  {
    id: 'organisation',
    title: 'Organisation details',
    fields: [
      'org_name',
      'org_contact_name',
      'org_chief_investigator',
      'org_billing_address',
      'org_website',
      'org_quote_amount',
      'org_quote_date',
      'org_paid_amount',
      'org_paid_date',
      'org_contract_date',
      'org_comments',
    ],
  },
] as const satisfies readonly { id: string; title: string; fields: readonly string[] }[]

export type SectionId = (typeof FORM_SECTIONS)[number]['id']

/** The section that asks the field with this path, or undefined where none does. */
export const sectionOf = (path: string): SectionId | undefined => {
  const [field] = path.split('.')
  return FORM_SECTIONS.find(({ fields }) => fields.some((name) => name === field))?.id
}

/** The id of a section's heading in the page. */
export const headingId = (section: SectionId): string => `section-${section}`
