import { TOO_FEW_GROUPS } from '#domain/trials/trial-form'
import { STATUSES_AT_CREATION } from '#domain/trials/trial-status'
import * as v from 'valibot'
import { answeredBesideForm, answeredBesideSite, formOf, ignored } from './answered-beside-form'
import { date, exactObject, id } from './fields'
import { methodSettingAnswers, methodSettingsOrUsual } from './method-settings'
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
  USUAL_WEIGHT,
} from './trial-form-fields'

/** A child of a new trial gets an id of its own, whatever id was sent. */
const withoutId = <Sent extends { id?: unknown }>({ id: _id, ...child }: Sent) => child

const newSite = v.pipe(
  exactObject({ id: ignored, ...answeredBesideSite, ...siteFields }),
  v.transform(({ opened_at: _opened_at, opened_by: _opened_by, ...site }) => withoutId(site)),
)

const newStudyGroup = v.pipe(
  exactObject({
    id: ignored,
    is_blinded: ignored,
    is_closed_at_cap: ignored,
    ...cappedGroupFields,
    weight: v.optional(groupWeight, USUAL_WEIGHT),
  }),
  v.transform(({ is_blinded: _is_blinded, is_closed_at_cap: _is_closed, ...group }) => withoutId(group)),
)

const newStratum = v.pipe(
  exactObject({
    id: ignored,
    ...stratumFields,
    minimisation_weight: v.optional(factorWeight, USUAL_WEIGHT),
    trial_stratum_options: listOfOptions(
      v.pipe(exactObject({ id: ignored, ...cappedOptionFields }), v.transform(withoutId)),
    ),
  }),
  v.transform(withoutId),
)

/** The form that creates a trial, with its defaults. */
export const trialForm = v.pipe(
  exactObject({
    ...answeredBesideForm,
    setup_version: ignored,
    ...formFields,
    ...methodSettingsOrUsual(),
    trial_status_id: v.optional(v.picklist(STATUSES_AT_CREATION, 'A new trial is Planning or Pending'), 1),
    sites: listOfSites(newSite),
    study_groups: v.pipe(listOfStudyGroups(newStudyGroup), v.minLength(2, TOO_FEW_GROUPS)),
    trial_strata: listOfStrata(newStratum),
  }),
  v.transform(({ setup_version: _setup_version, ...sent }) => formOf(sent)),
)
export type TrialForm = v.InferOutput<typeof trialForm>

/** The form's fields as they are answered to those who may see a trial's settings. */
export const trialFormAnswer = v.strictObject({
  /** Moves with every save of the settings. */
  setup_version: v.number(),
  description: v.nullable(v.string()),
  study_registration_no: v.nullable(v.string()),
  ethics_approval_id: v.nullable(v.string()),
  ethics_approving_body: v.nullable(v.string()),
  start_on: date,
  expires_at: v.nullable(date),
  is_protected_trial: v.boolean(),
  allocation_method_id: id,
  randomisation_method_id: id,
  is_stratified: v.boolean(),
  is_site_stratified: v.boolean(),
  cap_notice_percent: v.number(),
  ...methodSettingAnswers(),
  participant_id_warning_id: id,
  exclude_flagged_participants: v.boolean(),
  is_design_checked: v.boolean(),
  pack_alert_level: v.nullable(v.number()),
  is_blinded_investigators: v.boolean(),
  is_blinded_users: v.boolean(),
  org_name: v.string(),
  org_contact_name: v.nullable(v.string()),
  org_chief_investigator: v.nullable(v.string()),
  org_billing_address: v.nullable(v.string()),
  org_website: v.nullable(v.string()),
  org_quote_amount: v.nullable(v.number()),
  org_quote_date: v.nullable(date),
  org_paid_amount: v.nullable(v.number()),
  org_paid_date: v.nullable(date),
  org_contract_date: v.nullable(date),
  org_comments: v.nullable(v.string()),
})
