import type { SavedTrialForm } from '#contract/saved-trial-form'
import type { TrialForm } from '#contract/trial-form'
import { PARTICIPANT_ID_WARNINGS } from '#domain/participants/participant'
import { recordOf } from '#domain/record-of'
import { USUAL_LEAST_ACTIVE_PACKS } from '#domain/study-packs/single-packs'
import { USUAL_CAP_NOTICE_PERCENT } from '#domain/trials/caps'
import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import { METHOD_SETTINGS, RANDOMISATION_METHODS, type RandomisationMethod } from '#domain/trials/trial-methods'
import { PLANNING, STATUSES_AT_CREATION, trialStatusOfId } from '#domain/trials/trial-status'
import { listed } from '../../../ui/listed'
import type { Entered } from '../design/entered'
import type { Explanation } from '../design/explanation'
import { SETTING_PRESENTATION } from '../design/method-presentation'
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

/** The value type of each kind of field with a single value. */
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

/** The other kinds: a field that is computed from others, or a list of rows. */
export type FieldKind = keyof KindValues | 'expiry' | 'rows'

/** A field of a trial's form: its place, input, reading and sending. */
export type TrialFieldRow = {
  readonly section: SectionId
  readonly label: string
  readonly explanation: Explanation
  readonly kind: FieldKind
  /** The value of a new trial; missing: empty, or no. */
  readonly blank?: Entered
  readonly choices?: readonly { readonly id: number; readonly name: string }[]
  readonly isRequired?: true
  readonly maxLength?: number
  readonly isNarrow?: true
  /** Disabled for blinded people, or once participants exist. */
  readonly disabledWhen?: 'blinded' | 'locked'
  /** Hidden from blinded people, who do not send it: the server leaves the stored value unchanged. */
  readonly isHiddenFromBlinded?: true
  /** Shown and sent only for a new trial. */
  readonly isOnlyForNew?: true
  /** Asked only while this switch is on. */
  readonly onlyWith?: 'is_participant_id_used' | 'is_managing_packs'
  /** The value sent while that switch is off, if not the field's own. */
  readonly otherwise?: false | number | null
  /** Shown among rarely used settings. */
  readonly isAdvanced?: true
  /** Belongs to one trial alone: a copy of the trial begins without it. */
  readonly isOwn?: true
  /** Part of the design that a second person confirms. */
  readonly isOfDesign?: true
}

/** Methods in a sentence, each in quotation marks: a title may have a comma. */
export const inWords = (methods: readonly RandomisationMethod[]): string =>
  listed(methods.map(({ title }) => `“${title}”`))

const WITH_IDENTIFIERS = { section: 'identifiers', onlyWith: 'is_participant_id_used' } as const
const WITH_PACKS = { section: 'packs', onlyWith: 'is_managing_packs' } as const

/** Every field of the contract's form but what goes with one save. */
type FormField = Exclude<keyof TrialForm | keyof SavedTrialForm, 'setup_version' | 'renaming'>

/**
 * The fields of a trial's form in their order. This table determines the form's values, its sections, the sent fields,
 * the links from faults to fields, and the settings in words.
 */
