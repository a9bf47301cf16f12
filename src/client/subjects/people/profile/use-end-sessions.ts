import type { Outcome } from '#domain/outcome'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf } from '../../../api/endpoint-query'
import type { Failure } from '../../../api/failure'
import { failureInPlace } from '../../../api/raised-failure'
import { ownSessionsQuery } from '../../../api/identity-queries'
import { useWriteKey } from '../../../api/use-write-key'
import { toastSuccess, toastWriteFailure } from '../../../ui/toasts'

/** Ends other sessions of one's own, shows the outcome in a toast, and refetches the list. */
export const useEndSessions = <Ended>(
  send: (options: { idempotency_key: string }) => Promise<Outcome<Ended, Failure>>,
  words: { done: (ended: Ended) => string; refused: string },
) => {
  const client = useQueryClient()
  const sendOnce = useWriteKey()
  return useMutation({
    mutationFn: async () => answerOf(await sendOnce(null, send)),
    meta: { isFailureShownInPlace: true },
    onSuccess: (ended) => toastSuccess(words.done(ended)),
    onError: (error) => {
      const failure = failureInPlace(error)
      if (failure !== null) toastWriteFailure(words.refused, failure)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  })
}
