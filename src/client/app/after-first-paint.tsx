import { ApplyDisplay } from '../desk/apply-display'
import { ToastHost } from './toast-host'

/** What each page has and the first paint does without, loaded after it. */
export function AfterFirstPaint() {
  return (
    <>
      <ToastHost />
      <ApplyDisplay />
    </>
  )
}
