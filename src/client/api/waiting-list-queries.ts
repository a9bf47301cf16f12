import type { SentQuery } from '#contract/endpoint'
import { listWaitingParticipants } from '#contract/waiting-list'
import { endpointQuery } from './endpoint-query'

/** One page of the participants who wait for a place in a trial. */
export const waitingListQuery = (trialId: number, query: SentQuery<typeof listWaitingParticipants> = {}) =>
  endpointQuery(listWaitingParticipants, { parameters: { trial_id: String(trialId) }, query })
