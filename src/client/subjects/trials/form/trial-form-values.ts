import { USUAL_WEIGHT } from '#contract/trial-form-fields'
import type { Trial } from '#contract/trials'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import type { UseFormReturnType } from '@mantine/form'
import type { Entered } from '../design/entered'
import { rowOf, SINGLE_FIELDS, type RowsField, type SingleField, type SingleValues } from './trial-fields'

/** A trial's form as its fields hold it, named as it is sent; a date or a text that is not there is empty. */
export type TrialFormValues = SingleValues & { [List in RowsField]: RowValues[List][] }

/** A child that has no id yet is new. */
type Child = { id: number | null }
export type SiteValues = Child & { title: string; is_deleted: boolean; low_pack_level: Entered }
export type StudyGroupValues = Child & { name: string; label: string; weight: Entered; factorial_level: number }
/** The options stand in one text, one on each line. */
export type StratumValues = Child & {
  name: string
  description: string
  minimisation_weight: Entered
  trial_stratum_options: string
}

type RowValues = { sites: SiteValues; study_groups: StudyGroupValues; trial_strata: StratumValues }

/** The form as its fields are connected with it. */
export type Form = UseFormReturnType<TrialFormValues>

/** The values of all fields that hold one. The first signature says what the compiler cannot follow through a table of names. */
function singleValues(valueOf: (field: SingleField) => unknown): SingleValues
function singleValues(valueOf: (field: SingleField) => unknown): Record<string, unknown> {
  return Object.fromEntries(SINGLE_FIELDS.map((field) => [field, valueOf(field)]))
}

const blankOf = (field: SingleField): Entered | boolean => {
  const { kind, blank } = rowOf(field)
  return blank ?? (kind === 'switch' ? false : '')
}

/** A trial that nothing has been said about, with the defaults. */
export const blankTrialForm = (): TrialFormValues => ({
  ...singleValues(blankOf),
  sites: [],
  study_groups: [],
  trial_strata: [],
})

export const blankSite = (): SiteValues => ({ id: null, title: '', is_deleted: false, low_pack_level: '' })

export const blankStudyGroup = (): StudyGroupValues => ({
  id: null,
  name: '',
  label: '',
  weight: USUAL_WEIGHT,
  factorial_level: FACTORIAL_LEVELS[0],
})

export const blankStratum = (): StratumValues => ({
  id: null,
  name: '',
  description: '',
  minimisation_weight: USUAL_WEIGHT,
  trial_stratum_options: '',
})

/** The names of a stratum's options as one text, one on each line. */
export const optionsText = (options: readonly { name: string }[]): string => options.map(({ name }) => name).join('\n')

/** The form filled in with a trial as its viewer is shown it; what is hidden from them stays at its default. */
export const formOfTrial = (trial: Trial): TrialFormValues => ({
  ...singleValues((field) => trial[field] ?? blankOf(field)),
  sites: trial.sites.map(({ id, title, is_deleted, low_pack_level }) => ({
    id,
    title,
    is_deleted,
    low_pack_level: low_pack_level ?? '',
  })),
  study_groups: trial.study_groups.map(({ id = null, name, label, weight, factorial_level }) => ({
    id,
    name,
    label: label ?? '',
    weight: weight ?? USUAL_WEIGHT,
    factorial_level: factorial_level ?? FACTORIAL_LEVELS[0],
  })),
  trial_strata: trial.trial_strata.map((stratum) => ({
    id: stratum.id,
    name: stratum.name,
    description: stratum.description ?? '',
    minimisation_weight: stratum.minimisation_weight ?? USUAL_WEIGHT,
    trial_stratum_options: optionsText(stratum.trial_stratum_options),
  })),
})
