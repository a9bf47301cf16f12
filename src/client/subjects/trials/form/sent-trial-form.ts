import type { Trial } from '#contract/trials'
import { METHOD_SETTING_NAMES, settingNamesOf, type MethodSettingName } from '#domain/trials/method-setting'
import { isRealDay } from '#domain/time/real-day'
import { recordOf } from '#domain/record-of'
import { USUAL_LEAST_ACTIVE_PACKS } from '#domain/study-packs/single-packs'
import { expiryOf } from '#domain/trials/trial-expiry'
import { isFactorial, METHOD_SETTINGS } from '#domain/trials/trial-methods'
import { entered } from '../design/entered'
import { methodNameOf } from '../design/method-form'
import { optionsText, type StratumValues, type TrialFormValues } from './trial-form-values'

/**
 * What a form is of: a trial, null for a new one, in the version that it was opened over; and whether the person is blinded
 * in it, who then sends nothing of what is hidden from them (the server keeps that as it is stored).
 */
export type FormSubject = { trial: Trial | null; setup_version: number | null; isBlinded: boolean }

/** The form of a trial that is to be created. */
export const NEW_TRIAL: FormSubject = { trial: null, setup_version: null, isBlinded: false }

/**
 * What the fields hold as it would be sent; the contract says whether it may be. Fields that do not apply are sent as they
 * hold where they do not: no low pack level without packs, a factor in factorial trials only, settings of the trial's own
 * method. The trial expires six months after its end, whenever the form changes.
 */
export const sentTrialForm = (values: TrialFormValues, { trial, setup_version, isBlinded }: FormSubject) => ({
  ...fieldsOf(values),
  ...identifiersOf(values),
  ...packsOf(values),
  ...(trial === null ? { trial_status_id: values.trial_status_id } : setup_version === null ? {} : { setup_version }),
  sites: values.sites.map(({ id, title, is_deleted, low_pack_level }) => ({
    ...storedId(id),
    title,
    is_deleted,
    low_pack_level: values.is_managing_packs ? entered(low_pack_level) : null,
  })),
  ...(isBlinded ? {} : { ...settingsOf(values), study_groups: groupsOf(values) }),
  trial_strata: values.trial_strata.map((stratum) => ({
    ...storedId(stratum.id),
    name: stratum.name,
    description: stratum.description,
    ...(isBlinded ? {} : { minimisation_weight: entered(stratum.minimisation_weight) }),
    trial_stratum_options: optionsOf(stratum, trial),
  })),
})

const storedId = (id: number | null) => (id === null ? {} : { id })

const fieldsOf = (values: TrialFormValues) => ({
  title: values.title,
  description: values.description,
  study_registration_no: values.study_registration_no,
  ethics_approval_id: values.ethics_approval_id,
  ethics_approving_body: values.ethics_approving_body,
  start_on: dayOf(values.start_on),
  end_on: dayOf(values.end_on),
  expires_at: isRealDay(values.end_on) ? expiryOf(values.end_on) : null,
  selected_timezone: values.selected_timezone,
  is_protected_trial: values.is_protected_trial,
  sample_size: entered(values.sample_size),
  allocation_method_id: values.allocation_method_id,
  randomisation_method_id: values.randomisation_method_id,
  is_stratified: values.is_stratified,
  is_site_stratified: values.is_site_stratified,
  exclude_flagged_participants: values.exclude_flagged_participants,
  is_design_checked: values.is_design_checked,
  is_opening_sites: values.is_opening_sites,
  is_blinded_investigators: values.is_blinded_investigators,
  is_blinded_users: values.is_blinded_users,
  is_unblinding_reauthenticated: values.is_unblinding_reauthenticated,
  org_name: values.org_name,
  org_contact_name: values.org_contact_name,
  org_chief_investigator: values.org_chief_investigator,
  org_billing_address: values.org_billing_address,
  org_website: values.org_website,
  org_quote_amount: entered(values.org_quote_amount),
  org_quote_date: dayOf(values.org_quote_date),
  org_paid_amount: entered(values.org_paid_amount),
  org_paid_date: dayOf(values.org_paid_date),
  org_contract_date: dayOf(values.org_contract_date),
  org_comments: values.org_comments,
})

const dayOf = (day: string): string | null => (day === '' ? null : day)

const identifiersOf = (values: TrialFormValues) => ({
  is_participant_id_used: values.is_participant_id_used,
  is_participant_id_required: values.is_participant_id_used && values.is_participant_id_required,
  participant_id_label: values.participant_id_label,
  participant_id_description: values.participant_id_description,
  participant_id_warning_id: values.participant_id_warning_id,
})

const packsOf = (values: TrialFormValues) => ({
  is_managing_packs: values.is_managing_packs,
  is_site_managing_packs: values.is_managing_packs && values.is_site_managing_packs,
  is_confirmable: values.is_managing_packs && values.is_confirmable,
  is_dispense_checked: values.is_managing_packs && values.is_dispense_checked,
  least_active_packs: values.is_managing_packs ? entered(values.least_active_packs) : USUAL_LEAST_ACTIVE_PACKS,
  pack_alert_level: values.is_managing_packs ? entered(values.pack_alert_level) : null,
})

const settingsOf = (values: TrialFormValues) => {
  const own: readonly MethodSettingName[] = settingNamesOf(methodNameOf(values))
  return recordOf(METHOD_SETTING_NAMES, (name) =>
    METHOD_SETTINGS[name].usual === null && !own.includes(name) ? null : entered(values[name]),
  )
}

const groupsOf = (values: TrialFormValues) =>
  values.study_groups.map(({ id, name, label, weight, factorial_level }) => ({
    ...storedId(id),
    name,
    label: label.trim() === '' ? null : label,
    weight: entered(weight),
    factorial_level: isFactorial(values.allocation_method_id) ? factorial_level : null,
  }))

/** The options of a stratum; one that keeps its name keeps its id, and a text that nobody touched says what is stored. */
const optionsOf = (stratum: StratumValues, trial: Trial | null) => {
  const stored = trial?.trial_strata.find(({ id }) => id === stratum.id)?.trial_stratum_options ?? []
  if (stored.length > 0 && stratum.trial_stratum_options === optionsText(stored)) return stored
  return optionNames(stratum.trial_stratum_options).map((name, place, all) => {
    const same = all.indexOf(name) === place ? stored.find((option) => option.name === name) : undefined
    return { ...storedId(same?.id ?? null), name }
  })
}

/** The options that stand in a text, one on each line. */
export const optionNames = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((name) => name !== '')
