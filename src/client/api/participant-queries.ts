import { getParticipantHistory, getParticipantsSnapshot } from '#contract/participant-actions'
import { getParticipant, listParticipants } from '#contract/participants'
import type { SentQuery } from '#contract/endpoint'
import { byRequestTime, endpointQuery } from './endpoint-query'

/** One page of a trial's participants. */
export const participantsQuery = (trialId: number, query: SentQuery<typeof listParticipants>) =>
  byRequestTime(endpointQuery(listParticipants, { parameters: { trial_id: String(trialId) }, query }))

/** The participants of a trial that a device stores, all at once. */
export const participantsSnapshotQuery = (trialId: number) =>
  endpointQuery(getParticipantsSnapshot, { parameters: { trial_id: String(trialId) } })

/** The parameters of one participant in the calls about it. */
export const ofParticipant = (trialId: number, participantId: number) => ({
  trial_id: String(trialId),
  participant_id: String(participantId),
})

export const participantQuery = (trialId: number, participantId: number) =>
  byRequestTime(endpointQuery(getParticipant, { parameters: ofParticipant(trialId, participantId) }))

/** The events of a participant, in order. */
export const participantHistoryQuery = (trialId: number, participantId: number) =>
  endpointQuery(getParticipantHistory, { parameters: ofParticipant(trialId, participantId) })
