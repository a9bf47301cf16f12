import type { User } from '#contract/users'
import type { Failure } from '../../../../api/failure'
import { userQuery } from '../../../../api/user-queries'
import { toastSuccess } from '../../../../ui/toasts'
import { toastWriteFailure } from '../../../../api/write-failure-words'

/** The effects of enabling or disabling an account: the cached user is replaced and a toast is shown, which stays after a refusal. */
export const accountChange = (words: { done: (user: User) => string; refused: string }) => ({
  replaces: (user: User) => userQuery(user.id),
  onDone: (user: User) => toastSuccess(words.done(user)),
  onRefused: (failure: Failure) => toastWriteFailure(words.refused, failure),
})
