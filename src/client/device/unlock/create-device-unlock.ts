import { settlesWithinTimeout } from '#offline/timeout'
import type { UnlockEvent } from '#offline/unlock-record'
import { createStore, type Store } from '../../browser/store'
import type { Session } from '../../session/session'
import { onceLoaded } from './once-loaded'
import { removeKeys, repeated } from './remove-keys'
import { repeatOnceOpened } from './repeat-once-opened'
import type { UnlockDependencies } from './unlock-dependencies'
import { hasAnyWay, readView, UNREAD, type UnlockView } from './unlock-view'
import type { Ways } from './ways'
import type { Page } from './wrapped-key'

export type DeviceUnlock = Ways & {
  view: Store<UnlockView>
  /** Whether the page below the lock is not even drawn, since a PIN or passkey protects what it would show, or is still looked for. */
  isWithheld: Store<boolean>
  /** Removes the keys where the page opens locked. Settles before anything is read; never rejects. */
  coverAtLoad: () => Promise<unknown>
  /**
   * Reports unreported events, and makes stored answers readable again where the server gives the key. Asks again after a while where the
   * server can be reached and did not answer.
   */
  goOn: () => void
  /** Follows the lock and the session. Returns a function that stops this. */
  follow: () => () => void
}

/** The longest pause before a server that keeps failing is asked again, in milliseconds. */
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * The unlock without network (decision 0071): while the device is locked, the keys of unsent actions and stored answers are gone from it,
 * and a PIN or a passkey opens a copy that it wraps.
 */
