import { STORED, type DeviceStorage } from '../../browser/device-storage'
import type { SessionState } from '../session-store'
import { createStore, type Store } from '../../browser/store'
import { readLockAfter, type LockAfter, lockDueAt } from './lock-due'

/** The longest time between two looks, in milliseconds: a clock that is put back must not put the lock off with it. */
const LOOKED_EVERY_MS = 60_000

/** The interval at which touches are stored for the other tabs, in milliseconds. */
const WRITTEN_EVERY_MS = 1000

/**
 * The lock of an unattended device: when nobody has touched it for a while, its session is covered, in every tab and after a
 * reload, until its person signs in again. The session continues below.
 */
export type SessionLock = {
  isLocked: Store<boolean>
  lockAfter: Store<LockAfter>
  choose: (lockAfter: LockAfter) => void
  /** Records a touch, unless the lock is due already: then locks. */
  touch: () => void
  /** Locks if the lock is due. */
  look: () => void
  /** Unlocks, since the person has signed in. */
  open: () => void
  /** Reads a change by another tab: a lock, an unlock, or another time limit. */
  followStorage: () => void
  /** Watches the session, writes and the time. Returns a function that stops this. */
  watch: () => () => void
}

type Dependencies = {
  storage: DeviceStorage
  session: Store<SessionState>
  /** Whether a write is in progress on this page. */
  sending: { isUnderWay: () => boolean; subscribe: (onChange: () => void) => () => void }
  now: () => number
}

export const createSessionLock = ({ storage, session, sending, now }: Dependencies): SessionLock => {
  const person = () => session.get().session?.sub ?? null
  const isLocked = createStore(false)
  const lockAfter = createStore(readLockAfter(storage.read(STORED.lockAfter)))
  let owner = person()
  let wasSending = false
  let lastAnswer = -Infinity
  let lastWritten = -Infinity
  let cancelTimer = () => {}

  const write = () => {
    lastWritten = now()
    storage.write(STORED.lastTouch, String(lastWritten))
  }
  const storedTouch = (): number => {
    const at = Number(storage.read(STORED.lastTouch) ?? Number.NaN)
    if (!Number.isFinite(at)) return -Infinity
    if (at <= now()) return at
    // The clock was put back since: the time counts from now, or the device would stay open until that touch.
    write()
    return lastWritten
  }
  let lastTouch = storedTouch()
  if (lastTouch === -Infinity) lastTouch = now()

  const touchNow = () => {
    lastTouch = now()
    if (lastTouch - lastWritten >= WRITTEN_EVERY_MS || lastTouch < lastWritten) write()
  }
  const dueAt = (): number | null => {
    lastTouch = Math.max(Math.min(lastTouch, now()), storedTouch())
    return lockDueAt({
      lock_after: lockAfter.get(),
      last_touch: lastTouch,
      is_sending: sending.isUnderWay(),
      last_answer: lastAnswer,
    })
  }

  const look = () => {
    cancelTimer()
    cancelTimer = () => {}
    if (owner === null || isLocked.get()) return
    const due = dueAt()
    if (due === null) return
    if (due > now()) {
      const timer = setTimeout(look, Math.min(due - now(), LOOKED_EVERY_MS))
      cancelTimer = () => clearTimeout(timer)
      return
    }
    storage.write(STORED.lock, owner)
    isLocked.set(true)
  }
  const followLock = () => {
    const locked = storage.read(STORED.lock)
    // It outlives a sign-out on the locked screen: a provider that remembers its person would let anybody in as them again.
    if (locked !== null && owner !== null && locked !== owner) storage.remove(STORED.lock)
    isLocked.set(owner !== null && locked === owner)
    look()
  }
  const followSession = () => {
    if (person() === owner) return
    owner = person()
    if (owner !== null) {
      lastTouch = now()
      write()
    }
    followLock()
  }
  const followSending = () => {
    if (wasSending && !sending.isUnderWay()) lastAnswer = now()
    wasSending = sending.isUnderWay()
    look()
  }

  followLock()
  return {
    isLocked,
    lockAfter,
    choose: (chosen) => {
      storage.write(STORED.lockAfter, String(chosen))
      lockAfter.set(chosen)
      look()
    },
    touch: () => {
      if (owner === null || isLocked.get()) return
      const due = dueAt()
      if (due !== null && due <= now()) look()
      else touchNow()
    },
    look,
    open: () => {
      // First the touch: a tab that sees the unlock before it would lock again at once.
      lastTouch = now()
      write()
      storage.remove(STORED.lock)
      isLocked.set(false)
      look()
    },
    followStorage: () => {
      lockAfter.set(readLockAfter(storage.read(STORED.lockAfter)))
      followLock()
    },
    watch: () => {
      const stops = [session.subscribe(followSession), sending.subscribe(followSending)]
      look()
      return () => {
        cancelTimer()
        for (const stop of stops) stop()
      }
    },
  }
}
