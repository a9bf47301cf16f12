import { refusal } from '#contract/errors'
import type { acknowledgeAlarm as endpoint } from '#contract/service-status'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { acknowledgeAlarm as acknowledge, findAlarm } from '../../../ground/db/alarms'
import { appendAudit } from '../../../ground/db/audit-log'
import { lockTrial } from '../../../ground/db/trials'
import type { WriteHandler } from '../../call/call'
import { auditVisibility } from '../../audit/audit-visibility'
import { shownAlarm } from './shown-alarm'

/**
 * Closes an open alarm with a reason, which the audit log of its trial records. If the next check finds the same again,
 * it raises another alarm.
 */
export const acknowledgeAlarm: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { actor, context, view, body } = call
    const { alarm_id } = call.parameters
    const alarm = await findAlarm(transaction, alarm_id)
    if (!alarm) return refused(refusal('not_found'))
    const { kind, trial_id, first_seen_at } = alarm
    // Locked before the alarm's row, as in the job that raises alarms.
    if (trial_id !== null) await lockTrial(transaction, trial_id)
    const now = context.now()
    const acknowledgement = { acknowledged_at: now, acknowledged_by: actor.user_id, reason: body.reason }
    if (!(await acknowledge(transaction, alarm_id, acknowledgement))) return refused(refusal('alarm_acknowledged'))
    const subject = kind === 'ledger' ? 'the ledger' : 'the audit log'
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'alarm_acknowledged',
        description: `Alarm ${alarm_id} of ${first_seen_at.slice(0, 10)} about ${subject} acknowledged`,
        trial_id,
        reason: body.reason,
      }),
    )
    return accepted({ alarms: [alarm_id] })
  },

  answer: async ({ actor, parameters }, transaction) => {
    const alarm = await findAlarm(transaction, parameters.alarm_id)
    if (!alarm) return refused(refusal('not_found'))
    const { hidden } = await auditVisibility(transaction, actor)
    return accepted(shownAlarm(alarm, hidden))
  },
}
