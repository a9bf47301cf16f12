/** Runs work while no other page of this device does. Returns false where another page does; the work was then not begun. */
export type OneAtATime = (work: () => Promise<void>) => Promise<boolean>

/** The locks of this device: who sends unsent actions, and who opens or covers the device. */
type LockName = 'equipoise-sender' | 'equipoise-unlock'

/** The part of the browser's Web Locks that is used. A request for a lock can be aborted while it waits. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, runLocked: () => Promise<void>) => Promise<unknown>
}

/**
 * Waits for the browser's lock, which is released when its page ends. On leaving, the page releases the lock or stops waiting:
 * Firefox keeps a frozen page and its lock for up to 30 minutes. What it was sending counts as abandoned. `onLeaving` registers
 * a callback and returns a function that removes it.
 */
export const byLock =
  (locks: Locks, onLeaving: (leave: () => void) => () => void, name: LockName = 'equipoise-sender'): OneAtATime =>
  async (work) => {
    const leaving = new AbortController()
    const pageLeft = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    const stop = onLeaving(() => leaving.abort())
    let isBegun = false
    const runLocked = async () => {
      isBegun = true
      // On leaving, the lock is released while `work` may still run: the key of each action keeps a second send harmless.
      await Promise.race([work(), pageLeft])
    }
    try {
      await locks.request(name, { signal: leaving.signal }, runLocked)
    } catch (error) {
      if (isBegun || !leaving.signal.aborted) throw error
    } finally {
      stop()
    }
    return isBegun
  }
