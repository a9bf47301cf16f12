import { api } from '#contract/api'
import type { User } from '#contract/users'
import type { Outcome } from '#domain/outcome'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf } from '../../../../api/endpoint-query'
import type { Failure } from '../../../../api/failure'
import { failureInPlace } from '../../../../api/raised-failure'
import { useWriteKey } from '../../../../api/use-write-key'
import { userQuery } from '../../../../api/user-queries'
import { toastSuccess, toastWriteFailure } from '../../../../ui/toasts'

/** Changes whether an account can be used and shows the outcome in a toast, which stays after a refusal. */
export const useAccountChange = <Sent>(
  send: (sent: Sent, options: { idempotency_key: string }) => Promise<Outcome<User, Failure>>,
  words: { done: (user: User) => string; refused: string },
) => {
  const client = useQueryClient()
  const sendOnce = useWriteKey()
  return useMutation({
    mutationFn: async (sent: Sent) => answerOf(await sendOnce(sent, (options) => send(sent, options))),
    onSuccess: (user) => {
      client.setQueryData(userQuery(user.id).queryKey, user)
      void client.invalidateQueries({ queryKey: [api.listUsers.path] })
      toastSuccess(words.done(user))
    },
    onError: (error) => {
      const failure = failureInPlace(error)
      if (failure !== null) toastWriteFailure(words.refused, failure)
    },
  })
}
