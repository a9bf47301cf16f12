import type { SavedTrialForm } from '#contract/saved-trial-form'
import type { TrialForm } from '#contract/trial-form'
import { PARTICIPANT_ID_WARNINGS } from '#domain/participants/participant'
import { recordOf } from '#domain/record-of'
import { USUAL_LEAST_ACTIVE_PACKS } from '#domain/study-packs/single-packs'
import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import { METHOD_SETTINGS, RANDOMISATION_METHODS, type RandomisationMethod } from '#domain/trials/trial-methods'
import { PLANNING, STATUSES_AT_CREATION, trialStatusOfId } from '#domain/trials/trial-status'
import type { Entered } from '../design/entered'
import { USUAL_METHOD } from '../design/method-form'

/** The sections of a trial's form and of its settings, in their order. */
export const SECTIONS = [
  { id: 'general', title: 'General details' },
  { id: 'dates', title: 'Dates and time zone' },
  { id: 'allocation', title: 'Allocation and randomisation' },
  { id: 'sites', title: 'Sites' },
  { id: 'study-groups', title: 'Study groups' },
  { id: 'strata', title: 'Strata' },
  { id: 'identifiers', title: 'Participant identifier options' },
  { id: 'packs', title: 'Pack management' },
  { id: 'blinding', title: 'Blinding' },
  { id: 'organisation', title: 'Organisation details' },
] as const
export type SectionId = (typeof SECTIONS)[number]['id']

/** What the kinds of fields hold that hold one value. */
type KindValues = {
  text: string
  'long text': string
  day: string
  'time zone': string
  'whole number': Entered
  amount: Entered
  switch: boolean
  choice: number
  'allocation method': number
  'randomisation method': number
  'method setting': Entered
}

/** Beside them a field is worked out from others and not filled in, or a list of rows. */
export type FieldKind = keyof KindValues | 'expiry' | 'rows'

/** A field of a trial's form: where and how it is asked, read and sent. */
export type TrialFieldRow = {
  readonly section: SectionId
  readonly label: string
  readonly description?: string
  readonly kind: FieldKind
  /** What a new trial has; where it is missing, nothing: an empty text, or no. */
  readonly blank?: Entered
  readonly choices?: readonly { readonly id: number; readonly name: string }[]
  readonly isRequired?: true
  readonly maxLength?: number
  readonly isNarrow?: true
  /** Greyed out for who is blinded, or once participants exist. */
  readonly heldWhen?: 'blinded' | 'locked'
  /** Hidden from who is blinded, who then sends nothing of it: the server keeps what is stored. */
  readonly isHiddenFromBlinded?: true
  /** Asked and sent only of a trial that is to be created. */
  readonly isOnlyForNew?: true
  /** Asked only while this switch is on. */
  readonly onlyWith?: 'is_participant_id_used' | 'is_managing_packs'
  /** What is sent while that switch is off, if not what stands in the field. */
  readonly otherwise?: false | number | null
  /** Asked among what few people set. */
  readonly isAdvanced?: true
  /** Part of the design that a second person confirms. */
  readonly isOfDesign?: true
}

/** Methods in a sentence. */
export const inWords = (methods: readonly RandomisationMethod[]): string =>
  new Intl.ListFormat('en-GB').format(methods.map(({ title }) => title.toLowerCase()))

const WITH_IDENTIFIERS = { section: 'identifiers', onlyWith: 'is_participant_id_used' } as const
const WITH_PACKS = { section: 'packs', onlyWith: 'is_managing_packs' } as const

/** Every field of the contract's form but what goes with one save. */
type FormField = Exclude<keyof TrialForm | keyof SavedTrialForm, 'setup_version' | 'renaming'>

/**
 * The fields of a trial's form in their order. By this table follow the form's values, its sections, what of it is sent, the way from
 * a fault to its field, and the settings as they are read.
 */
