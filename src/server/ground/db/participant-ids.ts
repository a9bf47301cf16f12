import type { Queries } from './transaction'

/** The participant IDs of a trial, in order of the sequence number. */
export const findParticipantIds = async (queries: Queries, trialId: number): Promise<(string | null)[]> => {
  const rows = await queries
    .selectFrom('participants')
    .select('participant_id')
    .where('trial_id', '=', trialId)
    .orderBy('trial_sequence_no')
    .execute()
  return rows.map(({ participant_id }) => participant_id)
}
