import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import { endpointQuery } from './endpoint-query'

/** One page of the e-mails of a trial. */
export const messagesQuery = (trialId: number, query: SentQuery<typeof api.listMessages>) =>
  endpointQuery(api.listMessages, { parameters: { trial_id: String(trialId) }, query })