export const TRIAL_FIELDS = {
  title: { section: 'general', label: 'Title', kind: 'text', isRequired: true, maxLength: 255 },
  description: { section: 'general', label: 'Description', kind: 'long text' },
  study_registration_no: {
    section: 'general',
    label: 'Study registration number',
    description: 'For example the number at ClinicalTrials.gov or the ISRCTN registry.',
    kind: 'text',
  },
  ethics_approval_id: { section: 'general', label: 'Ethics approval ID', kind: 'text' },
  ethics_approving_body: { section: 'general', label: 'Ethics approving body', kind: 'text' },
  trial_status_id: {
    section: 'general',
    label: 'Status',
    description:
      'No one can be randomised while the trial is Planning or Pending. Its settings can be edited while it is Planning.',
    kind: 'choice',
    blank: PLANNING,
    choices: STATUSES_AT_CREATION.map((id) => ({ id, name: trialStatusOfId(id)?.name ?? '' })),
    isNarrow: true,
    isOnlyForNew: true,
  },
  is_protected_trial: {
    section: 'general',
    label: 'Protected trial',
    description: 'The trial is hidden from system administrators who are not its users. You will be added as a user.',
    kind: 'switch',
  },

  start_on: { section: 'dates', label: 'Start date', kind: 'day', isRequired: true },
  end_on: { section: 'dates', label: 'End date', kind: 'day', isRequired: true },
  expires_at: { section: 'dates', label: 'Expires', kind: 'expiry' },
  selected_timezone: {
    section: 'dates',
    label: 'Time zone',
    description: 'It is used for all dates of this trial, including the expiry of packs.',
    kind: 'time zone',
    blank: 'Etc/UTC',
    isRequired: true,
    heldWhen: 'blinded',
  },

  sample_size: {
    section: 'allocation',
    label: 'Sample size',
    description: 'Randomisation stops at this number. 0 means no limit.',
    kind: 'whole number',
    blank: 0,
    isRequired: true,
  },
  allocation_method_id: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Allocation method',
    kind: 'allocation method',
    blank: 1,
  },
  randomisation_method_id: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Randomisation method',
    kind: 'randomisation method',
    blank: USUAL_METHOD.randomisation_method_id,
  },
  ...recordOf(METHOD_SETTING_NAMES, (name) => ({
    section: 'allocation' as const,
    label: METHOD_SETTINGS[name].title,
    kind: 'method setting' as const,
    blank: USUAL_METHOD[name],
    isHiddenFromBlinded: true as const,
    isOfDesign: true as const,
  })),
  is_stratified: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Stratified',
    description: 'Allocation balances within each stratum below. Otherwise strata are only recorded.',
    kind: 'switch',
  },
  is_site_stratified: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Stratified by site',
    description: 'Allocation balances within each site.',
    kind: 'switch',
  },
  exclude_flagged_participants: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Exclude flagged participants',
    description: `Flagged participants do not count towards the sample size. If a trial administrator or above flags them, ${inWords(RANDOMISATION_METHODS.filter(({ is_counting }) => is_counting))} ignore them too. They stay in lists, reports and the analysis. This cannot be changed after the first participant.`,
    kind: 'switch',
    heldWhen: 'locked',
  },
  is_design_checked: {
    section: 'allocation',
    label: 'A second person confirms the design',
    description: 'A second administrator must confirm the design before the start and after every change.',
    kind: 'switch',
    isAdvanced: true,
  },
  is_opening_sites: {
    section: 'allocation',
    label: 'Sites are opened one by one',
    description: 'A site must be opened, with a reason, before it can randomise.',
    kind: 'switch',
    isAdvanced: true,
  },

  sites: { section: 'sites', label: 'Sites', kind: 'rows' },
  study_groups: {
    section: 'study-groups',
    label: 'Study groups',
    kind: 'rows',
    isHiddenFromBlinded: true,
    isOfDesign: true,
  },
  trial_strata: { section: 'strata', label: 'Strata', kind: 'rows', isOfDesign: true },

  is_participant_id_used: { section: 'identifiers', label: 'Participant IDs are used', kind: 'switch' },
  is_participant_id_required: {
    ...WITH_IDENTIFIERS,
    label: 'A participant ID is required',
    kind: 'switch',
    otherwise: false,
  },
  participant_id_label: {
    ...WITH_IDENTIFIERS,
    label: 'Label of the participant ID',
    description: 'What it is called when a participant is randomised. Leave it empty for “Participant ID”.',
    kind: 'text',
  },
  participant_id_description: {
    ...WITH_IDENTIFIERS,
    label: 'Description of the participant ID',
    description: 'Shown beside the field. Never ask for a name or a date of birth.',
    kind: 'long text',
  },
  participant_id_warning_id: {
    section: 'identifiers',
    label: 'A participant ID that is already used',
    description: 'Ignore: it is accepted. Warn: it is accepted after confirmation. Block: it is refused.',
    kind: 'choice',
    blank: 1,
    choices: PARTICIPANT_ID_WARNINGS,
    isRequired: true,
  },

  is_managing_packs: {
    section: 'packs',
    label: 'The trial manages packs',
    description: "A pack of the participant's group is allocated when they are randomised.",
    kind: 'switch',
    heldWhen: 'blinded',
  },
  is_site_managing_packs: {
    ...WITH_PACKS,
    label: 'Sites manage packs',
    description: "Packs are allocated from the site's own stock only.",
    kind: 'switch',
    heldWhen: 'blinded',
    otherwise: false,
  },
  is_confirmable: {
    ...WITH_PACKS,
    label: 'Dispensing is confirmed by a code',
    description: 'The person who dispenses types the three digits from the label.',
    kind: 'switch',
    otherwise: false,
  },
  is_dispense_checked: {
    ...WITH_PACKS,
    label: 'A second person confirms before dispensing',
    kind: 'switch',
    otherwise: false,
  },
  least_active_packs: {
    ...WITH_PACKS,
    label: 'Fewest active packs that a blinded person may leave',
    description: 'A blinded person must leave a site at least this many active packs, or none, or all. At least 4.',
    kind: 'whole number',
    blank: USUAL_LEAST_ACTIVE_PACKS,
    heldWhen: 'blinded',
    otherwise: USUAL_LEAST_ACTIVE_PACKS,
  },
  pack_alert_level: {
    ...WITH_PACKS,
    label: 'Pack alert level of the trial',
    description: 'Alert when this many packs or fewer can be allocated. Levels for single sites are set under Sites.',
    kind: 'whole number',
    otherwise: null,
  },

  is_blinded_investigators: {
    section: 'blinding',
    label: 'Investigators are blinded',
    description: 'Trial administrators (investigators) must be blinded. Add a label to every study group.',
    kind: 'switch',
  },
  is_blinded_users: {
    section: 'blinding',
    label: 'Users are blinded',
    description: 'Users and viewers of the trial and its sites must be blinded. Add a label to every study group.',
    kind: 'switch',
  },
  is_unblinding_reauthenticated: {
    section: 'blinding',
    label: 'Unblinding needs a fresh sign-in',
    description:
      'People sign in again before they unblind. While the sign-in provider is down, no one can unblind. Leave this off if an emergency must not wait.',
    kind: 'switch',
  },

  org_name: { section: 'organisation', label: 'Organisation', kind: 'text', isRequired: true, maxLength: 255 },
  org_contact_name: {
    section: 'organisation',
    label: 'Contact',
    description: 'Shown to everyone in the trial, for questions.',
    kind: 'text',
  },
  org_chief_investigator: { section: 'organisation', label: 'Chief investigator', kind: 'text' },
  org_billing_address: { section: 'organisation', label: 'Billing address', kind: 'long text' },
  org_website: { section: 'organisation', label: 'Website', kind: 'text' },
  org_quote_amount: { section: 'organisation', label: 'Amount quoted', kind: 'amount' },
  org_quote_date: { section: 'organisation', label: 'Date of the quote', kind: 'day' },
  org_paid_amount: { section: 'organisation', label: 'Amount paid', kind: 'amount' },
  org_paid_date: { section: 'organisation', label: 'Date of the payment', kind: 'day' },
  org_contract_date: { section: 'organisation', label: 'Date of the contract', kind: 'day' },
  org_comments: { section: 'organisation', label: 'Comments', kind: 'long text' },
} as const satisfies { readonly [Field in FormField]: TrialFieldRow & { readonly kind: KindOf<Form[Field]> } }

