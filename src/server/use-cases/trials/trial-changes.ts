import { formFields } from '#contract/trial-form-fields'
import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import type { FieldChange } from '../../ground/audit/audit-entry'
import { OPTION_RATIOS } from '../../ground/audit/stratum-weights'
import type { WholeTrial } from '../../ground/db/trials'

type Value = FieldChange['new']

/** A trial as it is stored, or as a form would change it. */
export type NamedTrial = Omit<WholeTrial, (typeof AMOUNTS)[number] | keyof NamedChildren> &
  Record<(typeof AMOUNTS)[number], string | number | null> &
  NamedChildren

type NamedChildren = {
  sites: readonly Pick<
    WholeTrial['sites'][number],
    'id' | 'title' | 'is_deleted' | 'low_pack_level' | 'max_participants'
  >[]
  study_groups: readonly (Omit<WholeTrial['study_groups'][number], 'trial_id' | 'is_closed_at_cap'> & {
    is_closed_at_cap?: boolean
  })[]
  trial_strata: readonly (Omit<WholeTrial['trial_strata'][number], 'trial_stratum_options'> & {
    trial_stratum_options: readonly { name: string; max_participants: number | null; ratio: string | null }[]
  })[]
}

/** The value of one field: `field` names it by the names of its children, `key` distinguishes it from every other. */
type NamedValue = { readonly key: string; readonly field: string; readonly value: Value }

/**
 * The fields of a trial's own row in an entry: the form, and the columns that a save changes beside it. Never anything
 * of its secret.
 */
const FORM = [...Object.keys(formFields), ...METHOD_SETTING_NAMES, 'trial_status_id']
const MOVED = ['num_sampled', 'epoch']
/** Columns that the database answers as text. */
const AMOUNTS = ['org_quote_amount', 'org_paid_amount'] as const

/** The values of a new trial's form, field by field, for its audit entry, without empty ones. */
export const createdFields = (trial: WholeTrial): FieldChange[] => differences([], namedValues(trial, FORM))

/**
 * The commitment to a trial's secret, as the log has it from the trial's creation, and from its first start
 * (src/specification/rct-alloc-1.md#seed-and-commitment): it cannot be exchanged unnoticed. It is public.
 */
export const committed = ({ commitment }: Pick<WholeTrial, 'commitment'>): FieldChange => ({
  field: 'commitment',
  old: null,
  new: commitment,
})

/** Every field that differs between a trial before and after a save, for the audit entry; children by the names they had. */
export const changedFields = (before: NamedTrial, after: NamedTrial): FieldChange[] => {
  const fields = [...FORM, ...MOVED]
  return [...differences(namedValues(before, fields), namedValues(after, fields)), ...newNames(before, after)]
}

/** The lists have their names in order only: readers must see which name became which. */
const newNames = (before: NamedTrial, after: NamedTrial): FieldChange[] => [
  ...before.sites.flatMap(({ id, title: old }) => {
    const title = after.sites.find((site) => site.id === id)?.title ?? old
    return title === old ? [] : [{ field: `sites.${old}.title`, old, new: title }]
  }),
  ...before.study_groups.flatMap(({ id, name: old }) => {
    const name = after.study_groups.find((group) => group.id === id)?.name ?? old
    return name === old ? [] : [{ field: `study_groups.${old}.name`, old, new: name }]
  }),
]

const differences = (before: readonly NamedValue[], after: readonly NamedValue[]): FieldChange[] => {
  const valuesBefore = new Map(before.map((value) => [value.key, value]))
  const valuesAfter = new Map(after.map((value) => [value.key, value]))
  return [...new Set([...valuesBefore.keys(), ...valuesAfter.keys()])].flatMap((key) => {
    const [old, now] = [valuesBefore.get(key), valuesAfter.get(key)]
    const change = { field: old?.field ?? now?.field ?? key, old: old?.value ?? null, new: now?.value ?? null }
    return change.old === change.new ? [] : [change]
  })
}

const namedValues = (
  { sites, study_groups, trial_strata, ...row }: NamedTrial,
  fields: readonly string[],
): NamedValue[] => {
  const values = new Map<string, Value>(Object.entries(row))
  const ownValues = fields.map((field) => {
    const value = values.get(field) ?? null
    return {
      key: field,
      field,
      value: AMOUNTS.some((amount) => amount === field) && value !== null ? Number(value) : value,
    }
  })
  return [
    ...ownValues,
    listed(
      'sites',
      sites.map(({ title, is_deleted }) => (is_deleted ? `${title} (deleted)` : title)),
    ),
    listed(
      'study_groups',
      study_groups.map(({ name, weight }) => `${name} (${weight})`),
    ),
    listed(
      'trial_strata',
      trial_strata.map(({ name }) => name),
    ),
    ...sites.flatMap(({ id, title, low_pack_level, max_participants }) =>
      ofChild('sites', id, title, { low_pack_level, max_participants }),
    ),
    ...study_groups.flatMap(({ id, name, label, factorial_level, max_participants, is_closed_at_cap = false }) =>
      ofChild('study_groups', id, name, {
        label,
        factorial_level,
        max_participants,
        is_closed_at_cap: is_closed_at_cap ? true : null,
      }),
    ),
    ...trial_strata.flatMap(({ id, name, description, minimisation_weight, trial_stratum_options }) =>
      ofChild('trial_strata', id, name, {
        description,
        minimisation_weight,
        trial_stratum_options: trial_stratum_options.map(optionInWords).join(', '),
        [OPTION_RATIOS]: ratiosInWords(trial_stratum_options),
      }),
    ),
  ]
}

const optionInWords = ({ name, max_participants }: { name: string; max_participants: number | null }): string =>
  max_participants === null ? name : `${name} (at most ${max_participants})`

/** The ratios by option of a stratum, as `Severe 2:1, Mild 1:1`; null where there is none. */
const ratiosInWords = (options: readonly { name: string; ratio: string | null }[]): string | null => {
  const rated = options.flatMap(({ name, ratio }) => (ratio === null ? [] : [`${name} ${ratio}`]))
  return rated.length === 0 ? null : rated.join(', ')
}

const listed = (field: string, names: readonly string[]): NamedValue => ({
  key: field,
  field,
  value: names.length === 0 ? null : names.join(', '),
})

const ofChild = (list: string, id: number, name: string, values: Record<string, Value>): NamedValue[] =>
  Object.entries(values).map(([field, value]) => ({
    key: `${list}.${id}.${field}`,
    field: `${list}.${name}.${field}`,
    value,
  }))
