import { STORED } from '../device-storage'
import type { Store } from '../store'
import { callAt } from './expiry-timer'
import type { SessionStore } from './session-store'

/**
 * Keeps the session true while the page is open: ends it when its token runs out (also on a tablet that slept through
 * that moment) and follows what other tabs do, or did while this page lay frozen. `clock` tells when what `now` goes by was heard
 * again. The answer stops watching.
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
    // A page that lay frozen in the browser's history was told of nothing that other tabs wrote.
    store.followStorage()
    store.endIfExpired()
  }
  // One that goes out of sight is on its way out, perhaps with what the person before left on it.
  const onVisibility = () => {
    if (page.document.visibilityState === 'visible') onShown()
  }

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
