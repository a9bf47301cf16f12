import { readStoredParticipants } from '#contract/stored-answers'
import { participantsSnapshotQuery } from '../../../api/participant-queries'
import { useQueriesOrStored } from '../../../device/offline/use-queries-or-stored'

/** The participants' own ids by sequence number, of each of these trials as far as they are at hand. */
export const useParticipantIds = (
  trialIds: readonly number[],
): ReadonlyMap<number, ReadonlyMap<number, string | null>> => {
  const answers = useQueriesOrStored(trialIds.map(participantsSnapshotQuery), readStoredParticipants)
  return new Map(
    trialIds.map((id, place) => [
      id,
      new Map(answers[place]?.answer?.data.map((one) => [one.trial_sequence_no, one.participant_id])),
    ]),
  )
}
