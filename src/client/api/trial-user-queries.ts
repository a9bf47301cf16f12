import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import { endpointQuery } from './endpoint-query'
import { usersQuery } from './user-queries'

/** One page of those who have a permission in a trial. */
export const trialUsersQuery = (trialId: number, query: SentQuery<typeof api.listTrialUsers>) =>
  endpointQuery(api.listTrialUsers, { parameters: { trial_id: String(trialId) }, query })

/** The first of the service's users who match, for whoever may add them to a trial. */
export const usersToAddQuery = (trialId: number, q: string) => usersQuery({ trial: String(trialId), q })
