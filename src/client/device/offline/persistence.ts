import type { StoredAction } from '#contract/stored-action'
import { isOpen } from '#offline/outbox-item'
import { STORED, type DeviceStorage } from '../../browser/device-storage'
import type { SessionState } from '../../session/session-store'
import type { Store } from '../../browser/store'

/**
 * Whether the browser promises not to delete stored data:
 * - `kept`: yes
 * - `not_asked`: no, and it was not asked
 * - `refused`: it was asked, and did not promise
 * - `unknown`: this browser does not say
 */
export type Persistence = 'kept' | 'not_asked' | 'refused' | 'unknown'

type Browser = { storage?: Pick<StorageManager, 'persist' | 'persisted'> }

/** The present state. */
export const persistenceNow = async (browser: Browser, storage: DeviceStorage): Promise<Persistence> => {
  try {
    // Missing in old browsers.
    if ((await browser.storage?.persisted()) === true) return 'kept'
  } catch {
    return 'unknown'
  }
  if (browser.storage === undefined) return 'unknown'
  return storage.read(STORED.persistenceRequested) === null ? 'not_asked' : 'refused'
}

type Watched<Value> = Pick<Store<Value>, 'get' | 'subscribe'>

type Moments = {
  session: Watched<SessionState>
  outbox: Watched<{ content: { actions: readonly StoredAction[] } }>
}

/**
 * Asks the browser to keep stored data: once on this device, when a person is signed in, and again with the first unsent
 * action, since a browser may agree later for an app in use. Some browsers ask the person. Returns a function that stops this.
 */
export const askForPersistence = (browser: Browser, storage: DeviceStorage, moments: Moments): (() => void) => {
  let hasAskedForActions = false
  const ask = () => {
    storage.write(STORED.persistenceRequested, '1')
    // The app works without the promise; the diagnostics page shows its state.
    browser.storage?.persist().catch(() => false)
  }
  const look = () => {
    if (browser.storage === undefined || moments.session.get().session === null) return
    const isWaiting = !hasAskedForActions && moments.outbox.get().content.actions.some(isOpen)
    if (isWaiting) hasAskedForActions = true
    if (isWaiting || storage.read(STORED.persistenceRequested) === null) ask()
  }
  look()
  const stops = [moments.session.subscribe(look), moments.outbox.subscribe(look)]
  return () => stops.forEach((stop) => stop())
}
