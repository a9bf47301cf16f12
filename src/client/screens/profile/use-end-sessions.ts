import type { Outcome } from '#domain/outcome'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf } from '../../api/endpoint-query'
import { messageOf, type Failure } from '../../api/failure'
import { failureInPlace } from '../../api/raised-failure'
import { ownSessionsQuery } from '../../api/identity-queries'
import { toastError, toastSuccess } from '../../ui/toasts'

/** Ends other sessions of one's own; what became of it is said in a toast, and the list is asked for anew. */
export const useEndSessions = <Ended>(
  send: () => Promise<Outcome<Ended, Failure>>,
  words: { done: (ended: Ended) => string; refused: string },
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => answerOf(await send()),
    meta: { isFailureShownInPlace: true },
    onSuccess: (ended) => toastSuccess(words.done(ended)),
    onError: (error) => {
      const failure = failureInPlace(error)
      if (failure !== null) toastError(words.refused, messageOf(failure))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  })
}
