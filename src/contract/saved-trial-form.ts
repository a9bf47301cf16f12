import * as v from 'valibot'
import { answeredBesideForm, answeredBesideSite, formOf } from './answered-beside-form'
import { exactObject, id, reason, requiredText } from './fields'
import { methodSettingsOrNull } from './method-settings'
import {
  factorWeight,
  formFields,
  groupWeight,
  listOfOptions,
  listOfSites,
  listOfStrata,
  listOfStudyGroups,
  optionFields,
  siteFields,
  stratumFields,
  studyGroupFields,
} from './trial-form-fields'

/** A child carries the id that it has; without one it is new. */
const optionalId = { id: v.optional(id) }

/**
 * The form that saves a trial's settings: whole, so that a field left out is set to its default. What somebody blinded may
 * leave open of it is told in `settleForm`.
 */
export const savedTrialForm = v.pipe(
  exactObject({
    ...answeredBesideForm,
    /** The one that was answered when the form was opened: a save over a later one is refused. Left out: not asked. */
    setup_version: v.optional(id),
    /**
     * Needed where a study group or a site takes another name or label, once somebody is randomised or it has packs: why, and the
     * trial's present title, typed by the person who saves.
     */
    renaming: v.optional(exactObject({ reason, trial_title: requiredText() })),
    ...formFields,
    ...methodSettingsOrNull(),
    trial_status_id: v.optional(id),
    sites: listOfSites(
      v.pipe(
        exactObject({ ...optionalId, ...answeredBesideSite, ...siteFields }),
        v.transform(({ opened_at: _opened_at, opened_by: _opened_by, ...site }) => site),
      ),
    ),
    // None, or labels for names, are what a blinded person is shown; the others need two groups at least.
    study_groups: v.optional(
      listOfStudyGroups(
        exactObject({
          ...optionalId,
          ...studyGroupFields,
          weight: v.optional(groupWeight),
          is_blinded: v.optional(v.boolean('Must be true or false')),
        }),
      ),
      [],
    ),
    trial_strata: listOfStrata(
      exactObject({
        ...optionalId,
        ...stratumFields,
        minimisation_weight: v.optional(factorWeight),
        trial_stratum_options: listOfOptions(exactObject({ ...optionalId, ...optionFields })),
      }),
    ),
  }),
  v.transform(formOf),
)
export type SavedTrialForm = v.InferOutput<typeof savedTrialForm>
