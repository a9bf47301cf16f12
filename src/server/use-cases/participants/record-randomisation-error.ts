import { auditEntry } from '../../ground/audit/audit-entry'
import { invalidFields, refusal } from '#contract/errors'
import type { recordRandomisationError as endpoint } from '#contract/participant-actions'
import { accepted, refused } from '#domain/outcome'
import { can } from '#domain/people/permissions'
import { randomisationErrorTitle, sideBySide, type SidesFault } from '#domain/participants/randomisation-error'
import { appendAudit } from '../../ground/db/audit-log'
import {
  findRandomisationError,
  findUsedAnswers,
  insertRandomisationError,
  mayHaveLearnedGroup,
} from '../../ground/db/participant-actions'
import { findParticipants } from '../../ground/db/participants'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import type { Call, WriteHandler } from '../call/call'
import { queueErrorRecorded } from '../../ground/mail/announcements'
import { lockParticipant, newsOfAction, type LockedParticipant } from './lock-participant'
import { STRATUM_FAULTS } from './randomise-refusals'

/**
 * Records that a participant was randomised in error, the used and the right answers, and tells the people who run the
 * trial. Nothing is deleted and nothing is drawn again: the allocation stands, the stratum answers stay as they were
 * used, and so do the counts and blocks of the next draw. A draw is explained by its input; if answers or counts were
 * corrected afterwards, no record could be recomputed from the ledger, people who record errors could steer the next
 * draw, and a trial analysed as randomised would not have been. Participants who should leave the counts are flagged
 * (src/specification/rct-alloc-1.md#flags); the correction is for the analysis and the reports. The words may name the
 * group, so the audit entry and the email omit them.
 */
export const recordRandomisationError: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const locked = await lockParticipant(transaction, call)
    if (!locked.ok) return locked
    const { trial, participant, now } = locked.value
    const sides = await sidesIn(transaction, call, locked.value)
    if (!sides.ok) return refused(invalidFields({ [sides.refusal.field]: SIDES_FAULTS[sides.refusal.code] }))
    const { strata, ...texts } = sides.value
    const { kind, comment } = call.body
    const { user_id } = call.actor
    const hasLearned = await mayHaveLearnedGroup(transaction, participant.id, user_id)
    const writer_sight = hasLearned ? 'names' : locked.value.view.visibility
    const about = { participant_id: participant.id, created_at: now, recorded_by: user_id }
    const error = { ...about, kind, comment, ...texts, writer_sight }
    const id = await insertRandomisationError(transaction, error, strata)
    const title = randomisationErrorTitle(kind)
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, call.view, {
        kind: 'randomisation_error_recorded',
        participant: participant.trial_sequence_no,
        description: `Participant ${participant.trial_sequence_no} recorded as randomised in error in trial ${trial.id}: ${title}`,
      }),
    )
    await queueErrorRecorded(transaction, call.context, { ...newsOfAction(call, locked.value), error: title })
    return accepted({ randomisation_errors: [id] })
  },

  // Both sides and the words come from the request itself: only their author sends it, and a repeat has them again.
  answer: async ({ view, parameters }, transaction, { randomisation_errors: [id = 0] = [] }) => {
    const { trial_id, sites } = view
    const [participant] = await findParticipants(transaction, trial_id, sites, [parameters.participant_id])
    const row = participant && (await findRandomisationError(transaction, participant.id, id))
    if (!row) return refused(refusal('not_found'))
    const { created_at, kind, comment, strata } = row
    const answers = (side: 'used_option_id' | 'corrected_option_id') =>
      strata.map((one) => ({ trial_stratum_id: one.trial_stratum_id, trial_stratum_option_id: one[side] }))
    return accepted({
      id,
      created_at,
      recorded_by_user: { id: row.recorded_by, name: row.name },
      kind,
      comment,
      as_used: strata.length > 0 ? answers('used_option_id') : row.as_used,
      corrected: strata.length > 0 ? answers('corrected_option_id') : row.corrected,
    })
  },
}

/** The used and the right answers as they are stored, once they fit the trial. */
const sidesIn = async (
  transaction: Transaction,
  { body }: Call<typeof endpoint>,
  { view, participant }: LockedParticipant,
) => {
  const trial = await findTrial(transaction, view.trial_id)
  if (!trial) throw new Error(`trial ${view.trial_id} vanished while its row was locked`)
  const maySee = can(view.permission, 'viewStrata')
  const recorded = maySee ? await findUsedAnswers(transaction, view.trial_id, participant.id) : null
  return sideBySide(body, { strata: trial.trial_strata, recorded })
}

const SIDES_FAULTS: Record<SidesFault['code'], string> = {
  ...STRATUM_FAULTS,
  used_missing: 'Please enter the answer that was used',
  corrected_missing: 'Please enter the correct answer',
  not_of_strata: 'Stratum answers are only for the kind “wrong stratum”',
  told_differently: 'Both must be text, or both stratum answers',
  used_at_stratum_missing: 'The answer that was used for this stratum is missing',
  corrected_at_stratum_missing: 'The correct answer for this stratum is missing',
  not_used: 'This answer was not used',
  not_corrected: 'This is the same as the answer that was used',
}
