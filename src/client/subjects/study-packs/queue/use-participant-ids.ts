import { participantsSnapshotQuery } from '../../../api/participant-queries'
import { useAllAtHand } from '../../../device/offline/use-at-hand'

/** The participants' own IDs by sequence number, of each of these trials as far as they are loaded. */
export const useParticipantIds = (
  trialIds: readonly number[],
): ReadonlyMap<number, ReadonlyMap<number, string | null>> => {
  const answers = useAllAtHand(trialIds.map(participantsSnapshotQuery))
  return new Map(
    trialIds.map((id, place) => [
      id,
      new Map(answers[place]?.data?.answer.data.map((one) => [one.trial_sequence_no, one.participant_id])),
    ]),
  )
}
