import type { OutboxDatabase } from './outbox-database'

/** Runs work while no other page of this device does. Returns false where another page does; the work was then not begun. */
export type OneAtATime = (work: () => Promise<void>) => Promise<boolean>

const LOCK = 'equipoise-sender'

/** The part of the browser's Web Locks that is used. A request for a lock can be aborted while it waits. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, turn: () => Promise<void>) => Promise<unknown>
}

/**
 * Waits for the browser's lock, which is released when its page ends. On leaving, the page releases the lock or stops waiting:
 * Firefox keeps a frozen page and its lock for up to 30 minutes. What it was sending counts as abandoned. `onLeaving` registers
 * a callback and returns a function that removes it.
 */
export const byLock =
  (locks: Locks, onLeaving: (leave: () => void) => () => void): OneAtATime =>
  async (work) => {
    const leaving = new AbortController()
    const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    const stop = onLeaving(() => leaving.abort())
    let isBegun = false
    const turn = async () => {
      isBegun = true
      await Promise.race([work(), left])
    }
    try {
      await locks.request(LOCK, { signal: leaving.signal }, turn)
    } catch (error) {
      if (isBegun || !leaving.signal.aborted) throw error
    } finally {
      stop()
    }
    return isBegun
  }

/** How long a lease lasts without renewal, in milliseconds: longer than the longest request. */
const LEASE_MS = 60_000
const RENEWAL_MS = 15_000

/** Uses a row in the outbox as a lease, where the browser has no Web Locks. A page that is killed loses it after a minute. */
export const byLease =
  ({ leases, transact }: Pick<OutboxDatabase, 'leases' | 'transact'>, owner: string, now: () => number): OneAtATime =>
  async (work) => {
    const take = () =>
      transact(async () => {
        const lease = await leases.get(LOCK)
        if (lease && lease.owner !== owner && lease.until > now()) return false
        await leases.put({ name: LOCK, owner, until: now() + LEASE_MS })
        return true
      })
    const giveBack = () =>
      transact(async () => {
        const lease = await leases.get(LOCK)
        if (lease?.owner === owner) await leases.delete(LOCK)
      })
    if (!(await take())) return false
    // A lease that is not renewed or released expires by itself, so neither failure matters.
    const renewal = setInterval(() => void take().catch(() => {}), RENEWAL_MS)
    try {
      await work()
    } finally {
      clearInterval(renewal)
      await giveBack().catch(() => {})
    }
    return true
  }
