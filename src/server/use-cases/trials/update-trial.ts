import { refusal, type Refusal } from '#contract/errors'
import { updateTrial as endpoint } from '#contract/trials'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { auditEntry } from '../../ground/audit/audit-entry'
import { appendAudits } from '../../ground/db/audit-log'
import { storeDesignChange } from '../../ground/db/design-confirmations'
import { saveTrial } from '../../ground/db/save-trial'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { Actor, Call, WriteHandler } from '../call/call'
import { lockPermissionsFor } from '../people/permissions/authorise-granter'
import { answerTrial } from './answer-trial'
import { lockWholeTrial } from './lock-whole-trial'
import { judgeSave } from './judge-save'
import { keepInProtectedTrial } from './protect-trial'
import { recordDesign } from './record-design'
import { recordNames } from './record-names'
import { renamingsIn, storeFormerNames } from './renamings'
import type { SettledForm } from './sound-form'
import { designHash } from './find-current-design'
import { changedFields } from './trial-changes'

/**
 * Saves all of a trial's settings under the trial's lock. Of two people who save at once, the second is refused, because their form
 * is of an older version. No randomisation sees half a save. A changed design is recorded in the ledger.
 */
export const updateTrial: WriteHandler<typeof endpoint> = {
  perform: async (received, transaction) => {
    const present = await presentActor(received, transaction)
    if (!present.ok) return present
    const call = { ...received, actor: present.value }
    const { trial_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial: before, view } = locked.value
    const form = await judgeSave(transaction, call.body, before, view)
    if (!form.ok) return form
    const renamings = await renamingsIn(transaction, form.value, before)
    const { renaming } = call.body
    if (renamings.length > 0 && renaming?.trial_title !== before.title)
      return refused(refusal('renaming_not_confirmed'))
    // Read under the lock, so that times are in the order of the events.
    const now = call.context.now()
    if (renaming !== undefined)
      await storeFormerNames(transaction, before, renamings, {
        at: now,
        by: call.actor.user_id,
        reason: renaming.reason,
      })
    // For a trial that started before names were recorded: the names that this save may end.
    await recordNames(transaction, call.context, before, now)
    const stored = await storeForm(transaction, before, form.value)
    const saved = await recordNames(transaction, call.context, stored, now)
    if (designHash(saved) !== designHash(before))
      await storeDesignChange(transaction, trial_id, {
        design_changed_by: call.actor.user_id,
        design_changed_at: now,
      })
    const epoch = await recordDesign(transaction, call.context, before, saved, now)
    const isProtectedNow = saved.is_protected_trial && !before.is_protected_trial
    const protection = isProtectedNow ? await keepInProtectedTrial(transaction, call, saved, now) : null
    const entry = auditEntry({ ...call, now }, view, {
      kind: 'trial_updated',
      description: `Settings of trial ${trial_id} saved: ${saved.title}`,
      changes: [
        ...changedFields(before, { ...saved, epoch }),
        ...(protection === null ? [] : [{ field: 'role_in_trial', old: null, new: protection.role }]),
      ],
      reason: renamings.length > 0 ? (renaming?.reason ?? null) : null,
    })
    await appendAudits(transaction, [entry, ...(protection?.entries ?? [])])
    return accepted({ trials: [trial_id] })
  },

  answer: async (call, transaction) => answerTrial(transaction, call.actor, call.parameters.trial_id),
}

/**
 * The caller. Of one who protects a trial, with the permissions that they have under the lock of permissions: who lost
 * the right meanwhile must not get a role in the trial.
 */
const presentActor = async (
  { body, actor }: Call<typeof endpoint>,
  transaction: Transaction,
): Promise<Outcome<Actor, Refusal>> =>
  body.is_protected_trial ? lockPermissionsFor(transaction, actor) : accepted(actor)

/** Stores the form and returns the resulting trial. Engine counts stay unchanged: only flags move them. */
const storeForm = async (transaction: Transaction, before: WholeTrial, form: SettledForm): Promise<WholeTrial> => {
  const { sites, study_groups, trial_strata, ...fields } = form
  await saveTrial(transaction, before.id, fields, { sites, study_groups, trial_strata })
  const saved = await findTrial(transaction, before.id)
  if (!saved) throw new Error(`trial ${before.id} vanished while its row was locked`)
  return saved
}
