import { notifications } from '@mantine/notifications'
import type { Failure } from '../api/failure'
import { writeFailureWords } from '../api/write-failure-words'

/** How long a message of success stays, in milliseconds. */
const SUCCESS_STAYS_MS = 6000

/** Shows that something was done; closes by itself. */
export const toastSuccess = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: SUCCESS_STAYS_MS })
}

/** Shows that something is saved on this device and not yet with the server; closes by itself. */
export const toastSaved = (message: string): void => {
  notifications.show({ message, color: 'amber', autoClose: SUCCESS_STAYS_MS })
}

/** Shows that something failed; stays until it is closed. */
export const toastError = (title: string, message: string): void => {
  notifications.show({ title, message, color: 'red', autoClose: false })
}

/** Shows a failed write: after a lost answer nobody knows whether it was done. */
export const toastWriteFailure = (title: string, failure: Failure): void => {
  const words = writeFailureWords(title, failure)
  toastError(words.title, words.message)
}
