import { session } from '../this-session'
import { busy } from '../../browser/busy'
import { deviceStorage, STORED } from '../../browser/device-storage'
import { useStore } from '../../browser/store'
import { isCovered } from './covered-page'
import { createSessionLock } from './create-session-lock'

/** The lock of this device. */
export const deviceLock = createSessionLock({
  storage: deviceStorage(() => localStorage),
  session: session.state,
  sending: { isUnderWay: () => busy.isBusyWith('sending'), subscribe: busy.reasons.subscribe },
  now: () => Date.now(),
})

/** Whether the session of this device is locked. */
export const useIsLocked = (): boolean => useStore(deviceLock.isLocked)

/** The events that show a person's presence; dictated text comes without a key. */
const TOUCHES = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'input'] as const
const WRITTEN: readonly (string | null)[] = [STORED.lock, STORED.lockAfter]

/**
 * Watches the page for touches and for their absence. While it is locked, no key reaches the page below, where an open dialog
 * would close and lose its input. Returns a function that stops this.
 */
export const watchDeviceLock = (page: Window): (() => void) => {
  const onTouch = (event: Event) => {
    deviceLock.touch()
    if (event.type === 'keydown' && isCovered(page.document)) event.stopImmediatePropagation()
  }
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key the whole storage was cleared.
    if (key === null || WRITTEN.includes(key)) deviceLock.followStorage()
  }
  /** A page in the back-forward cache missed the changes of other tabs. */
  const onShown = () => {
    // The session first: the lock of a newly signed-in person would otherwise be taken for a stale one, and removed.
    session.followStorage()
    deviceLock.followStorage()
  }
  const onVisibility = () => {
    if (page.document.visibilityState === 'visible') onShown()
  }
  for (const touch of TOUCHES) page.addEventListener(touch, onTouch, { capture: true, passive: true })
  page.addEventListener('storage', onStorage)
  page.addEventListener('pageshow', onShown)
  page.addEventListener('focus', onShown)
  page.document.addEventListener('visibilitychange', onVisibility)
  const stop = deviceLock.watch()
  return () => {
    for (const touch of TOUCHES) page.removeEventListener(touch, onTouch, { capture: true })
    page.removeEventListener('storage', onStorage)
    page.removeEventListener('pageshow', onShown)
    page.removeEventListener('focus', onShown)
    page.document.removeEventListener('visibilitychange', onVisibility)
    stop()
  }
}
