import type { OutboxDatabase } from './outbox-database'

/** Runs work while nobody else on this device does; answers false where somebody does, and the work was not begun. */
export type OneAtATime = (work: () => Promise<void>) => Promise<boolean>

const LOCK = 'equipoise-sender'

/** What of a browser's locks is used: a turn is given to one after the other, and waiting for it can be given up. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, turn: () => Promise<void>) => Promise<unknown>
}

/**
 * By the browser's locks, which end with the page that holds them: waits for its turn. A page that is left gives its lock back at
 * once, and its turn up: Firefox keeps such a page for the way back, frozen, and would keep its lock with it for half an hour. What
 * it was sending is taken for abandoned, as if it had been closed. `onLeaving` is told whom to call when the page is left, and
 * answers what stops that.
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

/** How long a lease holds without being renewed, in milliseconds: longer than the longest request. */
const LEASE_MS = 60_000
const RENEWAL_MS = 15_000

/** By a row in the outbox, where the browser knows no locks; a page that is killed loses it after a minute. */
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
    // A lease that is not renewed or given back runs out by itself: neither is worth failing for.
    const renewal = setInterval(() => void take().catch(() => {}), RENEWAL_MS)
    try {
      await work()
    } finally {
      clearInterval(renewal)
      await giveBack().catch(() => {})
    }
    return true
  }
