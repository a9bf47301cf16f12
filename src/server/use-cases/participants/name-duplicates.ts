import { ERRORS, refusal, type DuplicateParticipant, type Refusal } from '#contract/errors'
import { inWordsOfTrial, type DuplicateWarning } from '#domain/participants/participant'
import { reachesSite } from '#domain/people/permissions'
import { findByComparableId, type ParticipantRow } from '../../ground/db/participants'
import type { TrialView } from '../call/view'
import type { Batch } from './batch'

/**
 * The refusal of a participant id that the trial has already. It names who has it, as far as the viewer reaches their sites, and
 * never their study group; those drawn earlier in the same batch are not stored yet.
 */
export const nameDuplicates = async (
  batch: Batch,
  view: TrialView,
  { warning, comparable_id }: { warning: DuplicateWarning; comparable_id: string },
): Promise<Refusal> => {
  const stored = await findByComparableId(batch.transaction, view.trial_id, view.sites, comparable_id)
  const drawnNow = batch.drawn
    .filter((drawn) => drawn.stored.comparable_id === comparable_id && reachesSite(view.sites, drawn.row.site.id))
    .map(({ row }) => row)
  return refusal('participant_id_duplicate', {
    message: inWordsOfTrial(ERRORS.participant_id_duplicate.message, batch.setup.trial),
    duplicate_warning_type: warning,
    duplicates: [...stored, ...drawnNow].map(shownDuplicate),
  })
}

const shownDuplicate = ({
  trial_sequence_no,
  created_at,
  participant_id,
  site,
}: ParticipantRow): DuplicateParticipant => ({
  trial_sequence_no,
  created_at,
  participant_id: participant_id ?? '',
  site,
})
