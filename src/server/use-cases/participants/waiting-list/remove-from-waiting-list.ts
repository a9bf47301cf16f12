import { refusal } from '#contract/errors'
import { removeFromWaitingList as endpoint } from '#contract/waiting-list'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { deleteWaiting } from '../../../ground/db/waiting-list'
import type { WriteHandler } from '../../call/call'
import { refuseNamedGroup } from '../../call/refuse-named-group'
import { lockWholeTrial } from '../../trials/lock-whole-trial'

/** Takes a participant off the waiting list with a reason; the audit log has the history. */
export const removeFromWaitingList: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id, waiting_id } = call.parameters
    const { reason } = call.body
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { view } = locked.value
    const removed = await deleteWaiting(transaction, trial_id, view.sites, waiting_id)
    if (removed === undefined) return refused(refusal('not_found'))
    const writer = { actor: call.actor, view }
    const unnamed = await refuseNamedGroup(transaction, writer, [{ field: 'reason', called: 'reason', text: reason }])
    if (!unnamed.ok) return unnamed
    const { participant_id, site_id } = removed
    await appendAudit(
      transaction,
      auditEntry({ ...call, now: call.context.now() }, view, {
        kind: 'waiting_list_left',
        description: `Participant ID ${participant_id} removed from the waiting list of trial ${trial_id}`,
        changes: [
          { field: 'waiting_id', old: waiting_id, new: null },
          { field: 'participant_id', old: participant_id, new: null },
          { field: 'site_id', old: site_id, new: null },
        ],
        reason,
      }),
    )
    return accepted({ waiting_participants: [waiting_id] })
  },

  answer: async () => accepted(undefined),
}
