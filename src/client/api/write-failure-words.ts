import { NOT_KNOWN_WHETHER_SAVED, SEND_AGAIN } from '../safety-words'
import { toastError } from '../ui/toasts'
import { isWriteLost, messageOf, refusalWords, type Failure } from './failure'

/** The message above a form or in a toast. `title` says what failed; after a lost answer nobody can know that. */
export const writeFailureWords = (title: string, failure: Failure): { title: string; message: string } =>
  isWriteLost(failure)
    ? { title: NOT_KNOWN_WHETHER_SAVED, message: `${SEND_AGAIN} (${messageOf(failure)})` }
    : { title, message: messageOf(failure) }

/** The same below a field, where there is no title. */
export const writeFailureText = (failure: Failure): string =>
  isWriteLost(failure) ? `${NOT_KNOWN_WHETHER_SAVED} ${SEND_AGAIN} (${messageOf(failure)})` : refusalWords(failure)

/** Shows a failed write in a toast, which stays until it is closed, or hidden by its `id`. */
export const toastWriteFailure = (title: string, failure: Failure, id?: string): void => {
  const text = writeFailureWords(title, failure)
  toastError(text.title, text.message, id)
}
