import type { TrialForm } from '#contract/trial-form'
import { TIME_ZONE_UNSUPPORTED } from '#domain/time/time-zone'
import { BEYOND_LISTS, isBeyondLists } from '#domain/randomisation/lists/judge-list'
import { trialFormFaults } from '#domain/trials/trial-form'
import type { SavedChildren } from '../../ground/db/save-trial'
import { mayStoreTimeZone } from '../../ground/time/time-zones'
import { groupCapFaults } from './group-cap-faults'
import { designFault, designOf } from './trial-design'

type Fields = Omit<TrialForm, 'trial_status_id' | 'expires_at' | keyof SavedChildren>

/** A trial's form with nothing left open, as it will be stored; children that exist carry their ids. */
export type SettledForm = Fields & SavedChildren & { readonly expires_at: string }

/** The faults of a form, each by the path of its field. */
export type DesignFormFaults = Record<string, string>

/**
 * The rules of the form beyond its schema; empty where it is valid. `storedZone` is the time zone that the trial has.
 */
export const formFaults = (form: SettledForm, storedZone: string | null): DesignFormFaults => {
  const faults = trialFormFaults(form)
  if (!mayStoreTimeZone(form.selected_timezone, storedZone)) faults['selected_timezone'] = TIME_ZONE_UNSUPPORTED
  return faults
}

/** Why no method could run with a form's settings, by the field to correct; empty where one can. */
export const designFaults = (form: SettledForm): DesignFormFaults => {
  const design = designOf(numbered(form))
  return design.ok ? groupCapFaults(numbered(form)) : { [design.refusal.field]: designFault(design.refusal) }
}

/** Why no list could have the rows that a form asks for; empty where one can, and where the trial draws from none. */
export const listSizeFaults = (form: SettledForm): DesignFormFaults => {
  const trial = numbered(form)
  const design = designOf(trial)
  if (!design.ok || design.value.method !== 'list') return {}
  const frame = { ...trial, design: design.value }
  return isBeyondLists(frame, trial.sample_size) ? { randomisation_method_id: BEYOND_LISTS } : {}
}

/** The form with its future ids: new children come after all that have an id, in the order in which they are sent. */
export const numbered = (form: SettledForm) => ({
  ...form,
  sites: numberedList(form.sites),
  study_groups: numberedList(form.study_groups),
  trial_strata: numberedList(form.trial_strata).map((stratum) => ({
    ...stratum,
    trial_stratum_options: numberedList(stratum.trial_stratum_options),
  })),
})

const numberedList = <Child extends { readonly id?: number | undefined }>(children: readonly Child[]) => {
  const highest = children.reduce((greatest, { id = 0 }) => Math.max(greatest, id), 0)
  return children.map((child, index) => ({ ...child, id: child.id ?? highest + index + 1 }))
}
