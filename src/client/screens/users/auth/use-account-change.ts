import { api } from '#contract/api'
import type { User } from '#contract/users'
import type { Outcome } from '#domain/outcome'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf } from '../../../api/endpoint-query'
import { messageOf, type Failure } from '../../../api/failure'
import { failureInPlace } from '../../../api/raised-failure'
import { userQuery } from '../../../api/user-queries'
import { toastError, toastSuccess } from '../../../ui/toasts'

/** Changes whether an account can be used; what became of it is said in a toast, which stays where it was refused. */
export const useAccountChange = <Sent>(
  send: (sent: Sent) => Promise<Outcome<User, Failure>>,
  words: { done: (user: User) => string; refused: string },
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (sent: Sent) => answerOf(await send(sent)),
    onSuccess: (user) => {
      client.setQueryData(userQuery(user.id).queryKey, user)
      void client.invalidateQueries({ queryKey: [api.listUsers.path] })
      toastSuccess(words.done(user))
    },
    onError: (error) => {
      const failure = failureInPlace(error)
      if (failure !== null) toastError(words.refused, messageOf(failure))
    },
  })
}
