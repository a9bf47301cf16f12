import type { TrialForm } from '#contract/trial-form'
import { TIME_ZONE_UNSUPPORTED } from '#domain/time/time-zone'
import { trialFormFaults } from '#domain/trials/trial-form'
import type { SavedChildren } from '../../ground/db/save-trial'
import { mayStoreTimeZone } from '../../ground/time/time-zones'
import { designFault, designOf } from './trial-design'

type Fields = Omit<TrialForm, 'trial_status_id' | 'expires_at' | keyof SavedChildren>

/** A trial's form with nothing left open, as it will be stored; children that exist carry their ids. */
export type SettledForm = Fields & SavedChildren & { readonly expires_at: string }

/** What stands against a form, each fault by the path of its field. */
export type DesignFormFaults = Record<string, string>

/**
 * The rules of the form that no schema can say; empty where it is sound. `storedZone` is the time zone that the trial has.
 */
export const formFaults = (form: SettledForm, storedZone: string | null): DesignFormFaults => {
  const faults = trialFormFaults(form)
  if (!mayStoreTimeZone(form.selected_timezone, storedZone)) faults['selected_timezone'] = TIME_ZONE_UNSUPPORTED
  return faults
}

/** Why no method could run with a form's settings, by the field to correct; empty where one can. */
export const designFaults = (form: SettledForm): DesignFormFaults => {
  const design = designOf(numbered(form))
  return design.ok ? {} : { [design.refusal.field]: designFault(design.refusal) }
}

/** The form as it will be numbered: new children come after all that have an id, in the order in which they are sent. */
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
