import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from './endpoint-query'

/** One page of a trial's participants. */
export const participantsQuery = (trialId: number, query: SentQuery<typeof api.listParticipants>) =>
  endpointQuery(api.listParticipants, { parameters: { trial_id: String(trialId) }, query })

/** The address of one participant, as the calls about it take it. */
export const ofParticipant = (trialId: number, participantId: number) => ({
  trial_id: String(trialId),
  participant_id: String(participantId),
})

export const participantQuery = (trialId: number, participantId: number) =>
  endpointQuery(api.getParticipant, { parameters: ofParticipant(trialId, participantId) })

/** What happened to a participant, in order. */
export const participantHistoryQuery = (trialId: number, participantId: number) =>
  endpointQuery(api.getParticipantHistory, { parameters: ofParticipant(trialId, participantId) })

/** What may be another once something was done about a participant of a trial: its participants, figures and e-mails. */
const TOUCHED = [
  api.listParticipants,
  api.getParticipant,
  api.getParticipantHistory,
  api.getTrial,
  api.getTrialStatistics,
  api.listMessages,
]

/** Has everything asked for anew that an act about one of a trial's participants may have changed. */
export const refreshParticipants = async (client: QueryClient, trialId: number): Promise<void> => {
  const parameters = { trial_id: String(trialId) }
  await Promise.all(TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path, parameters] })))
}
