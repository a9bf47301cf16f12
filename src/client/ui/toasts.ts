import { notifications } from '@mantine/notifications'

/** How long the word of a success stays, in milliseconds. */
const SUCCESS_STAYS_MS = 6000

/** Says that something was done; goes by itself (specification 001, section 8). */
export const toastSuccess = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: SUCCESS_STAYS_MS })
}

/** Says that something was not done; stays until it is closed (specification 001, section 8). */
export const toastError = (title: string, message: string): void => {
  notifications.show({ title, message, color: 'red', autoClose: false })
}