export const TRIAL_FIELDS = {
  title: {
    section: 'general',
    label: 'Title',
    kind: 'text',
    isRequired: true,
    maxLength: 255,
    explanation: {
      says: 'The name that people see in lists, reports and emails.',
      example: 'CEDAR: early mobilisation after stroke',
      allocation: null,
    },
  },
  description: {
    section: 'general',
    isOwn: true,
    label: 'Description',
    kind: 'long text',
    explanation: {
      says: 'What the trial compares, in a few sentences.',
      example: 'early against usual mobilisation, followed up for 12 months',
      allocation: null,
    },
  },
  study_registration_no: {
    section: 'general',
    isOwn: true,
    label: 'Study registration number',
    explanation: { says: 'The number of the trial in a public registry.', example: 'ISRCTN12345678', allocation: null },
    kind: 'text',
  },
  ethics_approval_id: {
    section: 'general',
    isOwn: true,
    label: 'Ethics approval ID',
    kind: 'text',
    explanation: {
      says: 'The number under which an ethics committee approved the trial.',
      example: '26/LO/0142',
      allocation: null,
    },
  },
  ethics_approving_body: {
    section: 'general',
    label: 'Ethics approving body',
    kind: 'text',
    explanation: {
      says: 'The committee that approved the trial.',
      example: 'London Central Research Ethics Committee',
      allocation: null,
    },
  },
  trial_status_id: {
    section: 'general',
    isOwn: true,
    label: 'Status',
    explanation: {
      says: 'The settings can be edited while the trial is Planning.',
      example: 'Planning, until the design is agreed',
      allocation: 'No one can be randomised while the trial is Planning or Pending.',
    },
    kind: 'choice',
    blank: PLANNING,
    choices: STATUSES_AT_CREATION.map((id) => ({ id, name: trialStatusOfId(id)?.name ?? '' })),
    isNarrow: true,
    isOnlyForNew: true,
  },
  is_protected_trial: {
    section: 'general',
    label: 'Protected trial',
    explanation: {
      says: 'The trial is hidden from system administrators who are not its users. You will be added as a user.',
      example: 'a sponsor who limits who may see the trial',
      allocation: null,
    },
    kind: 'switch',
  },

  start_on: {
    section: 'dates',
    isOwn: true,
    label: 'Start date',
    kind: 'day',
    isRequired: true,
    explanation: {
      says: 'The day on which recruitment is planned to begin. You start the trial yourself.',
      example: '12 Jan 2027',
      allocation: null,
    },
  },
  end_on: {
    section: 'dates',
    isOwn: true,
    label: 'End date',
    kind: 'day',
    isRequired: true,
    explanation: { says: 'The day on which recruitment is planned to end.', example: '30 Nov 2028', allocation: null },
  },
  expires_at: {
    section: 'dates',
    label: 'Expires',
    kind: 'expiry',
    explanation: {
      says: 'The trial expires six months after its end date.',
      example: '31 May 2029 for an end on 30 Nov 2028',
      allocation: null,
    },
  },
  selected_timezone: {
    section: 'dates',
    label: 'Time zone',
    explanation: {
      says: 'It is used for all dates of this trial, including the expiry of packs.',
      example: 'Europe/London',
      allocation: 'A pack that has expired in this zone is not allocated.',
    },
    kind: 'time zone',
    blank: 'Etc/UTC',
    isRequired: true,
    disabledWhen: 'blinded',
  },

  sample_size: {
    section: 'allocation',
    label: 'Sample size',
    explanation: {
      says: 'How many participants the trial needs. 0 means no limit.',
      example: '240',
      allocation: 'Randomisation stops at this number.',
    },
    kind: 'whole number',
    blank: 0,
    isRequired: true,
  },
  cap_notice_percent: {
    section: 'allocation',
    label: 'Notice before a limit, in percent',
    explanation: {
      says: 'When trial administrators are notified of the sample size or of a limit. Groups have no email.',
      example: '90: an email at 36 of 40 participants',
      allocation: 'It changes no allocation. It decides only when people are notified.',
    },
    kind: 'whole number',
    blank: USUAL_CAP_NOTICE_PERCENT,
    isRequired: true,
    isAdvanced: true,
  },
  allocation_method_id: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Allocation method',
    explanation: {
      says: 'What one allocation is made for. It cannot be changed after the first participant.',
      example: 'Parallel, where each participant gets one of two treatments',
      allocation: 'It decides who or what is allocated to a group.',
    },
    kind: 'allocation method',
    blank: 1,
  },
  randomisation_method_id: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Randomisation method',
    explanation: {
      says: 'How the next group is drawn. It cannot be changed after the first participant.',
      example: 'Blocked, with sizes 4 to 8 for two equal groups',
      allocation: 'It decides how far chance and balance rule each draw.',
    },
    kind: 'randomisation method',
    blank: USUAL_METHOD.randomisation_method_id,
  },
  ...recordOf(METHOD_SETTING_NAMES, (name) => ({
    section: 'allocation' as const,
    label: METHOD_SETTINGS[name].title,
    explanation: SETTING_PRESENTATION[name].explanation,
    kind: 'method setting' as const,
    blank: USUAL_METHOD[name],
    isHiddenFromBlinded: true as const,
    isOfDesign: true as const,
  })),
  is_stratified: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Stratified',
    explanation: {
      says: 'Participants are divided by the strata below.',
      example: 'Sex and Age group',
      allocation: 'Allocation balances within each stratum. Otherwise strata are only recorded.',
    },
    kind: 'switch',
  },
  is_site_stratified: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Stratified by site',
    explanation: {
      says: 'Participants are divided by site.',
      example: 'ten hospitals of different size',
      allocation: 'Allocation balances within each site.',
    },
    kind: 'switch',
  },
  exclude_flagged_participants: {
    section: 'allocation',
    isOfDesign: true,
    label: 'Exclude flagged participants',
    explanation: {
      says: 'Flagged participants do not count towards the sample size. They stay in lists, reports and the analysis. This cannot be changed after the first participant.',
      example: 'participants who withdrew before their treatment',
      allocation: `If a trial administrator or above flags them, most methods ignore them too. These do not: ${inWords(RANDOMISATION_METHODS.filter(({ is_counting }) => !is_counting))}.`,
    },
    kind: 'switch',
    disabledWhen: 'locked',
  },
  is_design_checked: {
    section: 'allocation',
    label: 'A second person confirms the design',
    explanation: {
      says: 'A second administrator must confirm the design before the start and after every change.',
      example: 'a statistician who confirms what a coordinator entered',
      allocation: 'No one is allocated before the design is confirmed.',
    },
    kind: 'switch',
    isAdvanced: true,
  },
  is_opening_sites: {
    section: 'allocation',
    label: 'Sites are opened one by one',
    explanation: {
      says: 'A site must be opened, with a reason, before it can randomise.',
      example: 'sites that are trained one after the other',
      allocation: 'No one is allocated at a site that is not open.',
    },
    kind: 'switch',
    isAdvanced: true,
  },

  sites: {
    section: 'sites',
    label: 'Sites',
    kind: 'rows',
    explanation: {
      says: 'Where participants are randomised.',
      example: 'Royal Infirmary',
      allocation: 'Sites balance separately only if the trial is stratified by site.',
    },
  },
  study_groups: {
    section: 'study-groups',
    label: 'Study groups',
    explanation: {
      says: 'The treatments that are compared, two or more.',
      example: 'Early mobilisation and Usual mobilisation',
      allocation: 'The weights set how many participants each group gets.',
    },
    kind: 'rows',
    isHiddenFromBlinded: true,
    isOfDesign: true,
  },
  trial_strata: {
    section: 'strata',
    label: 'Strata',
    kind: 'rows',
    isOfDesign: true,
    explanation: {
      says: 'What is asked about each participant before they are randomised. Strata and their options cannot be changed after the first participant.',
      example: 'Sex, with the options Female and Male',
      allocation: 'Allocation balances for them only if the trial is stratified.',
    },
  },

  is_participant_id_used: {
    section: 'identifiers',
    label: 'Participant IDs are used',
    kind: 'switch',
    explanation: {
      says: 'Each participant is recorded with an ID of the trial.',
      example: 'screening numbers that the sites assign',
      allocation: null,
    },
  },
  is_participant_id_required: {
    ...WITH_IDENTIFIERS,
    label: 'A participant ID is required',
    explanation: {
      says: 'No one can be randomised without an ID.',
      example: 'a trial whose database is matched by ID',
      allocation: null,
    },
    kind: 'switch',
    otherwise: false,
  },
  participant_id_label: {
    ...WITH_IDENTIFIERS,
    label: 'Label of the participant ID',
    explanation: {
      says: 'What it is called when a participant is randomised. Leave it empty for “Participant ID”.',
      example: 'Screening number',
      allocation: null,
    },
    kind: 'text',
  },
  participant_id_description: {
    ...WITH_IDENTIFIERS,
    label: 'Description of the participant ID',
    explanation: {
      says: 'Shown beside the field. Never ask for a name or a date of birth.',
      example: 'Two letters of the site and four digits',
      allocation: null,
    },
    kind: 'long text',
  },
  participant_id_warning_id: {
    section: 'identifiers',
    label: 'A participant ID that is already used',
    explanation: {
      says: 'Ignore: it is accepted. Warn: it is accepted after confirmation. Block: it is refused.',
      example: 'Block, where one person may take part only once',
      allocation: 'Block refuses to randomise the same ID twice.',
    },
    kind: 'choice',
    blank: 1,
    choices: PARTICIPANT_ID_WARNINGS,
    isRequired: true,
  },

  is_managing_packs: {
    section: 'packs',
    label: 'The trial manages packs',
    explanation: {
      says: "A pack of the participant's group is allocated when they are randomised.",
      example: 'numbered kits of drug and placebo',
      allocation: 'A site without packs of every group cannot randomise.',
    },
    kind: 'switch',
    disabledWhen: 'blinded',
  },
  is_site_managing_packs: {
    ...WITH_PACKS,
    label: 'Sites manage packs',
    explanation: {
      says: 'Each site has a stock of its own.',
      example: 'kits that are sent to each hospital pharmacy',
      allocation: "Packs are allocated from the site's own stock only.",
    },
    kind: 'switch',
    disabledWhen: 'blinded',
    otherwise: false,
  },
  is_confirmable: {
    ...WITH_PACKS,
    label: 'Dispensing is confirmed by a code',
    explanation: {
      says: 'The person who dispenses types the three digits from the label. Packs get them at their import only.',
      example: 'kits that look alike on the shelf',
      allocation: null,
    },
    kind: 'switch',
    otherwise: false,
  },
  is_dispense_checked: {
    ...WITH_PACKS,
    label: 'A second person confirms before dispensing',
    explanation: {
      says: 'Someone else confirms each pack before it is dispensed.',
      example: 'a drug for which two nurses sign',
      allocation: null,
    },
    kind: 'switch',
    otherwise: false,
  },
  least_active_packs: {
    ...WITH_PACKS,
    label: 'Active packs that a blinded person must leave',
    explanation: {
      says: 'A blinded person’s change must leave at least this many active packs at a site, or none, or all. The lowest number allowed is 4.',
      example: '6',
      allocation: null,
    },
    kind: 'whole number',
    blank: USUAL_LEAST_ACTIVE_PACKS,
    disabledWhen: 'blinded',
    otherwise: USUAL_LEAST_ACTIVE_PACKS,
  },
  pack_alert_level: {
    ...WITH_PACKS,
    label: 'Pack alert level of the trial',
    explanation: {
      says: 'Alert when this many packs or fewer can be allocated. Levels for single sites are set under Sites.',
      example: '20',
      allocation: null,
    },
    kind: 'whole number',
    otherwise: null,
  },

  is_blinded_investigators: {
    section: 'blinding',
    label: 'Investigators are blinded',
    explanation: {
      says: 'Trial administrators (investigators) must be blinded. Add a label to every study group.',
      example: 'a double-blind trial',
      allocation: null,
    },
    kind: 'switch',
  },
  is_blinded_users: {
    section: 'blinding',
    label: 'Users are blinded',
    explanation: {
      says: 'Users and viewers of the trial and its sites must be blinded. Add a label to every study group.',
      example: 'nurses who assess the outcome',
      allocation: null,
    },
    kind: 'switch',
  },
  is_unblinding_reauthenticated: {
    section: 'blinding',
    label: 'Unblinding needs a fresh sign-in',
    explanation: {
      says: 'People sign in again before they unblind. While the sign-in provider is down, no one can unblind.',
      example: 'a long trial; leave it off if an emergency must not wait',
      allocation: null,
    },
    kind: 'switch',
  },

  org_name: {
    section: 'organisation',
    label: 'Organisation',
    kind: 'text',
    isRequired: true,
    maxLength: 255,
    explanation: {
      says: 'Who runs the trial and is billed for it.',
      example: 'Example University Hospitals',
      allocation: null,
    },
  },
  org_contact_name: {
    section: 'organisation',
    label: 'Contact',
    explanation: {
      says: 'Shown to everyone in the trial, for questions.',
      example: 'Trial office, 020 7946 0000, day and night',
      allocation: null,
    },
    kind: 'text',
  },
  org_chief_investigator: {
    section: 'organisation',
    label: 'Chief investigator',
    kind: 'text',
    explanation: { says: 'Who leads the trial.', example: 'Prof. A. Okafor', allocation: null },
  },
  org_billing_address: {
    section: 'organisation',
    label: 'Billing address',
    kind: 'long text',
    explanation: { says: 'Where invoices are sent.', example: 'Finance, 1 High Street, London', allocation: null },
  },
  org_website: {
    section: 'organisation',
    label: 'Website',
    kind: 'text',
    explanation: {
      says: 'Where people read more about the trial.',
      example: 'https://cedar.example.org',
      allocation: null,
    },
  },
  org_quote_amount: {
    section: 'organisation',
    isOwn: true,
    label: 'Amount quoted',
    kind: 'amount',
    explanation: { says: 'What the organisation was quoted.', example: '12,500', allocation: null },
  },
  org_quote_date: {
    section: 'organisation',
    isOwn: true,
    label: 'Date of the quote',
    kind: 'day',
    explanation: { says: 'When the quote was sent.', example: '3 Sep 2026', allocation: null },
  },
  org_paid_amount: {
    section: 'organisation',
    isOwn: true,
    label: 'Amount paid',
    kind: 'amount',
    explanation: { says: 'What has been paid so far.', example: '6,250', allocation: null },
  },
  org_paid_date: {
    section: 'organisation',
    isOwn: true,
    label: 'Date of the payment',
    kind: 'day',
    explanation: { says: 'When it was paid.', example: '1 Dec 2026', allocation: null },
  },
  org_contract_date: {
    section: 'organisation',
    isOwn: true,
    label: 'Date of the contract',
    kind: 'day',
    explanation: { says: 'When the contract was signed.', example: '15 Oct 2026', allocation: null },
  },
  org_comments: {
    section: 'organisation',
    isOwn: true,
    label: 'Comments',
    kind: 'long text',
    explanation: {
      says: 'Notes about the contract, for administrators.',
      example: 'the second half is due after a year',
      allocation: null,
    },
  },
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
