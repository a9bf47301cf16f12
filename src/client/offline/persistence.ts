import type { StoredAction } from '#contract/stored-action'
import { isOpen } from '#offline/outbox-item'
import { STORED, type DeviceStorage } from '../device-storage'
import type { SessionState } from '../session/session-store'
import type { Store } from '../store'

/**
 * Whether the browser keeps what is stored until a person removes it:
 * - `kept`: yes
 * - `not_asked`: not yet, and it was not asked to
 * - `refused`: it was asked, and did not promise
 * - `unknown`: this browser does not tell
 */
export type Persistence = 'kept' | 'not_asked' | 'refused' | 'unknown'

type Browser = { storage?: Pick<StorageManager, 'persist' | 'persisted'> }

/** How it stands now. */
export const persistenceNow = async (browser: Browser, storage: DeviceStorage): Promise<Persistence> => {
  try {
    // Not there in a page that is not served from a secure origin.
    if ((await browser.storage?.persisted()) === true) return 'kept'
  } catch {
    return 'unknown'
  }
  if (browser.storage === undefined) return 'unknown'
  return storage.read(STORED.persistenceAsked) === null ? 'not_asked' : 'refused'
}

type Watched<Value> = Pick<Store<Value>, 'get' | 'subscribe'>

type Moments = {
  session: Watched<SessionState>
  outbox: Watched<{ content: { actions: readonly StoredAction[] } }>
}

/**
 * Asks the browser to keep what is stored when there is something to keep: once on this device, when somebody is signed in, and
 * again with the first action that waits, for a browser that refused then may grant it to an app that is used. Some of them ask
 * the person. The answer stops that.
 */
export const askForPersistence = (browser: Browser, storage: DeviceStorage, moments: Moments): (() => void) => {
  let hasAskedForActions = false
  const ask = () => {
    storage.write(STORED.persistenceAsked, '1')
    // A browser that cannot promise does not keep the app from being used; the diagnostics page says so.
    browser.storage?.persist().catch(() => false)
  }
  const look = () => {
    if (browser.storage === undefined || moments.session.get().session === null) return
    const isWaiting = !hasAskedForActions && moments.outbox.get().content.actions.some(isOpen)
    if (isWaiting) hasAskedForActions = true
    if (isWaiting || storage.read(STORED.persistenceAsked) === null) ask()
  }
  look()
  const stops = [moments.session.subscribe(look), moments.outbox.subscribe(look)]
  return () => stops.forEach((stop) => stop())
}
