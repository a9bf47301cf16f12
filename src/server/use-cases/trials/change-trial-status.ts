import { auditEntry } from '../../ground/audit/audit-entry'
import { refusal, type Refusal } from '#contract/errors'
import { changeTrialStatus as endpoint } from '#contract/trials'
import { isConfirmationMissing } from '#domain/trials/design-confirmation'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { isByList } from '#domain/trials/trial-methods'
import { isBlinded } from '#domain/people/permissions'
import type { AllocationDesign } from '#domain/randomisation/design'
import type { DesignRefusal } from '#domain/randomisation/design-setup'
import { isFinalTrialStatus, mayChangeTrialStatus, mayRandomiseInStatus } from '#domain/trials/trial-status'
import { dayIn } from '../../ground/time/calendar'
import { trialStatusName } from '../../ground/stored-names'
import { appendAudit } from '../../ground/db/audit-log'
import { insertLedgerRecords } from '../../ground/db/ledger'
import type { Transaction } from '../../ground/db/transaction'
import { updateTrialStatus, type WholeTrial } from '../../ground/db/trials'
import { countWaitingAtSites } from '../../ground/db/waiting-list'
import type { WriteHandler } from '../call/call'
import { queueStatusChange, queueWaiting } from '../../ground/mail/announcements'
import type { ServerContext } from '../call/server-context'
import { genesisHash, ledgerLink } from '../../ground/ledger/ledger-chain'
import { ledgerDesign } from '../../ground/ledger/ledger-records'
import { listForStart, type ListForStart } from './own-lists/list-for-start'
import { putListInForce } from './own-lists/put-list-in-force'
import { secretKeysOf } from './secret-keys'
import { refuseNamedGroup } from '../call/refuse-named-group'
import { answerTrial } from './answer-trial'
import { lockWholeTrial } from './lock-whole-trial'
import { recordNames } from './record-names'
import { findCurrentDesign } from './find-current-design'
import { committed } from './trial-changes'
import { CANNOT_START, designFault, designOf } from './trial-design'

/** Sets a trial to a status that may follow its own. The first start opens its ledger with the design it has then. */
export const changeTrialStatus: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    // The time under the lock, so that the order of times is the order of events.
    const now = call.context.now()
    const { trial_status_id, reason } = call.body
    if (!mayChangeTrialStatus(trial.trial_status_id, trial_status_id)) {
      return refused(refusal('status_change_not_allowed'))
    }
    const writer = { actor: call.actor, view }
    const unnamed = await refuseNamedGroup(transaction, writer, [{ field: 'reason', called: 'reason', text: reason }])
    if (!unnamed.ok) return unnamed
    if (mayRandomiseInStatus(trial_status_id)) {
      const { design, confirmed } = await findCurrentDesign(transaction, trial)
      if (isConfirmationMissing(design, confirmed)) return refused(refusal('design_not_confirmed'))
    }
    const isFirstByList = opensLedger(trial, trial_status_id) && isByList(trial)
    const list = isFirstByList ? await listForStart(transaction, call.context, trial) : null
    if (list?.ok === false) return list
    const start = { statusId: trial_status_id, list: list?.value ?? null }
    const statusChange = await setTrialStatus(transaction, call.context, trial, start, now)
    if (!statusChange.ok) return refused(cannotStart(statusChange.refusal, isBlinded(view.permission)))
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'trial_status_changed',
        description: `Trial ${trial_id} set from ${trialStatusName(trial.trial_status_id)} to ${trialStatusName(trial_status_id)}`,
        changes: [
          { field: 'trial_status_id', old: trial.trial_status_id, new: trial_status_id },
          // Also of a trial from before its creation told it.
          ...(opensLedger(trial, trial_status_id) ? [committed(trial)] : []),
        ],
        reason,
      }),
    )
    const news = { trial, to: trial_status_id, reason, by: call.actor.name, at: now }
    await queueStatusChange(transaction, call.context, news)
    if (mayRandomiseInStatus(trial_status_id)) {
      const sites = await countWaitingAtSites(transaction, trial_id)
      await queueWaiting(transaction, call.context, { trial, sites, by: call.actor.name, at: now })
    }
    return accepted({ trials: [trial_id] })
  },

  answer: async (call, transaction) => answerTrial(transaction, call.actor, call.parameters.trial_id),
}

/** A trial that could not draw does not start: the reason, without words about parts hidden from the reader. */
const cannotStart = (fault: DesignRefusal, isHidden: boolean): Refusal =>
  refusal('status_change_not_allowed', {
    message: `${CANNOT_START}${isHidden ? '' : `: ${designFault(fault)}`}`,
  })

/**
 * Writes a status with the day it began or ended in the trial's zone, and opens the ledger at the first start. What study groups
 * and sites are called is recorded in it where it is not yet, and the list that the trial draws from. Refused where the trial would start with a design that no method can
 * run.
 */
const setTrialStatus = async (
  transaction: Transaction,
  context: ServerContext,
  trial: WholeTrial,
  { statusId, list }: { statusId: number; list: ListForStart | null },
  now: string,
): Promise<Outcome<null, DesignRefusal>> => {
  const today = dayIn(trial.selected_timezone, now)
  const isStart = mayRandomiseInStatus(statusId)
  const design = isStart ? designOf(trial) : null
  if (design && !design.ok) return design
  const opened =
    design && opensLedger(trial, statusId) ? await openLedger(transaction, context, trial, design.value, now) : trial
  await updateTrialStatus(transaction, trial.id, {
    trial_status_id: statusId,
    started_on: isStart ? (trial.started_on ?? today) : trial.started_on,
    ended_on: isFinalTrialStatus(statusId) ? today : trial.ended_on,
    ledger_head: opened.ledger_head,
    ledger_length: opened.ledger_length,
  })
  const listed =
    list && design?.value.method === 'list'
      ? await putListInForce(transaction, context, { ...trial, ...opened }, design.value, { ...list, now })
      : { ...trial, ...opened }
  await recordNames(transaction, context, listed, now)
  return accepted(null)
}

/** Whether this is the first start. */
const opensLedger = ({ ledger_head }: Pick<WholeTrial, 'ledger_head'>, statusId: number): boolean =>
  ledger_head === null && mayRandomiseInStatus(statusId)

/** Binds the chain to the commitment and the design at Start, with the design as its first record (RCT-ALLOC-1). */
const openLedger = async (
  transaction: Transaction,
  context: ServerContext,
  trial: WholeTrial,
  design: AllocationDesign,
  now: string,
) => {
  const recordedDesign = ledgerDesign(design)
  const { saltKey } = secretKeysOf(context, trial)
  const link = ledgerLink(saltKey, genesisHash(trial.commitment, recordedDesign), {
    type: 'settings',
    i: 1,
    at: now,
    design: recordedDesign,
  })
  await insertLedgerRecords(transaction, trial.id, [link])
  return { ledger_head: link.hash, ledger_length: link.i }
}
