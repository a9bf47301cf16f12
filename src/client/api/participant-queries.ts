import { listMessages } from '#contract/messages'
import { getParticipantHistory, getParticipantsSnapshot } from '#contract/participant-actions'
import { getParticipant, listParticipants } from '#contract/participants'
import { getTrial, getTrialStatistics } from '#contract/trials'
import type { Endpoint, SentQuery } from '#contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery, type EndpointQuery } from './endpoint-query'

/** An equal answer takes the place of the one before: when it was asked for decides which flags it knows of (`requestedAt`). */
const byRequestTime = <E extends Endpoint>(query: EndpointQuery<E>): EndpointQuery<E> => ({
  ...query,
  structuralSharing: false,
})

/** One page of a trial's participants. */
export const participantsQuery = (trialId: number, query: SentQuery<typeof listParticipants>) =>
  byRequestTime(endpointQuery(listParticipants, { parameters: { trial_id: String(trialId) }, query }))

/** What a device keeps of a trial's participants, all of them at once. */
export const participantsSnapshotQuery = (trialId: number) =>
  byRequestTime(endpointQuery(getParticipantsSnapshot, { parameters: { trial_id: String(trialId) } }))

/** The address of one participant, as the calls about it take it. */
export const ofParticipant = (trialId: number, participantId: number) => ({
  trial_id: String(trialId),
  participant_id: String(participantId),
})

export const participantQuery = (trialId: number, participantId: number) =>
  byRequestTime(endpointQuery(getParticipant, { parameters: ofParticipant(trialId, participantId) }))

/** What happened to a participant, in order. */
export const participantHistoryQuery = (trialId: number, participantId: number) =>
  endpointQuery(getParticipantHistory, { parameters: ofParticipant(trialId, participantId) })

/** What may be another once something was done about a participant of a trial: its participants, figures and e-mails. */
const TOUCHED = [
  listParticipants,
  getParticipantsSnapshot,
  getParticipant,
  getParticipantHistory,
  getTrial,
  getTrialStatistics,
  listMessages,
]

/** Has everything asked for again that an act about one of a trial's participants may have changed. */
export const refreshParticipants = async (client: QueryClient, trialId: number): Promise<void> => {
  const parameters = { trial_id: String(trialId) }
  await Promise.all(TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path, parameters] })))
}
