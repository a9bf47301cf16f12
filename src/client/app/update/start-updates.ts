import { busy } from '../../browser/busy'
import { isEngaged, watchInteraction, watchTyping } from './page-activity'
import { createUpdates, type Updates } from './updates'

/** Makes the app installable and keeps it up to date, where the browser has service workers (not in private mode). */
export function startUpdates(): Updates {
  const hasTyped = watchTyping(window)
  const updates = createUpdates({
    busy,
    hasInteracted: watchInteraction(window),
    isEngaged: () => isEngaged(document) || hasTyped(),
    now: () => Date.now(),
    after: (milliseconds, call) => setTimeout(call, milliseconds),
    applyUpdate: (reload) => void worker?.then(({ applyUpdate }) => applyUpdate(reload), reportError),
    reload: () => window.location.reload(),
  })
  // In development Vite serves every file: a stored app would hide changes.
  const hasWorker = import.meta.env.PROD && 'serviceWorker' in navigator
  const worker = hasWorker ? loadWorker(updates.found) : undefined
  worker?.catch(reportError)
  return updates
}

/** Nothing that is drawn first needs it. */
const loadWorker = async (report: Updates['found']) => {
  const { registerServiceWorker } = await import('./service-worker-host')
  return registerServiceWorker(report)
}
