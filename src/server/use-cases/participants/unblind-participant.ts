import { auditEntry } from '../../ground/audit/audit-entry'
import { refusal } from '#contract/errors'
import type { unblindParticipant as endpoint } from '#contract/participant-actions'
import { accepted, refused } from '#domain/outcome'
import { asksAgain, UNBLINDING_HOUR } from '#domain/participants/unblinding'
import { earlier } from '../../ground/time/clock'
import { appendAudit } from '../../ground/db/audit-log'
import { countUnblindingsByPerson, insertUnblinding } from '../../ground/db/participant-actions'
import { findParticipants } from '../../ground/db/participants'
import type { WriteHandler } from '../call/call'
import { queueUnblinding } from '../../ground/mail/announcements'
import { refuseNamedGroup } from '../call/refuse-named-group'
import { needFreshSignIn } from '../call/fresh-sign-in'
import { lockParticipant, newsOfAction } from './lock-participant'
import { shownParticipant } from './show-participant'

/**
 * Shows a person the group of a participant that is hidden from them, by name or entirely. It needs nobody's approval:
 * the unblinding with its person and reason is recorded, and queued for the team, before the group is answered; neither
 * contains the group. Every time is recorded, also after an earlier one. People who see names are refused with
 * `not_blinded`. From the fifth within an hour on, it asks for another confirmation, so that nobody unblinds a trial in
 * a loop; where the trial says so, it needs a fresh sign-in. The first reason is for everybody, so it names no group. A
 * repeat shows the group again as long as the person may unblind
 * (src/specification/repetition.md#what-a-repeat-answers).
 */
export const unblindParticipant: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const locked = await lockParticipant(transaction, call)
    if (!locked.ok) return locked
    const { view, trial, participant, now } = locked.value
    if (view.visibility === 'names') return refused(refusal('not_blinded'))
    const fresh = needFreshSignIn(call, trial.is_unblinding_reauthenticated)
    if (!fresh.ok) return fresh
    const { comment, confirms_many } = call.body
    const recent = await countUnblindingsByPerson(transaction, call.actor.user_id, earlier(now, UNBLINDING_HOUR))
    if (asksAgain(recent) && !confirms_many) return refused(refusal('many_unblinded'))
    if (!participant.is_unblinded) {
      const writer = { actor: call.actor, view }
      const unnamed = await refuseNamedGroup(transaction, writer, [
        { field: 'comment', called: 'comment', text: comment },
      ])
      if (!unnamed.ok) return unnamed
    }
    const id = await insertUnblinding(transaction, trial.id, {
      participant_id: participant.id,
      created_at: now,
      unblinded_by: call.actor.user_id,
      comment,
    })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, call.view, {
        kind: 'participant_unblinded',
        participant: participant.trial_sequence_no,
        description: `Participant ${participant.trial_sequence_no} unblinded in trial ${trial.id}`,
        changes: participant.is_unblinded ? [] : [{ field: 'is_unblinded', old: false, new: true }],
        reason: comment,
      }),
    )
    const reason = participant.is_unblinded ? null : comment
    await queueUnblinding(transaction, call.context, { ...newsOfAction(call, locked.value), reason })
    return accepted({ participant_unblindings: [id] })
  },

  answer: async ({ view, parameters }, transaction) => {
    const { trial_id, sites } = view
    const [row] = await findParticipants(transaction, trial_id, sites, [parameters.participant_id])
    if (!row) return refused(refusal('not_found'))
    const { trial_sequence_no, study_group } = shownParticipant(row, { ...view, visibility: 'names' })
    return accepted({ trial_sequence_no, study_group: { name: study_group.name } })
  },
}
