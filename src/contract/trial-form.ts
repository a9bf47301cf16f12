import { ALLOCATION_METHODS, RANDOMISATION_METHODS } from '#domain/trial-methods'
import { PARTICIPANT_ID_WARNINGS } from '#domain/participant'
import { NO_SITE } from '#domain/trial-form'
import { STATUSES_AT_CREATION } from '#domain/trial-status'
import * as v from 'valibot'
import { date, exactObject, id, integer, optionalText, REQUIRED, requiredText, timeZone } from './fields'

const TOO_FEW_GROUPS = 'At least two study groups are required'
const flag = v.optional(v.boolean('Must be true or false'), false)
const noNumber = v.nullish(integer(0), null)
const noDate = v.nullish(date, null)
const amount = v.nullish(v.pipe(v.number('Must be a number'), v.minValue(0), v.maxValue(999_999_999_999)), null)

/** A child that may carry the id it has in the database. */
const known = { id: v.optional(id) }

const siteForm = exactObject({
  ...known,
  title: requiredText(),
  is_deleted: flag,
  low_pack_level: noNumber,
})

const studyGroupForm = exactObject({
  ...known,
  name: requiredText(),
  label: optionalText(),
  weight: v.optional(integer(0, 60), 1),
  factorial_level: v.nullish(v.picklist([1, 2], 'Must be 1 or 2'), null),
})

const stratumForm = exactObject({
  ...known,
  name: requiredText(),
  description: optionalText(2000),
  trial_stratum_options: v.pipe(
    v.array(exactObject({ ...known, name: requiredText() })),
    v.minLength(1, 'At least one option is required'),
    v.maxLength(100, 'At most 100 options'),
  ),
})

/** The fields that only those see who may see a trial's settings. */
const settings = {
  description: optionalText(10_000),
  study_registration_no: optionalText(),
  ethics_approval_id: optionalText(),
  ethics_approving_body: optionalText(),
  start_on: date,
  expires_at: noDate,
  is_protected_trial: flag,
  allocation_method_id: v.optional(
    v.picklist(
      ALLOCATION_METHODS.map((method) => method.id),
      REQUIRED,
    ),
    1,
  ),
  randomisation_method_id: v.optional(
    v.picklist(
      RANDOMISATION_METHODS.map((method) => method.id),
      REQUIRED,
    ),
    4,
  ),
  is_stratified: flag,
  is_site_stratified: flag,
  block_size_min: v.nullish(integer(1, 1000), null),
  block_size_max: v.nullish(integer(1, 1000), null),
  participant_id_warning_id: v.optional(
    v.picklist(
      PARTICIPANT_ID_WARNINGS.map((warning) => warning.id),
      REQUIRED,
    ),
    1,
  ),
  exclude_flagged_participants: flag,
  pack_alert_level: noNumber,
  is_blinded_investigators: flag,
  is_blinded_users: flag,
  org_name: requiredText(),
  org_contact_name: optionalText(),
  org_chief_investigator: optionalText(),
  org_billing_address: optionalText(2000),
  org_website: optionalText(),
  org_quote_amount: amount,
  org_quote_date: noDate,
  org_paid_amount: amount,
  org_paid_date: noDate,
  org_contract_date: noDate,
  org_comments: optionalText(10_000),
}

/** The form that creates a trial (specification 001, sections 3 and 5), with its defaults. */
export const trialForm = exactObject({
  title: requiredText(),
  ...settings,
  end_on: date,
  selected_timezone: v.optional(timeZone, 'Etc/UTC'),
  sample_size: v.optional(integer(0), 0),
  is_participant_id_required: flag,
  is_participant_id_used: flag,
  participant_id_label: optionalText(),
  participant_id_description: optionalText(2000),
  is_managing_packs: flag,
  is_site_managing_packs: flag,
  is_confirmable: flag,
  trial_status_id: v.optional(v.picklist(STATUSES_AT_CREATION, 'A new trial is Planning or Pending'), 1),
  sites: v.pipe(v.array(siteForm, NO_SITE), v.minLength(1, NO_SITE), v.maxLength(1000, 'At most 1000 sites')),
  study_groups: v.pipe(
    v.array(studyGroupForm, TOO_FEW_GROUPS),
    v.minLength(2, TOO_FEW_GROUPS),
    v.maxLength(60, 'At most 60 study groups'),
  ),
  trial_strata: v.optional(v.pipe(v.array(stratumForm), v.maxLength(30, 'At most 30 strata')), []),
})

export type TrialForm = v.InferOutput<typeof trialForm>

/** The form's fields as they are answered to those who may see a trial's settings. */
export const trialFormAnswer = v.strictObject({
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
  block_size_min: v.nullable(v.number()),
  block_size_max: v.nullable(v.number()),
  participant_id_warning_id: id,
  exclude_flagged_participants: v.boolean(),
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
