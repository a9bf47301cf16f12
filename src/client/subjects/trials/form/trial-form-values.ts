import { USUAL_WEIGHT } from '#contract/trial-form-fields'
import type { Trial } from '#contract/trials'
import { USUAL_LEAST_ACTIVE_PACKS } from '#domain/study-packs/single-packs'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import { PLANNING } from '#domain/trials/trial-status'
import type { UseFormReturnType } from '@mantine/form'
import type { Entered } from '../design/entered'
import { methodFormOf, USUAL_METHOD, type MethodForm } from '../design/method-form'

/** A trial's form as its fields hold it, named as it is sent; a date or a text that is not there is empty. */
export type TrialFormValues = MethodForm & {
  title: string
  description: string
  study_registration_no: string
  ethics_approval_id: string
  ethics_approving_body: string
  start_on: string
  end_on: string
  selected_timezone: string
  is_protected_trial: boolean
  /** Chosen when a trial is created; afterwards its status changes elsewhere. */
  trial_status_id: number
  sample_size: Entered
  allocation_method_id: number
  exclude_flagged_participants: boolean
  is_design_checked: boolean
  is_opening_sites: boolean
  is_participant_id_used: boolean
  is_participant_id_required: boolean
  participant_id_label: string
  participant_id_description: string
  participant_id_warning_id: number
  is_managing_packs: boolean
  is_site_managing_packs: boolean
  is_confirmable: boolean
  is_dispense_checked: boolean
  least_active_packs: Entered
  pack_alert_level: Entered
  is_blinded_investigators: boolean
  is_blinded_users: boolean
  is_unblinding_reauthenticated: boolean
  org_name: string
  org_contact_name: string
  org_chief_investigator: string
  org_billing_address: string
  org_website: string
  org_quote_amount: Entered
  org_quote_date: string
  org_paid_amount: Entered
  org_paid_date: string
  org_contract_date: string
  org_comments: string
  sites: SiteValues[]
  study_groups: StudyGroupValues[]
  trial_strata: StratumValues[]
}

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

/** The form as its fields are connected with it. */
export type Form = UseFormReturnType<TrialFormValues>

/** A trial that nothing has been said about, with the defaults. */
export const blankTrialForm = (): TrialFormValues => ({
  ...USUAL_METHOD,
  title: '',
  description: '',
  study_registration_no: '',
  ethics_approval_id: '',
  ethics_approving_body: '',
  start_on: '',
  end_on: '',
  selected_timezone: 'Etc/UTC',
  is_protected_trial: false,
  trial_status_id: PLANNING,
  sample_size: 0,
  allocation_method_id: 1,
  exclude_flagged_participants: false,
  is_design_checked: false,
  is_opening_sites: false,
  is_participant_id_used: false,
  is_participant_id_required: false,
  participant_id_label: '',
  participant_id_description: '',
  participant_id_warning_id: 1,
  is_managing_packs: false,
  is_site_managing_packs: false,
  is_confirmable: false,
  is_dispense_checked: false,
  least_active_packs: USUAL_LEAST_ACTIVE_PACKS,
  pack_alert_level: '',
  is_blinded_investigators: false,
  is_blinded_users: false,
  is_unblinding_reauthenticated: false,
  org_name: '',
  org_contact_name: '',
  org_chief_investigator: '',
  org_billing_address: '',
  org_website: '',
  org_quote_amount: '',
  org_quote_date: '',
  org_paid_amount: '',
  org_paid_date: '',
  org_contract_date: '',
  org_comments: '',
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
export const formOfTrial = (trial: Trial): TrialFormValues => {
  const blank = blankTrialForm()
  return {
    ...blank,
    ...textsOf(trial),
    ...switchesOf(trial),
    ...methodFormOf(trial),
    start_on: trial.start_on ?? '',
    end_on: trial.end_on,
    selected_timezone: trial.selected_timezone,
    trial_status_id: trial.trial_status_id,
    sample_size: trial.sample_size,
    allocation_method_id: trial.allocation_method_id ?? blank.allocation_method_id,
    participant_id_warning_id: trial.participant_id_warning_id ?? blank.participant_id_warning_id,
    least_active_packs: trial.least_active_packs,
    pack_alert_level: trial.pack_alert_level ?? '',
    org_quote_amount: trial.org_quote_amount ?? '',
    org_paid_amount: trial.org_paid_amount ?? '',
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
  }
}

const textsOf = (trial: Trial) => ({
  title: trial.title,
  description: trial.description ?? '',
  study_registration_no: trial.study_registration_no ?? '',
  ethics_approval_id: trial.ethics_approval_id ?? '',
  ethics_approving_body: trial.ethics_approving_body ?? '',
  participant_id_label: trial.participant_id_label ?? '',
  participant_id_description: trial.participant_id_description ?? '',
  org_name: trial.org_name ?? '',
  org_contact_name: trial.org_contact_name ?? '',
  org_chief_investigator: trial.org_chief_investigator ?? '',
  org_billing_address: trial.org_billing_address ?? '',
  org_website: trial.org_website ?? '',
  org_quote_date: trial.org_quote_date ?? '',
  org_paid_date: trial.org_paid_date ?? '',
  org_contract_date: trial.org_contract_date ?? '',
  org_comments: trial.org_comments ?? '',
})

const switchesOf = (trial: Trial) => ({
  is_protected_trial: trial.is_protected_trial ?? false,
  exclude_flagged_participants: trial.exclude_flagged_participants ?? false,
  is_design_checked: trial.is_design_checked ?? false,
  is_opening_sites: trial.is_opening_sites,
  is_participant_id_used: trial.is_participant_id_used,
  is_participant_id_required: trial.is_participant_id_required,
  is_managing_packs: trial.is_managing_packs,
  is_site_managing_packs: trial.is_site_managing_packs,
  is_confirmable: trial.is_confirmable,
  is_dispense_checked: trial.is_dispense_checked,
  is_blinded_investigators: trial.is_blinded_investigators ?? false,
  is_blinded_users: trial.is_blinded_users ?? false,
  is_unblinding_reauthenticated: trial.is_unblinding_reauthenticated,
})
