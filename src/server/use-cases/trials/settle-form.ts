import type { SavedTrialForm } from '#contract/saved-trial-form'
import { USUAL_WEIGHT } from '#contract/trial-form-fields'
import { METHOD_SETTING_NAMES, withUsual } from '#domain/trials/method-setting'
import { isBlinded } from '#domain/people/permissions'
import { pick } from '#domain/record-of'
import { childFaults } from '#domain/trials/saved-trial-form'
import { expiryOf } from '#domain/trials/trial-expiry'
import type { WholeTrial } from '../../ground/db/trials'
import { settledTimeZone } from '../../ground/time/time-zones'
import type { TrialView } from '../call/view'
import { blindedFaults } from './blinded-form'
import { numbered, type DesignFormFaults, type SettledForm } from './sound-form'
import { designOf } from './trial-design'

type Settled = { readonly form: SettledForm; readonly faults: DesignFormFaults }

/**
 * The complete form that a sent form makes over a stored trial: missing fields are filled in, and faults of the sent
 * form are returned by field. People who see everything get the defaults for missing fields; for blinded people the
 * hidden part stays as stored (`blindedFaults` has the rules).
 */
export const settleForm = (sent: SavedTrialForm, stored: WholeTrial, view: TrialView): Settled => {
  const keepsHidden = isBlinded(view.permission)
  const { trial_status_id, setup_version: _setup_version, renaming: _renaming, ...fields } = sent
  const filled = keepsHidden ? hiddenPart(sent, stored) : filledIn(sent, stored)
  const form: SettledForm = {
    ...fields,
    ...filled,
    selected_timezone: settledTimeZone(sent.selected_timezone, stored.selected_timezone),
    expires_at: settledExpiry(sent, stored),
  }
  const isStatusUnchanged = trial_status_id === undefined || trial_status_id === stored.trial_status_id
  const faults = {
    ...childFaults(form, stored),
    ...(keepsHidden ? blindedFaults(sent, stored, view.visibility) : staleFaults(sent)),
    ...(isStatusUnchanged ? {} : { trial_status_id: 'Saving settings cannot change the status' }),
  }
  return { form: withoutReplaced(keepsHidden ? form : withStoredProbability(form, stored)), faults }
}

/** A percentage beside a fraction has no effect, and is not stored. */
const withoutReplaced = (form: SettledForm): SettledForm =>
  form.minimisation_fraction === null ? form : { ...form, minimisation_probability: null }

/** A trial expires on the day in its form, else six months after its end; such a default moves with the end. */
const settledExpiry = ({ expires_at, end_on }: SavedTrialForm, stored: WholeTrial): string => {
  const isUntouched = expires_at === stored.expires_at && expires_at === expiryOf(stored.end_on)
  return expires_at === null || isUntouched ? expiryOf(end_on) : expires_at
}

const filledIn = ({ study_groups, trial_strata, ...sent }: SavedTrialForm, stored: WholeTrial) => ({
  ...withUsual(sent),
  study_groups: study_groups.map(({ weight = USUAL_WEIGHT, is_blinded: _is_blinded, ...group }) => ({
    ...group,
    weight,
    is_closed_at_cap: staysClosed(group, stored),
  })),
  trial_strata: trial_strata.map(({ minimisation_weight = USUAL_WEIGHT, ...stratum }) => ({
    ...stratum,
    minimisation_weight,
  })),
})

/** A group that is closed at its cap opens again when the cap is raised or taken away; it can be set no lower. */
const staysClosed = (
  { id, max_participants }: SavedTrialForm['study_groups'][number],
  { study_groups }: WholeTrial,
): boolean =>
  study_groups.some((group) => group.id === id && group.is_closed_at_cap && group.max_participants === max_participants)

const hiddenPart = (sent: SavedTrialForm, stored: WholeTrial) => ({
  ...pick(stored, METHOD_SETTING_NAMES),
  study_groups: stored.study_groups,
  trial_strata: sent.trial_strata.map((stratum) => ({
    ...stratum,
    minimisation_weight: stored.trial_strata.find(({ id }) => id === stratum.id)?.minimisation_weight ?? USUAL_WEIGHT,
    trial_stratum_options: stratum.trial_stratum_options.map((option) => ({
      ...option,
      ratio: storedRatio(stored, option.id),
    })),
  })),
})

const storedRatio = ({ trial_strata }: WholeTrial, optionId: number | undefined): string | null =>
  trial_strata.flatMap(({ trial_stratum_options }) => trial_stratum_options).find(({ id }) => id === optionId)?.ratio ??
  null

/** People who see names were not shown these values: they come from an answer to them while they were blinded. */
const staleFaults = ({ study_groups }: SavedTrialForm): DesignFormFaults =>
  Object.fromEntries(
    study_groups.flatMap(({ is_blinded = false }, index) =>
      is_blinded
        ? [[`study_groups.${index}.is_blinded`, 'You are no longer blinded. Please load the trial again']]
        : [],
    ),
  )

/**
 * An unset probability of a minimisation is answered as its default, and so is sent back. Where it equals the default
 * it stays unset, so that it continues to follow the number of arms.
 */
const withStoredProbability = (form: SettledForm, stored: WholeTrial): SettledForm => {
  if (stored.minimisation_probability !== null || form.minimisation_probability === null) return form
  const unset = { ...form, minimisation_probability: null }
  // A fraction applies instead, and says nothing about the default.
  const design = designOf(numbered({ ...unset, minimisation_fraction: null }))
  const isDefaultProbability =
    design.ok &&
    design.value.method === 'minimisation' &&
    design.value.minimisation_probability === form.minimisation_probability
  return isDefaultProbability ? unset : form
}
