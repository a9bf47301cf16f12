import { busy } from '../../browser/busy'
import { isEngaged, watchInteraction, watchTyping } from './page-activity'
import { registerServiceWorker } from './service-worker-host'
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
    applyUpdate: () => worker?.applyUpdate(),
  })
  // In development Vite serves every file: a stored app would hide changes.
  const hasWorker = import.meta.env.PROD && 'serviceWorker' in navigator
  const worker = hasWorker ? registerServiceWorker(updates.found) : undefined
  return updates
}
