import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import { endpointQuery } from './endpoint-query'

/** One page of a trial's participants. */
export const participantsQuery = (trialId: number, query: SentQuery<typeof api.listParticipants>) =>
  endpointQuery(api.listParticipants, { parameters: { trial_id: String(trialId) }, query })
