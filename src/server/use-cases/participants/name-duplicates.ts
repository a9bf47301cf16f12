import { ERRORS, refusal, type Refusal } from '#contract/errors'
import type { DuplicateParticipant } from '#contract/problem'
import { inWordsOfTrial } from '#domain/participants/participant'
import { reachesSite, type PermittedSites } from '#domain/people/permissions'
import type { ParticipantRow } from '../../ground/db/participants'
import type { WholeTrial } from '../../ground/db/trials'
import type { Judgement } from './allocate-batch'

/**
 * The refusal of a participant id that the trial has already. It names the participants with it, as far as the viewer
 * reaches their sites, and never their study group; those drawn earlier in the same batch are not stored yet.
 */
export const nameDuplicates = (
  trial: WholeTrial,
  sites: PermittedSites,
  { warning, earlier }: Extract<Judgement, { kind: 'duplicate' }>,
  stored: readonly ParticipantRow[],
): Refusal =>
  refusal('participant_id_duplicate', {
    message: inWordsOfTrial(ERRORS.participant_id_duplicate.message, trial),
    duplicate_warning_type: warning,
    duplicates: [...stored, ...earlier.filter(({ site }) => reachesSite(sites, site.id))].map(shownDuplicate),
  })

const shownDuplicate = ({
  id,
  trial_sequence_no,
  created_at,
  participant_id,
  site,
}: ParticipantRow): DuplicateParticipant => {
  if (participant_id === null) throw new Error(`participant ${id} is called a duplicate and has no participant ID`)
  return { trial_sequence_no, created_at, participant_id, site }
}
