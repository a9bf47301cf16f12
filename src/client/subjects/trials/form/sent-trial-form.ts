import type { Trial } from '#contract/trials'
import { settingNamesOf, type MethodSettingName } from '#domain/trials/method-setting'
import { isRealDay } from '#domain/time/real-day'
import { expiryOf } from '#domain/trials/trial-expiry'
import { isFactorial } from '#domain/trials/trial-methods'
import { entered, type Entered } from '../design/entered'
import { methodNameOf } from '../design/method-form'
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
 * What a form is of: a trial, null for a new one, in the version that it was opened over; and whether the person is blinded
 * in it, who then sends nothing of what is hidden from them (the server keeps that as it is stored).
 */
export type FormSubject = { trial: Trial | null; setup_version: number | null; isBlinded: boolean }

/** The form of a trial that is to be created. */
export const NEW_TRIAL: FormSubject = { trial: null, setup_version: null, isBlinded: false }

/**
 * What the fields hold as it would be sent; the contract says whether it may be. Fields that do not apply are sent as they
 * hold where they do not: no low pack level without packs, a factor in factorial trials only, settings of the trial's own
 * method. The trial expires six months after its end, whenever the form changes.
 */
export const sentTrialForm = (values: TrialFormValues, subject: FormSubject) => {
  const { trial, setup_version, isBlinded } = subject
  const { study_groups, ...rows } = {
    sites: values.sites.map(({ id, title, is_deleted, low_pack_level }) => ({
      ...storedId(id),
      title,
      is_deleted,
      low_pack_level: values.is_managing_packs ? entered(low_pack_level) : null,
    })),
    study_groups: values.study_groups.map(({ id, name, label, weight, factorial_level }) => ({
      ...storedId(id),
      name,
      label: label.trim() === '' ? null : label,
      weight: entered(weight),
      factorial_level: isFactorial(values.allocation_method_id) ? factorial_level : null,
    })),
    trial_strata: values.trial_strata.map((stratum) => ({
      ...storedId(stratum.id),
      name: stratum.name,
      description: stratum.description,
      ...(isBlinded ? {} : { minimisation_weight: entered(stratum.minimisation_weight) }),
      trial_stratum_options: optionsOf(stratum, trial),
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

/** The first signature says what the compiler cannot follow through a table of names. */
function singlesOf(values: TrialFormValues, subject: FormSubject): SentSingles
function singlesOf(values: TrialFormValues, subject: FormSubject): Record<string, unknown> {
  const own: readonly MethodSettingName[] = settingNamesOf(methodNameOf(values))
  const fields = SINGLE_FIELDS.filter((field) => isSent(field, subject))
  return Object.fromEntries(fields.map((field) => [field, sentValue(field, values, own)]))
}

const sentValue = (field: SingleField, values: TrialFormValues, own: readonly string[]): Entered | boolean | null => {
  const { kind, onlyWith, otherwise, blank } = rowOf(field)
  if (onlyWith !== undefined && otherwise !== undefined && !values[onlyWith]) return otherwise
  // A setting of another method is kept for it, unless nothing is what is usual.
  if (kind === 'method setting' && blank === '' && !own.includes(field)) return null
  const value = values[field]
  return typeof value === 'boolean' || !EMPTY_IS_NULL.has(kind) ? value : entered(value)
}

/** The kinds of which an empty field is sent as null. */
const EMPTY_IS_NULL: ReadonlySet<FieldKind> = new Set(['day', 'whole number', 'amount', 'method setting'])

/** The options of a stratum; one that keeps its name keeps its id, and a text that nobody touched says what is stored. */
const optionsOf = (stratum: StratumValues, trial: Trial | null) => {
  const stored = trial?.trial_strata.find(({ id }) => id === stratum.id)?.trial_stratum_options ?? []
  if (stored.length > 0 && stratum.trial_stratum_options === optionsText(stored)) return stored
  return optionNames(stratum.trial_stratum_options).map((name, place, all) => {
    const same = all.indexOf(name) === place ? stored.find((option) => option.name === name) : undefined
    return { ...storedId(same?.id ?? null), name }
  })
}

/** The options that stand in a text, one on each line. */
export const optionNames = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((name) => name !== '')
