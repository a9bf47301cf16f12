import { refusal } from '#contract/errors'
import type { changeTrialStatus as endpoint } from '#contract/trials'
import { accepted, refused } from '#domain/outcome'
import { isFinalTrialStatus, mayChangeTrialStatus, mayRandomiseInStatus, trialStatusOfId } from '#domain/trial-status'
import { dayIn } from '../../calendar'
import { appendAudit } from '../../db/audit-log'
import { insertLedgerRecords } from '../../db/ledger'
import type { Transaction } from '../../db/transaction'
import { findTrial, lockTrial, updateTrialStatus, type WholeTrial } from '../../db/trials'
import type { WriteHandler } from '../../http/call'
import type { Portal } from '../../portal'
import { genesisHash, ledgerLink } from '../../rct-alloc/ledger-chain'
import { ledgerDesign } from '../../rct-alloc/ledger-records'
import { authoriseInTrial } from '../authorise'
import { secretKeysOf } from '../participants/secret-keys'
import { shownTrial } from './show-trial'
import { designOf } from './trial-design'

/** Sets a trial to a status that may follow its own. The first start opens its ledger with the design it has then. */
export const changeTrialStatus: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const view = await authoriseInTrial(transaction, call.actor, trial_id, 'changeTrialStatus')
    if (!view.ok) return view
    await lockTrial(transaction, trial_id)
    // The time under the lock, so that the order of times is the order in which things happened.
    const now = call.portal.now()
    const trial = await findTrial(transaction, trial_id)
    if (!trial) return refused(refusal('not_found'))
    const { trial_status_id, reason } = call.body
    if (!mayChangeTrialStatus(trial.trial_status_id, trial_status_id)) {
      return refused(refusal('status_change_not_allowed'))
    }
    await setTrialStatus(transaction, call.portal, trial, trial_status_id, now)
    const nameOf = (id: number) => trialStatusOfId(id)?.name ?? ''
    await appendAudit(transaction, {
      kind: 'trial_status_changed',
      description: `Trial ${trial_id} set from ${nameOf(trial.trial_status_id)} to ${nameOf(trial_status_id)}`,
      created_at: now,
      trial_id,
      user_id: call.actor.user_id,
      role: view.value.permission.role.title,
      changes: [{ field: 'trial_status_id', old: trial.trial_status_id, new: trial_status_id }],
      reason,
      request_id: call.request_id,
    })
    return accepted({ trials: [trial_id] })
  },

  answer: async (call, transaction) => {
    const view = await authoriseInTrial(transaction, call.actor, call.parameters.trial_id, 'viewTrial')
    if (!view.ok) return view
    const trial = await findTrial(transaction, call.parameters.trial_id)
    return trial ? accepted(shownTrial(trial, view.value)) : refused(refusal('not_found'))
  },
}

/** Writes a status with the day it began or ended in the trial's zone, and opens the ledger at the first start. */
export const setTrialStatus = async (
  transaction: Transaction,
  portal: Portal,
  trial: WholeTrial,
  statusId: number,
  now: string,
): Promise<void> => {
  const today = dayIn(trial.selected_timezone, now)
  const isStart = mayRandomiseInStatus(statusId)
  const opened = isStart && trial.ledger_head === null ? await openLedger(transaction, portal, trial, now) : trial
  await updateTrialStatus(transaction, trial.id, {
    trial_status_id: statusId,
    started_on: isStart ? (trial.started_on ?? today) : trial.started_on,
    ended_on: isFinalTrialStatus(statusId) ? today : trial.ended_on,
    ledger_head: opened.ledger_head,
    ledger_length: opened.ledger_length,
  })
}

/** Binds the chain to the commitment and the design at Start, with the design as its first record (RCT-ALLOC-1). */
const openLedger = async (transaction: Transaction, portal: Portal, trial: WholeTrial, now: string) => {
  const design = designOf(trial)
  if (!design.ok)
    throw new Error(`trial ${trial.id} is stored with a design that cannot be run: ${design.refusal.code}`)
  const said = ledgerDesign(design.value)
  const { saltKey } = secretKeysOf(portal, trial)
  const link = ledgerLink(saltKey, genesisHash(trial.commitment, said), {
    type: 'settings',
    i: 1,
    at: now,
    design: said,
  })
  await insertLedgerRecords(transaction, trial.id, [link])
  return { ledger_head: link.hash, ledger_length: link.i }
}