export const createDeviceUnlock = (deps: UnlockDependencies): DeviceUnlock => {
  const view = createStore<UnlockView>(UNREAD)
  const isWithheld = createStore(deps.session.get().session !== null && deps.lock.isLocked.get())
  let atLoad: Promise<unknown> | undefined
  let previous: Session | null = null
  let reported: Promise<boolean> = Promise.resolve(true)
  let retry: ReturnType<typeof setTimeout> | undefined
  let pause = deps.retry_ms
  const unstored: UnlockEvent[] = []
  let isFollowed = false
  /** One change of this device after the other, for a lock must not overtake an unlock; nothing here waits for the network. */
  let queue: Promise<unknown> = Promise.resolve()

  const now = (): Session | null => deps.session.get().session
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work)
    queue = next.catch(() => {})
    return next
  }
  /** Alone on this device, with the lock as it is now: another tab may have opened it meanwhile. */
  const alone = async <T>(work: () => Promise<T>, whenLeft: T): Promise<T> => {
    let outcome = whenLeft
    await deps.alone(async () => {
      deps.lock.followStorage()
      outcome = await work()
    })
    return outcome
  }
  const inBackground = (work: () => Promise<unknown>) => void inOrder(work).catch(deps.onError)
  const inBackgroundOnceOpened = repeatOnceOpened(deps, inOrder)

  const refresh = async () => {
    const present = now()
    if (present === null) return view.set(UNREAD)
    view.set(await readView(await deps.records(), present.sub))
  }

  const hasWay = async (sub: string): Promise<boolean> => {
    try {
      return await repeated(async () => hasAnyWay(await deps.records(), sub))
    } catch (error) {
      if (view.get().ways.length === 0) throw error
      return true
    }
  }
  /** Removes the keys that open data without the PIN or passkey. */
  const removeReadable = async () => {
    const present = now()
    if (present === null || !deps.lock.isLocked.get()) return false
    if (!(await hasWay(present.sub))) {
      // After the last wrong PIN nothing on this device is readable until a sign-in.
      if ((await (await deps.snapshots()).sealOf(present.sub)) !== 'locked') isWithheld.set(false)
      return false
    }
    // A sign-in may have opened the device during the wait: the keys are those of its session.
    deps.lock.followStorage()
    if (!deps.lock.isLocked.get() || now()?.sub !== present.sub) return false
    if (!deps.isBusy()) isWithheld.set(true)
    await removeKeys(deps, present.sub)
    return deps.lock.isLocked.get()
  }
  const cover = async (hasShownContent: boolean) => {
    let isCovered = false
    try {
      isCovered = await alone(removeReadable, false)
    } finally {
      // Nothing is read any more by a page that is being left.
      if (isCovered && hasShownContent && !deps.isBusy()) deps.dropMemory()
      else await refresh()
    }
  }
  const coverAtLoad = () => {
    atLoad ??= settlesWithinTimeout(inBackgroundOnceOpened(() => cover(false)))
    return atLoad
  }

  /** Records live as long as their session, and pass to the next one only where the same person signs in over it. */
  const followSession = async (before: Session | null, present: Session | null) => {
    const records = await deps.records()
    if (before !== null && present?.sub === before.sub) await records.passOn(present.sub, before.id, present.id)
    // Also not those of the session as it is now: another page may have set a PIN in it during the wait for this device.
    const deleteOthers = () => records.deleteOthers(present?.id ?? null, now()?.id ?? null)
    // Once where a page opens: the cover of a locked one waits for it.
    await (before === null ? deleteOthers() : repeated(deleteOthers))
  }

  const withServer = onceLoaded(async () =>
    (await import('./go-on-with-server')).createGoOn(deps, { inOrder, alone, refresh, unstored }),
  )
  /** Whether the work was done. Without a session or the server there is none, and its program is not loaded. */
  const isDone = async (work: 'uncover' | 'report'): Promise<boolean> => {
    try {
      return now() === null || !deps.canReach() || (await (await withServer())[work]())
    } catch (error) {
      deps.onError(error)
      return false
    }
  }
  const goOn = () => {
    pause = deps.retry_ms
    askServer()
  }
  const askServer = () => {
    clearTimeout(retry)
    const uncovered = isDone('uncover')
    reported = reported.then(() => isDone('report'))
    void retryUnless([uncovered, reported])
  }
  /** One lost answer does not end the connection, so nothing else would ask again. A server that keeps failing is asked ever less. */
  const retryUnless = async (done: readonly Promise<boolean>[]) => {
    const isAllDone = (await Promise.all(done)).every(Boolean)
    if (isAllDone || !isFollowed || !deps.canReach()) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
      askServer()
    }, pause)
  }

  const page: Page = { inOrder, alone, refresh, goOn, unstored }
  const ways = onceLoaded(async () => (await import('./ways')).createWays(deps, page))

  return {
    view,
    isWithheld,
    coverAtLoad,
    remove: async (way) => (await ways()).remove(way),
    setPin: async (pin, name) => (await ways()).setPin(pin, name),
    unlock: async (pin) => (await ways()).unlock(pin),
    setPasskey: async (name) => (await ways()).setPasskey(name),
    unlockWithPasskey: async () => (await ways()).unlockWithPasskey(),
    goOn,
    follow: () => {
      const onSession = () => {
        const [before, present] = [previous, now()]
        previous = present
        const isOther = before === null || before.id !== present?.id
        if (isOther) inBackground(() => followSession(before, present))
        void inBackgroundOnceOpened(refresh)
        // A renewed token changes nothing of what is left to do.
        if (isOther) goOn()
      }
      const onLock = () => {
        if (deps.lock.isLocked.get()) return void inBackgroundOnceOpened(() => cover(true))
        isWithheld.set(false)
        void inBackgroundOnceOpened(refresh)
        goOn()
      }
      isFollowed = true
      onSession()
      if (deps.lock.isLocked.get()) void coverAtLoad()
      else isWithheld.set(false)
      const stops = [deps.session.subscribe(onSession), deps.lock.isLocked.subscribe(onLock)]
      return () => {
        for (const stop of stops) stop()
        isFollowed = false
        clearTimeout(retry)
        atLoad = undefined
      }
    },
  }
}
