import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { ApplyDisplay } from '../desk/apply-display'
import { ReportOutbox } from '../device/outbox/report-outbox'
import { printInLight } from '../ui/print-in-light'

// Once for the page.
printInLight(window)

/** The parts of each page that the first paint does without, loaded after it. */
export function AfterFirstPaint() {
  return (
    <>
      <ToastHost />
      <ApplyDisplay />
      <ReportOutbox />
    </>
  )
}

/** Shows toasts on every page: one at a time is read out, and none covers a dialog's buttons for long. */
function ToastHost() {
  return <Notifications position="bottom-center" limit={5} className="no-print" />
}
