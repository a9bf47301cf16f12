import { api } from '#contract/api'
import type { SentBody, SentQuery } from '#contract/endpoint'
import { IMPORT_PREVIEW_OPTIONS } from './import-preview-options'
import { answerOf, endpointQuery, type QueryContext } from './endpoint-query'
import { callOf } from './query-client'
import { usersQuery } from './user-queries'

/** One page of the people with a permission in a trial. */
export const trialUsersQuery = (trialId: number, query: SentQuery<typeof api.listTrialUsers>) =>
  endpointQuery(api.listTrialUsers, { parameters: { trial_id: String(trialId) }, query })

/** The first matching users of the service, for adding them to a trial. */
export const usersToAddQuery = (trialId: number, q: string) => usersQuery({ trial: String(trialId), q })

/** The users of a file and the faults of its permissions, for importing users of the trial. */
export const trialUserPreviewQuery = (trialId: number, list: SentBody<typeof api.previewTrialUsers>) => ({
  queryKey: [api.previewTrialUsers.path, trialId, list],
  queryFn: async ({ client, signal }: QueryContext) => {
    const sent = { parameters: { trial_id: String(trialId) }, body: list }
    return answerOf(await callOf(client)(api.previewTrialUsers, sent, { signal, timeout_ms: PATIENCE_MS }))
  },
  ...IMPORT_PREVIEW_OPTIONS,
  meta: { isFailureShownInPlace: true },
})

/** Thousands of permissions take a few seconds to save, and longer to send on a slow line. */
const PATIENCE_MS = 180_000
