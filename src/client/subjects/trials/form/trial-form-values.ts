import { USUAL_WEIGHT } from '#contract/trial-form-fields'
import type { Trial } from '#contract/trials'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import type { UseFormReturnType } from '@mantine/form'
import type { Entered } from '../design/entered'
import { capsText } from './option-caps'
import { ratiosText } from './option-ratios'
import { rowOf, SINGLE_FIELDS, type RowsField, type SingleField, type SingleValues } from './trial-fields'

/** A trial's form as its fields hold it, with the names of the request; a missing date or text is empty. */
export type TrialFormValues = SingleValues & { [List in RowsField]: RowValues[List][] }

/** A child that has no id yet is new. */
type Child = { id: number | null }
export type SiteValues = Child & {
  title: string
  is_deleted: boolean
  low_pack_level: Entered
  max_participants: Entered
}
export type StudyGroupValues = Child & {
  name: string
  label: string
  weight: Entered
  max_participants: Entered
  factorial_level: number
}
/** The options stand in one text, one on each line. */
export type StratumValues = Child & {
  name: string
  description: string
  minimisation_weight: Entered
  trial_stratum_options: string
  /** The caps of its options, by name, as `option-caps` reads them. */
  option_caps: string
  /** The ratios of its options, by name, as `option-ratios` reads them. */
  option_ratios: string
}

type RowValues = { sites: SiteValues; study_groups: StudyGroupValues; trial_strata: StratumValues }

/** The form as its fields are connected with it. */
export type Form = UseFormReturnType<TrialFormValues>

/**
 * The values of all single fields. The first signature states what the compiler cannot infer through a table of names.
 */
function singleValues(valueOf: (field: SingleField) => unknown): SingleValues
function singleValues(valueOf: (field: SingleField) => unknown): Record<string, unknown> {
  return Object.fromEntries(SINGLE_FIELDS.map((field) => [field, valueOf(field)]))
}

const blankOf = (field: SingleField): Entered | boolean => {
  const { kind, blank } = rowOf(field)
  return blank ?? (kind === 'switch' ? false : '')
}

/** An empty form with the defaults. */
export const blankTrialForm = (): TrialFormValues => ({
  ...singleValues(blankOf),
  sites: [],
  study_groups: [],
  trial_strata: [],
})

export const blankSite = (): SiteValues => ({
  id: null,
  title: '',
  is_deleted: false,
  low_pack_level: '',
  max_participants: '',
})

export const blankStudyGroup = (): StudyGroupValues => ({
  id: null,
  name: '',
  label: '',
  weight: USUAL_WEIGHT,
  max_participants: '',
  factorial_level: FACTORIAL_LEVELS[0],
})

export const blankStratum = (): StratumValues => ({
  id: null,
  name: '',
  description: '',
  minimisation_weight: USUAL_WEIGHT,
  trial_stratum_options: '',
  option_caps: '',
  option_ratios: '',
})

/** The names of a stratum's options as one text, one on each line. */
export const optionsText = (options: readonly { name: string }[]): string => options.map(({ name }) => name).join('\n')

/** The form filled in with a trial as its viewer sees it; hidden fields stay at their defaults. */
export const formOfTrial = (trial: Trial): TrialFormValues => ({
  ...singleValues((field) => trial[field] ?? blankOf(field)),
  sites: trial.sites.map(({ id, title, is_deleted, low_pack_level, max_participants }) => ({
    id,
    title,
    is_deleted,
    low_pack_level: low_pack_level ?? '',
    max_participants: max_participants ?? '',
  })),
  study_groups: trial.study_groups.map(({ id = null, name, label, weight, max_participants, factorial_level }) => ({
    id,
    name,
    label: label ?? '',
    weight: weight ?? USUAL_WEIGHT,
    max_participants: max_participants ?? '',
    factorial_level: factorial_level ?? FACTORIAL_LEVELS[0],
  })),
  trial_strata: trial.trial_strata.map((stratum) => ({
    id: stratum.id,
    name: stratum.name,
    description: stratum.description ?? '',
    minimisation_weight: stratum.minimisation_weight ?? USUAL_WEIGHT,
    trial_stratum_options: optionsText(stratum.trial_stratum_options),
    option_caps: capsText(stratum.trial_stratum_options),
    option_ratios: ratiosText(stratum.trial_stratum_options),
  })),
})
