import { refusal } from '#contract/errors'
import { requestTrialReopening as endpoint } from '#contract/trial-reopening'
import { accepted, refused } from '#domain/outcome'
import { mayReopen } from '#domain/trials/trial-reopening'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { insertReopeningRequest } from '../../../ground/db/trial-reopenings'
import { queueReopeningRequested } from '../../../ground/mail/announcements'
import type { WriteHandler } from '../../call/call'
import { refuseNamedGroup } from '../../call/refuse-named-group'
import { lockWholeTrial } from '../lock-whole-trial'
import { showTrialReopening } from './show-trial-reopening'

/** Requests that a trial is re-opened. Nothing of the trial changes until another person confirms it (decision 0099). */
export const requestTrialReopening: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    if (!mayReopen(trial)) return refused(refusal('reopening_not_possible'))
    const { reason } = call.body
    const writer = { actor: call.actor, view }
    const unnamed = await refuseNamedGroup(transaction, writer, [{ field: 'reason', called: 'reason', text: reason }])
    if (!unnamed.ok) return unnamed
    // The time under the lock, so that the order of times is the order in which things happened.
    const now = call.context.now()
    const { user_id } = call.actor
    await insertReopeningRequest(transaction, { trial_id, requested_by: user_id, requested_at: now, reason })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'reopening_requested',
        description: `Re-opening of trial ${trial_id} requested`,
        reason,
      }),
    )
    await queueReopeningRequested(transaction, call.context, { trial, reason, by: call.actor.name, at: now })
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ parameters, context }, transaction) =>
    showTrialReopening(transaction, parameters.trial_id, context.now()),
}
