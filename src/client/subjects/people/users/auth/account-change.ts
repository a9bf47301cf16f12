import type { User } from '#contract/users'
import type { Failure } from '../../../../api/failure'
import { userQuery } from '../../../../api/user-queries'
import { toastSuccess } from '../../../../ui/toasts'
import { toastWriteFailure } from '../../../../api/write-failure-words'

/** The effects of enabling or disabling an account: the cached user is replaced and a toast is shown, which stays after a refusal. */
export const accountChange = (messages: { done: (user: User) => string; refused: string }) => ({
  replaces: (user: User) => userQuery(user.id),
  onDone: (user: User) => toastSuccess(messages.done(user)),
  onRefused: (failure: Failure) => toastWriteFailure(messages.refused, failure),
})
