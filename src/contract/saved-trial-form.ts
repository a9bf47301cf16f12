import * as v from 'valibot'
import { answeredBesideForm, answeredBesideSite, formOf, ignored } from './answered-beside-form'
import { exactObject, id, reason, requiredText } from './fields'
import { methodSettingsOrNull } from './method-settings'
import {
  cappedGroupFields,
  cappedOptionFields,
  factorWeight,
  formFields,
  groupWeight,
  listOfOptions,
  listOfSites,
  listOfStrata,
  listOfStudyGroups,
  siteFields,
  stratumFields,
} from './trial-form-fields'

/** An existing child has its id; a child without one is new. */
const optionalId = { id: v.optional(id) }

/**
 * The form that saves a trial's settings. It is whole: a missing field is set to its default. `settleForm` says which fields a
 * blinded person may leave out.
 */
export const savedTrialForm = v.pipe(
  exactObject({
    ...answeredBesideForm,
    /**
     * The version answered when the form was opened: saving over a later one is refused. Where it is missing, this is not
     * checked.
     */
    setup_version: v.optional(id),
    /**
     * Needed where a study group or site is renamed after the first participant, or has packs: the reason, and the trial's
     * present title, typed by the person who saves.
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
    // A blinded person sends none of them, or their labels as names; everybody else sends at least two.
    study_groups: v.optional(
      listOfStudyGroups(
        v.pipe(
          exactObject({
            ...optionalId,
            ...cappedGroupFields,
            weight: v.optional(groupWeight),
            is_blinded: v.optional(v.boolean('Must be true or false')),
            is_closed_at_cap: ignored,
          }),
          v.transform(({ is_closed_at_cap: _is_closed, ...group }) => group),
        ),
      ),
      [],
    ),
    trial_strata: listOfStrata(
      exactObject({
        ...optionalId,
        ...stratumFields,
        minimisation_weight: v.optional(factorWeight),
        trial_stratum_options: listOfOptions(exactObject({ ...optionalId, ...cappedOptionFields })),
      }),
    ),
  }),
  v.transform(formOf),
)
export type SavedTrialForm = v.InferOutput<typeof savedTrialForm>
