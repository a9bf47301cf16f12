import type { Trial } from '#contract/trials'
import { settingNamesOf, type MethodSettingName } from '#domain/trials/method-setting'
import { isRealDay } from '#domain/time/real-day'
import { expiryOf } from '#domain/trials/trial-expiry'
import { isFactorial } from '#domain/trials/trial-methods'
import { entered, type Entered } from '../design/entered'
import { methodNameOf } from '../design/method-form'
import { capOfOption, optionNames } from './option-caps'
import { sentRatio } from './option-ratios'
import { renamedOptions } from './renamed-options'
import {
  rowOf,
  SINGLE_FIELDS,
  type FieldKind,
  type RowsField,
  type SentSingles,
  type SingleField,
  type TrialField,
} from './trial-fields'
import { optionsText, type StratumValues, type TrialFormValues } from './trial-form-values'

/**
 * The subject of a form: a trial, null for a new one, in the version with which it was opened; and whether the person
 * is blinded in it, whose form then omits the hidden fields (the server leaves those unchanged).
 */
export type FormSubject = { trial: Trial | null; setup_version: number | null; isBlinded: boolean }

/** The form of a trial that is to be created. */
export const NEW_TRIAL: FormSubject = { trial: null, setup_version: null, isBlinded: false }

/**
 * The values as they would be sent; the contract decides whether they may be. Fields that do not apply are sent with
 * their value for that case: no low pack level without packs, a factor in factorial trials only, settings of the
 * trial's own method. The trial expires six months after its end, whenever the form changes.
 */
export const sentTrialForm = (values: TrialFormValues, subject: FormSubject) => {
  const { trial, setup_version, isBlinded } = subject
  const { study_groups, ...rows } = {
    sites: values.sites.map(({ id, title, is_deleted, low_pack_level, max_participants }) => ({
      ...storedId(id),
      title,
      is_deleted,
      low_pack_level: values.is_managing_packs ? entered(low_pack_level) : null,
      max_participants: entered(max_participants),
    })),
    study_groups: values.study_groups.map(({ id, name, label, weight, max_participants, factorial_level }) => ({
      ...storedId(id),
      name,
      label: label.trim() === '' ? null : label,
      weight: entered(weight),
      max_participants: isFactorial(values.allocation_method_id) ? null : entered(max_participants),
      factorial_level: isFactorial(values.allocation_method_id) ? factorial_level : null,
    })),
    trial_strata: values.trial_strata.map((stratum) => ({
      ...storedId(stratum.id),
      name: stratum.name,
      description: stratum.description,
      ...(isBlinded ? {} : { minimisation_weight: entered(stratum.minimisation_weight) }),
      trial_stratum_options: optionsOf(stratum, values, subject),
    })),
  } satisfies Record<RowsField, readonly object[]>
  return {
    ...singlesOf(values, subject),
    expires_at: isRealDay(values.end_on) ? expiryOf(values.end_on) : null,
    ...(trial === null || setup_version === null ? {} : { setup_version }),
    ...rows,
    ...(isSent('study_groups', subject) ? { study_groups } : {}),
  }
}

const storedId = (id: number | null) => (id === null ? {} : { id })

/** Whether a field is sent at all. */
const isSent = (field: TrialField, { trial, isBlinded }: FormSubject): boolean => {
  const { isOnlyForNew = false, isHiddenFromBlinded = false } = rowOf(field)
  return (trial === null || !isOnlyForNew) && !(isBlinded && isHiddenFromBlinded)
}

/** The first signature states what the compiler cannot infer through a table of names. */
function singlesOf(values: TrialFormValues, subject: FormSubject): SentSingles
function singlesOf(values: TrialFormValues, subject: FormSubject): Record<string, unknown> {
  const own: readonly MethodSettingName[] = settingNamesOf(methodNameOf(values))
  const fields = SINGLE_FIELDS.filter((field) => isSent(field, subject))
  return Object.fromEntries(fields.map((field) => [field, sentValue(field, values, own)]))
}

const sentValue = (field: SingleField, values: TrialFormValues, own: readonly string[]): Entered | boolean | null => {
  const { kind, onlyWith, otherwise, blank } = rowOf(field)
  if (onlyWith !== undefined && otherwise !== undefined && !values[onlyWith]) return otherwise
  // A setting of another method stays, unless its usual value is empty.
  if (kind === 'method setting' && blank === '' && !own.includes(field)) return null
  const value = values[field]
  return typeof value === 'boolean' || !EMPTY_IS_NULL.has(kind) ? value : entered(value)
}

/** The kinds of which an empty field is sent as null. */
const EMPTY_IS_NULL: ReadonlySet<FieldKind> = new Set(['day', 'whole number', 'amount', 'method setting'])

/** The options of a stratum; one with the same name, or whose name was corrected, retains its id. An untouched text sends the stored options. */
const optionsOf = (
  stratum: StratumValues,
  { study_groups }: TrialFormValues,
  { trial, isBlinded }: Pick<FormSubject, 'trial' | 'isBlinded'>,
) => {
  const stored = trial?.trial_strata.find(({ id }) => id === stratum.id)?.trial_stratum_options ?? []
  const settingsOf = (name: string) => ({
    name,
    max_participants: entered(capOfOption(stratum.option_caps, name)),
    ...(isBlinded || stratum.option_ratios === ''
      ? {}
      : { ratio: sentRatio(stratum.option_ratios, name, study_groups) }),
  })
  if (stored.length > 0 && stratum.trial_stratum_options === optionsText(stored))
    return stored.map(({ id, name }) => ({ id, ...settingsOf(name) }))
  const names = optionNames(stratum.trial_stratum_options)
  const renamed = renamedOptions(
    stored.map(({ name }) => name),
    names,
  )
  const storedAt = new Map(renamed.map(({ before, after }) => [after, stored[before]]))
  return names.map((name, place) => {
    const same = names.indexOf(name) === place ? stored.find((option) => option.name === name) : undefined
    return { ...storedId((same ?? storedAt.get(place))?.id ?? null), ...settingsOf(name) }
  })
}
