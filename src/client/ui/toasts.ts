import { notifications } from '@mantine/notifications'

/** How long a message of success stays, in milliseconds. */
const SUCCESS_STAYS_MS = 6000

/** Shows the success of an action; closes automatically. */
export const toastSuccess = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: SUCCESS_STAYS_MS })
}

/** Shows that an action is saved on this device and not yet with the server; closes automatically. */
export const toastSaved = (message: string): void => {
  notifications.show({ message, color: 'amber', autoClose: SUCCESS_STAYS_MS })
}

/** Shows a failure; stays until it is closed, or hidden by its `id`, which only one message has at a time. */
export const toastError = (title: string, message: string, id?: string): void => {
  if (id !== undefined) hideToast(id)
  notifications.show({ ...(id !== undefined && { id }), title, message, color: 'red', autoClose: false })
}

/** Hides the message with this id, if it is shown. */
export const hideToast = (id: string): void => {
  notifications.hide(id)
}
