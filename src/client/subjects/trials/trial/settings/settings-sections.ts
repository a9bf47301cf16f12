import type { Trial } from '#contract/trials'
import { participantIdWarningOfId } from '#domain/participants/participant'
import { randomisationMethodOfId, type RandomisationMethod } from '#domain/trials/trial-methods'
import { METHOD_FACES } from '../../design/method-faces'
import { formatNumber } from '../../../../ui/format-number'
import { formatDay } from '../../../../ui/format-time'

/** A section of a trial's settings: each setting by its name, as it is read. */
export type SettingsSection = { title: string; items: (readonly [name: string, value: string | null])[] }

/** A trial's settings by the sections of its form. */
export const settingsSections = (trial: Trial): SettingsSection[] => [
  {
    title: 'General details',
    items: [
      ['Title', trial.title],
      ['Study registration number', trial.study_registration_no ?? null],
      ['Ethics approval ID', trial.ethics_approval_id ?? null],
      ['Ethics approving body', trial.ethics_approving_body ?? null],
      ['Sample size', trial.sample_size === 0 ? 'No limit' : formatNumber(trial.sample_size)],
      ['Protected trial', yesOrNo(trial.is_protected_trial)],
    ],
  },
  {
    title: 'Dates and time zone',
    items: [
      ['Start date', day(trial.start_on)],
      ['End date', day(trial.end_on)],
      ['Expires', day(trial.expires_at)],
      ['Time zone', trial.selected_timezone],
    ],
  },
  ...designSections(trial),
  ...sectionsAfterDesign(trial),
]

/** The sections that make up a trial's design. */
export const designSections = (trial: Trial): SettingsSection[] => [
  {
    title: 'Allocation and randomisation',
    items: [
      ['Allocation method', trial.allocation_method.title],
      ['Randomisation method', trial.randomisation_method.title],
      ...methodSettings(trial),
      ['Stratified', yesOrNo(trial.is_stratified)],
      ['Stratified by site', yesOrNo(trial.is_site_stratified)],
      ['Flagged participants are excluded', yesOrNo(trial.exclude_flagged_participants)],
    ],
  },
  { title: 'Study groups', items: trial.study_groups.map((group) => [group.name, groupWords(group)]) },
  {
    title: 'Strata',
    items: trial.trial_strata.map(({ name, trial_stratum_options: options, minimisation_weight: weight }) => [
      name,
      [
        options.map((option) => option.name).join(', '),
        ...(methodOf(trial)?.strata === 'weighed' && weight !== undefined ? [`weight ${weight}`] : []),
      ].join('; '),
    ]),
  },
]

/** The rest of a trial's settings, after its design. */
const sectionsAfterDesign = (trial: Trial): SettingsSection[] => [
  {
    title: 'Before the trial starts',
    items: [
      ['A second person confirms the design', yesOrNo(trial.is_design_checked)],
      ['Sites are opened one by one', yesOrNo(trial.is_opening_sites)],
    ],
  },
  {
    title: 'Sites',
    items: [
      ['Take part', siteWords(trial.sites.filter((site) => !site.is_deleted))],
      ['No longer take part', siteWords(trial.sites.filter((site) => site.is_deleted))],
    ],
  },
  {
    title: 'Participant identifiers',
    items: [
      ['Used', yesOrNo(trial.is_participant_id_used)],
      ['Required', yesOrNo(trial.is_participant_id_required)],
      ['Label', trial.participant_id_label],
      ['Description', trial.participant_id_description],
      ['An ID that is already used', participantIdWarningOfId(trial.participant_id_warning_id ?? 0)?.name ?? null],
    ],
  },
  {
    title: 'Study packs',
    items: [
      ['The trial manages packs', yesOrNo(trial.is_managing_packs)],
      ['Sites manage packs', yesOrNo(trial.is_site_managing_packs)],
      ['Dispensing is confirmed by a code', yesOrNo(trial.is_confirmable)],
      ['A second person confirms before dispensing', yesOrNo(trial.is_dispense_checked)],
      ['Fewest active packs that a blinded person may leave', String(trial.least_active_packs)],
      ['Alert level', trial.pack_alert_level === null ? null : String(trial.pack_alert_level ?? '')],
    ],
  },
  {
    title: 'Blinding',
    items: [
      ['Investigators are blinded', yesOrNo(trial.is_blinded_investigators)],
      ['Users are blinded', yesOrNo(trial.is_blinded_users)],
      ['Unblinding needs a fresh sign-in', yesOrNo(trial.is_unblinding_reauthenticated)],
    ],
  },
  {
    title: 'Organisation',
    items: [
      ['Name', trial.org_name ?? null],
      ['Contact', trial.org_contact_name ?? null],
      ['Chief investigator', trial.org_chief_investigator ?? null],
      ['Billing address', trial.org_billing_address ?? null],
      ['Website', trial.org_website ?? null],
      ['Quoted', amount(trial.org_quote_amount, trial.org_quote_date)],
      ['Paid', amount(trial.org_paid_amount, trial.org_paid_date)],
      ['Contract date', day(trial.org_contract_date)],
      ['Comments', trial.org_comments ?? null],
    ],
  },
]

const yesOrNo = (value: boolean | undefined): string => (value ? 'Yes' : 'No')

const day = (date: string | null | undefined): string | null =>
  date === null || date === undefined ? null : formatDay(date)

const methodOf = ({ randomisation_method_id }: Trial): RandomisationMethod | undefined =>
  randomisationMethodOfId(randomisation_method_id ?? 0)

/** The settings of the trial's own method; they are there only for those who may see them. */
const methodSettings = (trial: Trial): SettingsSection['items'] => {
  const method = methodOf(trial)
  if (method === undefined) return []
  return METHOD_FACES[method.name].readings(trial).filter(([, value]) => value !== null)
}

const groupWords = ({ label, weight, factorial_level }: Trial['study_groups'][number]): string =>
  [
    weight === undefined ? null : `weight ${weight}`,
    label === null || label === undefined ? null : `label “${label}”`,
    factorial_level === null || factorial_level === undefined ? null : `factor level ${factorial_level}`,
  ]
    .filter((part) => part !== null)
    .join(', ')

const siteWords = (sites: Trial['sites']): string =>
  sites
    .map(({ title, low_pack_level: low, opened_at }) => {
      const notes = [
        ...(typeof low === 'number' ? [`low at ${low} packs`] : []),
        ...(opened_at === null ? ['not opened yet'] : []),
      ]
      return notes.length === 0 ? title : `${title} (${notes.join(', ')})`
    })
    .join(', ')

const amount = (value: number | null | undefined, date: string | null | undefined): string | null => {
  if (value === null || value === undefined) return null
  const shown = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(value)
  return date === null || date === undefined ? shown : `${shown}, ${formatDay(date)}`
}
