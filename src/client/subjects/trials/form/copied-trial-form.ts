import type { Trial } from '#contract/trials'
import { rowOf, SINGLE_FIELDS } from './trial-fields'
import { blankTrialForm, formOfTrial, type TrialFormValues } from './trial-form-values'

/**
 * The form of a new trial with the design of another one. The other trial's own facts are blank, its sites, groups and
 * strata become new ones, and a site that left it is left out.
 */
export const copiedTrialForm = (trial: Trial): TrialFormValues => {
  const { sites, study_groups, trial_strata, ...singles } = formOfTrial(trial)
  const blank = blankTrialForm()
  const own = Object.fromEntries(
    SINGLE_FIELDS.filter((field) => rowOf(field).isOwn).map((field) => [field, blank[field]]),
  )
  return {
    ...singles,
    ...own,
    // The copy may be seen by more people than a protected trial, whose title they may not know.
    title: trial.is_protected_trial ? '' : `${COPY_OF} ${trial.title}`.slice(0, rowOf('title').maxLength),
    sites: sites.filter(({ is_deleted }) => !is_deleted).map(asNew),
    study_groups: study_groups.map(asNew),
    trial_strata: trial_strata.map(asNew),
  }
}

const COPY_OF = 'Copy of'

const asNew = <Row extends { id: number | null }>(row: Row): Row => ({ ...row, id: null })
