import { api } from '#contract/api'
import type { SentBody, SentQuery } from '#contract/endpoint'
import { call } from './browser-call'
import { answerOf, endpointQuery } from './endpoint-query'
import { usersQuery } from './user-queries'

/** One page of those who have a permission in a trial. */
export const trialUsersQuery = (trialId: number, query: SentQuery<typeof api.listTrialUsers>) =>
  endpointQuery(api.listTrialUsers, { parameters: { trial_id: String(trialId) }, query })

/** The first of the service's users who match, for whoever may add them to a trial. */
export const usersToAddQuery = (trialId: number, q: string) => usersQuery({ trial: String(trialId), q })

/** Who the users of a file are, and what stands against its permissions, for whoever may import users of the trial. */
export const trialUserPreviewQuery = (trialId: number, list: SentBody<typeof api.previewTrialUsers>) => ({
  queryKey: [api.previewTrialUsers.path, trialId, list],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sent = { parameters: { trial_id: String(trialId) }, body: list }
    return answerOf(await call(api.previewTrialUsers, sent, { signal, timeout_ms: PATIENCE_MS }))
  },
  meta: { isFailureShownInPlace: true },
})

/** Thousands of permissions take a few seconds; a slow line takes longer to send them. */
const PATIENCE_MS = 180_000
