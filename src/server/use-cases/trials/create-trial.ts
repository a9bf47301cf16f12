import { auditEntry } from '../../ground/audit/audit-entry'
import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { TrialForm } from '#contract/trial-form'
import { createTrial as endpoint } from '#contract/trials'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { expiryOf } from '#domain/trials/trial-expiry'
import { appendAudits } from '../../ground/db/audit-log'
import { insertTrial } from '../../ground/db/save-trial'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial, findTrialAccess, type WholeTrial } from '../../ground/db/trials'
import { livePermissions, lockPermissions } from '../../ground/db/user-permissions'
import { findUser } from '../../ground/db/users'
import type { Actor, WriteHandler } from '../call/call'
import { viewIn, viewOfSystem } from '../call/authorise'
import type { ServerContext } from '../call/server-context'
import { encryptSeed } from '../../ground/ledger/seed-vault'
import { settledTimeZone } from '../../ground/time/time-zones'
import { newTrialSecret } from '../../ground/ledger/trial-secret'
import { answerTrial } from './answer-trial'
import { keepInProtectedTrial } from './protect-trial'
import { designFaults, formFaults, listSizeFaults, type SettledForm } from './sound-form'
import { committed, createdFields } from './trial-changes'

/** Creates a trial with its secret, the commitment to it, and the first entry of its audit chain. */
export const createTrial: WriteHandler<typeof endpoint> = {
  perform: async (received, transaction) => {
    const { trial_status_id, ...sent } = received.body
    const creator = sent.is_protected_trial ? await lockCreator(transaction, received.actor) : accepted(received.actor)
    if (!creator.ok) return creator
    const actor = creator.value
    const view = viewOfSystem(actor, endpoint.needs.can)
    if (!view.ok) return view
    const call = { ...received, actor, view: view.value }
    const { copied_from } = call.query
    if (copied_from !== undefined && !(await mayCopy(transaction, call.actor, copied_from)))
      return refused(invalidFields({ copied_from: 'Must be a trial whose whole design you may see' }))
    const form = soundForm(sent)
    if (!form.ok) return form
    const trial = await storeNewTrial(transaction, call, { ...form.value, trial_status_id })
    const protection = form.value.is_protected_trial
      ? await keepInProtectedTrial(transaction, call, trial, call.now)
      : null
    const entry = auditEntry(call, call.view, {
      kind: 'trial_created',
      description: `Trial ${trial.id} created: ${trial.title}`,
      trial_id: trial.id,
      changes: [
        ...createdFields(trial),
        committed(trial),
        ...(copied_from === undefined ? [] : [{ field: 'copied_from', old: null, new: copied_from }]),
        ...(protection === null ? [] : [{ field: 'creator_role', old: null, new: protection.role }]),
      ],
    })
    await appendAudits(transaction, [entry, ...(protection?.entries ?? [])])
    return accepted({ trials: [trial.id] })
  },

  answer: async (call, transaction, { trials: [trialId = 0] = [] }) => answerTrial(transaction, call.actor, trialId),
}

/**
 * Whoever creates a protected trial, with the permissions that they have under the lock of permissions: they get one more. Refuses with 401
 * who was deactivated meanwhile. Not by their session, which the sample's administrator has none of.
 */
const lockCreator = async (transaction: Transaction, actor: Actor): Promise<Outcome<Actor, Refusal>> => {
  await lockPermissions(transaction)
  const person = await findUser(transaction, actor.user_id)
  if (!person?.is_active) return refused(refusal('token_revoked'))
  return accepted({ ...actor, permissions: await livePermissions(transaction, actor.user_id) })
}

/** Whether the person may see all of a trial's design. Others are refused as for a trial that does not exist. */
const mayCopy = async (transaction: Transaction, actor: Actor, trialId: number): Promise<boolean> => {
  const trial = await findTrialAccess(transaction, trialId)
  return trial !== undefined && viewIn(trial, actor, 'viewBlockSizes').ok
}

/** A valid form, or all its faults by field. */
const soundForm = (sent: Omit<TrialForm, 'trial_status_id'>): Outcome<SettledForm, Refusal> => {
  const form = {
    ...sent,
    selected_timezone: settledTimeZone(sent.selected_timezone, null),
    expires_at: sent.expires_at ?? expiryOf(sent.end_on),
  }
  const faults = { ...designFaults(form), ...listSizeFaults(form), ...formFaults(form, null) }
  return Object.keys(faults).length === 0 ? accepted(form) : refused(invalidFields(faults))
}

/** Stores a trial from its form: its seed is drawn here, once, and leaves this function only encrypted. */
const storeNewTrial = async (
  transaction: Transaction,
  { context, actor, now }: { context: ServerContext; actor: Actor; now: string },
  { sites, study_groups, trial_strata, ...fields }: SettledForm & Pick<TrialForm, 'trial_status_id'>,
): Promise<WholeTrial> => {
  const secret = newTrialSecret(context.randomBytes)
  const trial = {
    ...fields,
    created_at: now,
    design_changed_by: actor.user_id,
    design_changed_at: now,
    started_on: null,
    ended_on: null,
    trial_uuid: secret.trial_uuid,
    seed_encrypted: encryptSeed(context.config.seed_key, secret.trial_uuid, secret.seed, context.randomBytes),
    commitment: secret.commitment,
    nonce_hex: null,
    ledger_head: null,
  }
  const id = await insertTrial(transaction, trial, { sites, study_groups, trial_strata })
  const stored = await findTrial(transaction, id)
  if (!stored) throw new Error(`trial ${id} vanished while it was created`)
  return stored
}
