import type { Trial } from '#contract/trials'
import { recordOf } from '#domain/record-of'
import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import { randomisationMethodOfId, type RandomisationMethod } from '#domain/trials/trial-methods'
import { METHOD_PRESENTATION } from '../../design/method-presentation'
import { FORM_SECTIONS } from '../../form/form-sections'
import { rowOf, TRIAL_FIELDS, type TrialField } from '../../form/trial-fields'
import { atFirstUse } from '../../../../ui/at-first-use'
import { counted, formatNumber } from '../../../../ui/format-number'
import { formatDay } from '../../../../ui/format-time'

/** A section of a trial's settings: each setting by its name, as it is read. */
export type SettingsSection = { title: string; items: (readonly [name: string, value: string | null])[] }

/** A trial's settings by the sections and the fields of its form. */
export const settingsSections = (trial: Trial): SettingsSection[] => sectionsWith(trial, () => true)

/** The sections that make up a trial's design. */
export const designSections = (trial: Trial): SettingsSection[] =>
  sectionsWith(trial, (field) => rowOf(field).isOfDesign === true)

const sectionsWith = (trial: Trial, isRead: (field: TrialField) => boolean): SettingsSection[] =>
  FORM_SECTIONS.map(({ title, fields }) => ({ title, fields: fields.filter((field) => isRead(field)) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ title, fields }) => ({ title, items: fields.flatMap((field) => itemsOf(field, trial)) }))

const itemsOf = (field: TrialField, trial: Trial): SettingsSection['items'] =>
  READINGS[field]?.(trial) ?? [[rowOf(field).label, readingOf(field, trial[field])]]

/** The fields whose words do not follow from their kind. */
const READINGS: { readonly [Field in TrialField]?: (trial: Trial) => SettingsSection['items'] } = {
  ...recordOf(METHOD_SETTING_NAMES, () => () => []),
  // These two are shown above the sections.
  description: () => [],
  trial_status_id: () => [],
  sample_size: ({ sample_size }) => [
    [TRIAL_FIELDS.sample_size.label, sample_size === 0 ? 'No limit' : formatNumber(sample_size)],
  ],
  allocation_method_id: (trial) => [[TRIAL_FIELDS.allocation_method_id.label, trial.allocation_method.title]],
  randomisation_method_id: (trial) => [
    [TRIAL_FIELDS.randomisation_method_id.label, trial.randomisation_method.title],
    ...methodSettings(trial),
  ],
  sites: ({ sites }) => [
    ['Take part', siteWords(sites.filter((site) => !site.is_deleted))],
    ['No longer take part', siteWords(sites.filter((site) => site.is_deleted))],
  ],
  study_groups: (trial) => trial.study_groups.map((group) => [group.name, groupWords(group)]),
  trial_strata: (trial) => strataItems(trial),
}

/** A value in the words of its kind; null without one. A hidden switch is shown as off. */
const readingOf = (field: TrialField, value: unknown): string | null => {
  const { kind, choices = [] } = rowOf(field)
  if (kind === 'switch') return value === true ? 'Yes' : 'No'
  if (kind === 'choice') return choices.find(({ id }) => id === value)?.name ?? null
  if (typeof value === 'number') return kind === 'amount' ? amount().format(value) : formatNumber(value)
  if (typeof value !== 'string') return null
  return kind === 'day' || kind === 'expiry' ? formatDay(value) : value
}

const amount = atFirstUse(() => new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }))

const methodOf = ({ randomisation_method_id }: Trial): RandomisationMethod | undefined =>
  randomisationMethodOfId(randomisation_method_id ?? 0)

/** The settings of the trial's own method; they are there only for those who may see them. */
const methodSettings = (trial: Trial): SettingsSection['items'] => {
  const method = methodOf(trial)
  if (method === undefined) return []
  return METHOD_PRESENTATION[method.name].readings(trial).filter(([, value]) => value !== null)
}

const strataItems = (trial: Trial): SettingsSection['items'] =>
  trial.trial_strata.map(({ name, trial_stratum_options: options, minimisation_weight: weight }) => [
    name,
    [
      options.map(optionWords).join(', '),
      ...(methodOf(trial)?.strata === 'weighed' && weight !== undefined ? [`weight ${weight}`] : []),
    ].join('; '),
  ])

type Option = Trial['trial_strata'][number]['trial_stratum_options'][number]

const optionWords = ({ name, max_participants: most = null, ratio = null }: Option): string => {
  const notes = [
    ...(ratio === null ? [] : [`ratio ${ratio}`]),
    ...(most === null ? [] : [`at most ${formatNumber(most)}`]),
  ]
  return notes.length === 0 ? name : `${name} (${notes.join(', ')})`
}

const groupWords = ({
  label,
  weight,
  factorial_level,
  max_participants: most,
  is_closed_at_cap: isFull,
}: Trial['study_groups'][number]): string =>
  [
    weight === undefined ? null : `weight ${weight}`,
    label === null || label === undefined ? null : `label “${label}”`,
    most === null || most === undefined ? null : `at most ${counted(most, 'participant')}`,
    isFull === true ? 'closed, because it is full' : null,
    factorial_level === null || factorial_level === undefined ? null : `factor level ${factorial_level}`,
  ]
    .filter((part) => part !== null)
    .join(', ')

const siteWords = (sites: Trial['sites']): string =>
  sites
    .map(({ title, low_pack_level: low, opened_at, max_participants: most = null }) => {
      const notes = [
        ...(typeof low === 'number' ? [`low at ${counted(low, 'pack')}`] : []),
        ...(most === null ? [] : [`at most ${counted(most, 'participant')}`]),
        ...(opened_at === null ? ['not opened yet'] : []),
      ]
      return notes.length === 0 ? title : `${title} (${notes.join(', ')})`
    })
    .join(', ')
