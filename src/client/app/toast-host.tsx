import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Shows toasts on every page: one at a time is read out, and none covers a dialog's buttons for long. */
export function ToastHost() {
  return <Notifications position="bottom-center" limit={5} className="no-print" />
}
