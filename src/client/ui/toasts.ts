import { notifications } from '@mantine/notifications'

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
