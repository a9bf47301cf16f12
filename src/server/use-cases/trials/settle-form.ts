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
 * What a form that was sent makes of a trial as it is stored: fields left open are filled in, and what stands against the
 * form as it was sent is told by field. Whoever sees everything gets the defaults for what they leave open; from whoever is
 * blinded the hidden part is kept as it is stored (`blindedFaults` gives the rule).
 */
export const settleForm = (sent: SavedTrialForm, stored: WholeTrial, view: TrialView): Settled => {
  const keepsHidden = isBlinded(view.permission)
  const { trial_status_id, setup_version: _setup_version, renaming: _renaming, ...fields } = sent
  const filled = keepsHidden ? hiddenPart(sent, stored) : filledIn(sent)
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

/** A percent beside a fraction says nothing, and is not stored. */
const withoutReplaced = (form: SettledForm): SettledForm =>
  form.minimisation_fraction === null ? form : { ...form, minimisation_probability: null }

/** A trial expires when its form says so, else six months after its end; an expiry of that kind moves with the end. */
const settledExpiry = ({ expires_at, end_on }: SavedTrialForm, stored: WholeTrial): string => {
  const isUntouched = expires_at === stored.expires_at && expires_at === expiryOf(stored.end_on)
  return expires_at === null || isUntouched ? expiryOf(end_on) : expires_at
}

const filledIn = ({ study_groups, trial_strata, ...sent }: SavedTrialForm) => ({
  ...withUsual(sent),
  study_groups: study_groups.map(({ weight = USUAL_WEIGHT, is_blinded: _is_blinded, ...group }) => ({
    ...group,
    weight,
  })),
  trial_strata: trial_strata.map(({ minimisation_weight = USUAL_WEIGHT, ...stratum }) => ({
    ...stratum,
    minimisation_weight,
  })),
})

const hiddenPart = (sent: SavedTrialForm, stored: WholeTrial) => ({
  ...pick(stored, METHOD_SETTING_NAMES),
  study_groups: stored.study_groups,
  trial_strata: sent.trial_strata.map((stratum) => ({
    ...stratum,
    minimisation_weight: stored.trial_strata.find(({ id }) => id === stratum.id)?.minimisation_weight ?? USUAL_WEIGHT,
  })),
})

/** Who sees names was shown none of this: it comes from an answer that they got while they were blinded. */
const staleFaults = ({ study_groups }: SavedTrialForm): DesignFormFaults =>
  Object.fromEntries(
    study_groups.flatMap(({ is_blinded = false }, index) =>
      is_blinded
        ? [[`study_groups.${index}.is_blinded`, 'You are no longer blinded. Please load the trial again']]
        : [],
    ),
  )

/**
 * A minimisation's probability that nobody has set is answered as it holds, and so comes back. Where it is what would hold
 * anyway, it stays unset, so that it goes on following the number of arms.
 */
const withStoredProbability = (form: SettledForm, stored: WholeTrial): SettledForm => {
  if (stored.minimisation_probability !== null || form.minimisation_probability === null) return form
  const unset = { ...form, minimisation_probability: null }
  // A fraction holds instead, and says nothing of what holds without one.
  const design = designOf(numbered({ ...unset, minimisation_fraction: null }))
  const isDefaultProbability =
    design.ok &&
    design.value.method === 'minimisation' &&
    design.value.minimisation_probability === form.minimisation_probability
  return isDefaultProbability ? unset : form
}
