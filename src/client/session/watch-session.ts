import { STORED } from '../browser/device-storage'
import type { Store } from '../browser/store'
import { callAt } from './expiry-timer'
import type { SessionStore } from './session-store'

/**
 * Keeps the session up to date while the page is open: ends it when its token expires (also after the tablet slept) and follows
 * changes by other tabs, also during the back-forward cache. `clock` reports new readings of the clock of `now`. Returns a
 * function that stops this.
 */
export const watchSession = (
  store: SessionStore,
  page: Window,
  now: () => number,
  clock: Pick<Store<unknown>, 'subscribe'>,
): (() => void) => {
  let cancelTimer = () => {}
  const setTimer = () => {
    cancelTimer()
    const { session } = store.state.get()
    cancelTimer = session === null ? () => {} : callAt(session.expires_at, store.endIfExpired, now)
  }
  const onStorage = (event: StorageEvent) => {
    // Without a key the whole storage was cleared.
    if (event.key === null || event.key === STORED.token) store.followStorage()
  }
  const onShown = () => {
    // A page in the back-forward cache missed the changes of other tabs.
    store.followStorage()
    store.endIfExpired()
  }
  // A page that is hidden may be about to close, perhaps with data of the person before.
  const onVisibility = () => {
    if (page.document.visibilityState === 'visible') onShown()
  }

  // Before this began, another tab may have signed out.
  store.followStorage()
  setTimer()
  const stops = [store.state.subscribe(setTimer), clock.subscribe(setTimer)]
  page.addEventListener('storage', onStorage)
  page.addEventListener('pageshow', onShown)
  page.document.addEventListener('visibilitychange', onVisibility)
  return () => {
    cancelTimer()
    for (const stop of stops) stop()
    page.removeEventListener('storage', onStorage)
    page.removeEventListener('pageshow', onShown)
    page.document.removeEventListener('visibilitychange', onVisibility)
  }
}