type Form = TrialForm & Omit<SavedTrialForm, keyof TrialForm>

/** The kinds of field that a value of the contract can stand in. */
type KindOf<Value> = [NonNullable<Value>] extends [boolean]
  ? 'switch'
  : [NonNullable<Value>] extends [readonly unknown[]]
    ? 'rows'
    : [NonNullable<Value>] extends [number]
      ? 'whole number' | 'amount' | 'choice' | 'allocation method' | 'randomisation method' | 'method setting'
      : 'text' | 'long text' | 'day' | 'time zone' | 'method setting' | 'expiry'

type Table = typeof TRIAL_FIELDS
export type TrialField = keyof Table

/** The fields that are of one of these kinds. */
type FieldOf<Kind extends FieldKind> = {
  [Field in TrialField]: Table[Field]['kind'] extends Kind ? Field : never
}[TrialField]
export type RowsField = FieldOf<'rows'>
export type SingleField = FieldOf<keyof KindValues>

/** The values of the fields that hold one. */
export type SingleValues = { -readonly [Field in SingleField]: KindValues[Table[Field]['kind']] }

/** The same as they are sent, where an empty day or number is null; what not everybody sends may be missing. */
export type SentSingles = { [Field in SentByAll]: SentOf<Table[Field]['kind']> } & {
  [Field in Exclude<SingleField, SentByAll>]?: SentOf<Table[Field]['kind']>
}
type SentOf<Kind extends keyof KindValues> =
  KindValues[Kind] | (Kind extends 'day' | 'whole number' | 'amount' | 'method setting' ? null : never)
type SentByAll = {
  [Field in SingleField]: Table[Field] extends { isOnlyForNew: true } | { isHiddenFromBlinded: true } ? never : Field
}[SingleField]

/** A field's row, as every row is. */
export const rowOf = (field: TrialField): TrialFieldRow => TRIAL_FIELDS[field]

export const isTrialField = (name: string): name is TrialField => Object.hasOwn(TRIAL_FIELDS, name)
const isSingle = (field: TrialField): field is SingleField => !['rows', 'expiry'].includes(rowOf(field).kind)
const isRows = (field: TrialField): field is RowsField => rowOf(field).kind === 'rows'

export const FIELD_NAMES: readonly TrialField[] = Object.keys(TRIAL_FIELDS).filter(isTrialField)
export const SINGLE_FIELDS: readonly SingleField[] = FIELD_NAMES.filter(isSingle)
export const ROWS_FIELDS: readonly RowsField[] = FIELD_NAMES.filter(isRows)
