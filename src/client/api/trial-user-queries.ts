import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import { call } from './browser-call'
import { answerOf, endpointQuery } from './endpoint-query'
import { usersQuery } from './user-queries'

/** One page of those who have a permission in a trial. */
export const trialUsersQuery = (trialId: number, query: SentQuery<typeof api.listTrialUsers>) =>
  endpointQuery(api.listTrialUsers, { parameters: { trial_id: String(trialId) }, query })

/** The first of the service's users who match, for whoever may add them to a trial. */
export const usersToAddQuery = (trialId: number, q: string) => usersQuery({ trial: String(trialId), q })

/** Who these users are, for whoever may import users of the trial; an id that nobody has is left out. */
export const namedUsersQuery = (trialId: number, userIds: readonly number[]) => ({
  queryKey: [api.nameTrialUsers.path, trialId, userIds],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sent = { parameters: { trial_id: String(trialId) }, body: { user_ids: [...userIds] } }
    return answerOf(await call(api.nameTrialUsers, sent, { signal }))
  },
  meta: { isFailureShownInPlace: true },
})
