import { refusal } from '#contract/errors'
import type { recordInadvertentUnblinding as endpoint } from '#contract/participant-actions'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { findInadvertentUnblinding, insertInadvertentUnblinding } from '../../ground/db/participant-actions'
import { findParticipants } from '../../ground/db/participants'
import type { WriteHandler } from '../call/call'
import { queueInadvertentUnblinding } from '../../ground/mail/announcements'
import { lockParticipant, newsOfAction } from './lock-participant'

/**
 * Records that a participant's group became known by accident, and tells the people who run the trial. The text about
 * it may name the group, so the audit entry and the email omit it, and blinded people do not see it in the history.
 */
export const recordInadvertentUnblinding: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const locked = await lockParticipant(transaction, call)
    if (!locked.ok) return locked
    const { trial, participant, now } = locked.value
    const id = await insertInadvertentUnblinding(transaction, {
      participant_id: participant.id,
      created_at: now,
      recorded_by: call.actor.user_id,
      comment: call.body.comment,
    })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, call.view, {
        kind: 'inadvertent_unblinding_recorded',
        participant: participant.trial_sequence_no,
        description: `Inadvertent unblinding of participant ${participant.trial_sequence_no} recorded in trial ${trial.id}`,
      }),
    )
    await queueInadvertentUnblinding(transaction, call.context, newsOfAction(call, locked.value))
    return accepted({ inadvertent_unblindings: [id] })
  },

  // The words come from the request itself: only their author sends it, and a repeat has them again.
  answer: async ({ view, parameters }, transaction, { inadvertent_unblindings: [id = 0] = [] }) => {
    const { trial_id, sites } = view
    const [participant] = await findParticipants(transaction, trial_id, sites, [parameters.participant_id])
    const row = participant && (await findInadvertentUnblinding(transaction, participant.id, id))
    if (!row) return refused(refusal('not_found'))
    const { user_id, name, ...details } = row
    return accepted({ ...details, recorded_by_user: { id: user_id, name } })
  },
}
