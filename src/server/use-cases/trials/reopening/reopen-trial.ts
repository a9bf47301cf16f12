import { refusal } from '#contract/errors'
import { reopenTrial as endpoint } from '#contract/trial-reopening'
import { accepted, refused } from '#domain/outcome'
import { REOPENED_MEANING, REOPENED_STATUS, reopeningRefusal } from '#domain/trials/trial-reopening'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { countReopenings, insertReopening } from '../../../ground/db/trial-reopenings'
import { updateTrialStatus } from '../../../ground/db/trials'
import { queueStatusChange } from '../../../ground/mail/announcements'
import type { WriteHandler } from '../../call/call'
import { appendLedger } from '../append-ledger'
import { lockWholeTrial } from '../lock-whole-trial'
import { findValidRequest } from './find-valid-request'
import { showTrialReopening } from './show-trial-reopening'

/**
 * Re-opens a trial that was finished by mistake, by another person than the one who requested it. The trial is Paused then, and its
 * ledger goes on with a record of it (src/specification/rct-alloc-1.md#records).
 */
export const reopenTrial: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    const { user_id } = call.actor
    const now = call.context.now()
    const request = await findValidRequest(transaction, trial, now)
    const code = reopeningRefusal(trial, request, { user_id, request_id: call.body.request_id })
    if (code !== null || request === null) return refused(refusal(code ?? 'reopening_not_requested'))
    const { id: request_id, requested_by, requested_by_name, reason } = request
    const number = (await countReopenings(transaction, trial_id)) + 1
    await insertReopening(transaction, {
      request_id,
      trial_id,
      requested_by,
      confirmed_by: user_id,
      confirmed_at: now,
      meaning: REOPENED_MEANING,
    })
    const { started_on, allocation_counter: drawn } = trial
    const ledger = await appendLedger(transaction, call.context, trial, [{ type: 'reopening', at: now, number, drawn }])
    await updateTrialStatus(transaction, trial_id, {
      trial_status_id: REOPENED_STATUS,
      started_on,
      ended_on: null,
      ...ledger,
    })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'trial_reopened',
        description: `Trial ${trial_id} re-opened: ${REOPENED_MEANING}`,
        changes: [
          { field: 'trial_status_id', old: trial.trial_status_id, new: REOPENED_STATUS },
          { field: 'requested_by_user_id', old: null, new: requested_by },
        ],
        reason,
      }),
    )
    const news = { trial, to: REOPENED_STATUS, reason, by: call.actor.name, at: now }
    await queueStatusChange(transaction, call.context, { ...news, requested_by: requested_by_name })
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ parameters, context }, transaction) =>
    showTrialReopening(transaction, parameters.trial_id, context.now()),
}
