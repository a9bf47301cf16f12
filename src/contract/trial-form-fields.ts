import { PARTICIPANT_ID_WARNINGS } from '#domain/participants/participant'
import {
  HIGHEST_LEAST_ACTIVE_PACKS,
  LOWEST_LEAST_ACTIVE_PACKS,
  USUAL_LEAST_ACTIVE_PACKS,
} from '#domain/study-packs/single-packs'
import { LONGEST_RATIO, RATIO_TEXT } from '#domain/trials/ratio-text'
import { NO_SITE, TOO_FEW_GROUPS } from '#domain/trials/trial-form'
import { ALLOCATION_METHODS, FACTORIAL_LEVELS, RANDOMISATION_METHODS } from '#domain/trials/trial-methods'
import { USUAL_CAP_NOTICE_PERCENT } from '#domain/trials/caps'
import * as v from 'valibot'
import { date, integer, optionalText, REQUIRED, requiredText, timeZone } from './fields'

/** The most that a weight may be. */
const MAX_WEIGHT = 1000
const flag = v.optional(v.boolean('Must be true or false'), false)
const noDate = v.nullish(date, null)
const noNumber = v.nullish(integer(0), null)
const amount = v.nullish(
  v.pipe(
    v.number('Must be a number'),
    v.minValue(0, 'Must be at least 0'),
    v.maxValue(999_999_999_999, 'Must be at most 999999999999'),
    v.check((value) => Math.round(value * 100) / 100 === value, 'At most two decimals'),
  ),
  null,
)

/** How many participants there may be at most; null where there is no such cap. Bounded, for every request counts up to it. */
const cap = v.nullish(integer(1, 100_000), null)

/** Fields of a trial's form that are the same whenever it is sent. */
export const formFields = {
  title: requiredText(),
  description: optionalText(10_000),
  study_registration_no: optionalText(),
  ethics_approval_id: optionalText(),
  ethics_approving_body: optionalText(),
  start_on: date,
  end_on: date,
  expires_at: noDate,
  selected_timezone: v.optional(timeZone, 'Etc/UTC'),
  is_protected_trial: flag,
  sample_size: v.optional(integer(0), 0),
  /** At how many percent of a cap people are told that it is near. */
  cap_notice_percent: v.optional(integer(1, 100), USUAL_CAP_NOTICE_PERCENT),
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
  is_participant_id_required: flag,
  is_participant_id_used: flag,
  participant_id_label: optionalText(),
  participant_id_description: optionalText(2000),
  participant_id_warning_id: v.optional(
    v.picklist(
      PARTICIPANT_ID_WARNINGS.map((warning) => warning.id),
      REQUIRED,
    ),
    1,
  ),
  exclude_flagged_participants: flag,
  /** Whether a second person confirms the design before the trial starts. */
  is_design_checked: flag,
  /** Whether each site is opened before anybody is randomised there. */
  is_opening_sites: flag,
  is_managing_packs: flag,
  is_site_managing_packs: flag,
  is_confirmable: flag,
  /** Whether a second person confirms a pack before it is dispensed. */
  is_dispense_checked: flag,
  /** Blinded people may not change single packs where fewer active packs than these would be left (decision 0035). */
  least_active_packs: v.optional(
    integer(LOWEST_LEAST_ACTIVE_PACKS, HIGHEST_LEAST_ACTIVE_PACKS),
    USUAL_LEAST_ACTIVE_PACKS,
  ),
  pack_alert_level: noNumber,
  is_blinded_investigators: flag,
  is_blinded_users: flag,
  /** Whether unblinding needs a fresh sign-in. */
  is_unblinding_reauthenticated: flag,
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

export const siteFields = { title: requiredText(), is_deleted: flag, low_pack_level: noNumber, max_participants: cap }

export const studyGroupFields = {
  name: requiredText(),
  label: optionalText(),
  factorial_level: v.nullish(v.picklist(FACTORIAL_LEVELS, 'Must be 1 or 2'), null),
}
export const cappedGroupFields = { ...studyGroupFields, max_participants: cap }

/** The weights of a study group and of a stratum in the minimisation where none is sent. */
export const USUAL_WEIGHT = 1
/** Weights are reduced before they are judged: 99 : 99 is 1 : 1. */
export const groupWeight = integer(0, MAX_WEIGHT)
export const factorWeight = integer(1, MAX_WEIGHT)

export const stratumFields = { name: requiredText(), description: optionalText(2000) }
const optionFields = { name: requiredText() }
/** The ratio of participants with an option, such as 2:1 in the order of the study groups by id; null: that of the study groups. */
const optionRatio = v.nullish(
  v.pipe(
    v.string('Must be text'),
    v.regex(RATIO_TEXT, 'Each weight must be a whole number, 1 or more'),
    v.maxLength(LONGEST_RATIO, 'At most 60 weights'),
  ),
  null,
)
export const ratedOptionFields = { ...optionFields, ratio: optionRatio }
export const cappedOptionFields = { ...ratedOptionFields, max_participants: cap }

export const listOfSites = <const S extends v.GenericSchema>(site: S) =>
  v.pipe(v.array(site, NO_SITE), v.minLength(1, NO_SITE), v.maxLength(1000, 'At most 1000 sites'))

export const listOfStudyGroups = <const S extends v.GenericSchema>(group: S) =>
  v.pipe(v.array(group, TOO_FEW_GROUPS), v.maxLength(60, 'At most 60 study groups'))

export const listOfStrata = <const S extends v.GenericSchema>(stratum: S) =>
  v.optional(v.pipe(v.array(stratum), v.maxLength(30, 'At most 30 strata')), [])

export const listOfOptions = <const S extends v.GenericSchema>(option: S) =>
  v.pipe(v.array(option), v.minLength(1, 'At least one option is required'), v.maxLength(100, 'At most 100 options'))
