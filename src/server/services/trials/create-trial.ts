import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { TrialForm } from '#contract/trial-form'
import type { createTrial as endpoint } from '#contract/trials'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { CREATOR_ROLE } from '#domain/permissions'
import { trialFormFaults } from '#domain/trial-form'
import type { FieldChange } from '../../audit/audit-entry'
import { expiryOf, isTimeZone } from '../../calendar'
import { appendAudit } from '../../db/audit-log'
import type { Transaction } from '../../db/transaction'
import { findTrial, insertTrial } from '../../db/trials'
import { insertPermission, livePermissions } from '../../db/user-permissions'
import type { Call, WriteHandler } from '../../http/call'
import type { Portal } from '../../portal'
import { encryptSeed } from '../../rct-alloc/seed-vault'
import { newTrialSecret } from '../../rct-alloc/trial-secret'
import { authoriseInSystem, viewIn } from '../authorise'
import { shownTrial } from './show-trial'
import { DESIGN_FAULTS, designOf } from './trial-design'

/** Creates a trial with its secret, the commitment to it, and the first entry of its audit chain. */
export const createTrial: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const permission = authoriseInSystem(call.actor, 'createTrial')
    if (!permission.ok) return permission
    const form = soundForm(call.body)
    if (!form.ok) return form
    const trialId = await storeNewTrial(transaction, call.portal, form.value, call.now)
    if (form.value.is_protected_trial) await grantToCreator(transaction, call, form.value, trialId)
    await appendAudit(transaction, {
      kind: 'trial_created',
      description: `Trial ${trialId} created: ${form.value.title}`,
      created_at: call.now,
      trial_id: trialId,
      user_id: call.actor.user_id,
      role: permission.value.role.title,
      changes: createdFields(form.value),
      reason: null,
      request_id: call.request_id,
    })
    return accepted({ trials: [trialId] })
  },

  answer: async (call, transaction, { trials: [trialId = 0] = [] }) => {
    const trial = await findTrial(transaction, trialId)
    if (!trial) return refused(refusal('not_found'))
    // Read again: the creator of a protected trial has just been given his permission in it.
    const permissions = await livePermissions(transaction, call.actor.user_id)
    const view = viewIn(trial, { ...call.actor, permissions }, 'viewTrial')
    return view.ok ? accepted(shownTrial(trial, view.value)) : view
  },
}

/** What the form says, field by field; its children by their names, in order. */
const createdFields = (form: TrialForm): FieldChange[] => {
  const { sites, study_groups, trial_strata, ...fields } = form
  const values = {
    ...fields,
    sites: sites.map(({ title }) => title).join(', '),
    study_groups: study_groups.map(({ name, weight }) => `${name} (${weight})`).join(', '),
    trial_strata: trial_strata.map(({ name }) => name).join(', '),
    creator_role: form.is_protected_trial ? CREATOR_ROLE.title : null,
  }
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([field, value]) => ({ field, old: null, new: value }))
}

/** A form that a trial can be made of, or every field that stands against it. */
const soundForm = (form: TrialForm): Outcome<TrialForm, Refusal> => {
  const faults = trialFormFaults(form)
  if (!isTimeZone(form.selected_timezone)) faults['selected_timezone'] = 'This time zone is not supported'
  const design = designOf(numbered(form))
  if (!design.ok) faults[design.refusal.field] ??= DESIGN_FAULTS[design.refusal.code]
  return Object.keys(faults).length === 0 ? accepted(form) : refused(invalidFields(faults))
}

/** The form with its children numbered in the order in which they will be stored: they have no ids of their own yet. */
const numbered = (form: TrialForm) => ({
  ...form,
  study_groups: form.study_groups.map(({ weight }, index) => ({ id: index + 1, weight })),
  trial_strata: form.trial_strata.map((stratum, index) => ({
    id: index + 1,
    trial_stratum_options: stratum.trial_stratum_options.map((_, option) => ({ id: option + 1 })),
  })),
})

/** Stores a trial from its form: its seed is drawn here, once, and leaves this function only encrypted. Answers its id. */
export const storeNewTrial = async (
  transaction: Transaction,
  portal: Portal,
  form: TrialForm,
  now: string,
): Promise<number> => {
  const { sites, study_groups, trial_strata, ...fields } = form
  const secret = newTrialSecret(portal.randomBytes)
  return insertTrial(transaction, {
    trial: {
      ...fields,
      expires_at: fields.expires_at ?? expiryOf(fields.end_on),
      created_at: now,
      started_on: null,
      ended_on: null,
      trial_uuid: secret.trial_uuid,
      seed_encrypted: encryptSeed(portal.config.seed_key, secret.trial_uuid, secret.seed, portal.randomBytes),
      commitment: secret.commitment,
      nonce_hex: null,
      ledger_head: null,
    },
    sites: sites.map(({ title, is_deleted, low_pack_level }) => ({ title, is_deleted, low_pack_level })),
    study_groups: study_groups.map(({ name, label, weight, factorial_level }) => ({
      name,
      label,
      weight,
      factorial_level,
    })),
    trial_strata: trial_strata.map(({ name, description, trial_stratum_options }) => ({
      name,
      description,
      trial_stratum_options: trial_stratum_options.map((option) => ({ name: option.name })),
    })),
  })
}

/** His role in the trial is an investigator's, and blinded where the trial's investigators must be. */
const grantToCreator = async (
  transaction: Transaction,
  { actor, now }: Pick<Call<typeof endpoint>, 'actor' | 'now'>,
  form: TrialForm,
  trialId: number,
) =>
  insertPermission(transaction, {
    user_id: actor.user_id,
    role_id: CREATOR_ROLE.id,
    trial_id: trialId,
    site_id: null,
    is_blinded_whole: form.is_blinded_investigators,
    created_at: now,
    updated_at: now,
    ended_at: null,
  })
