import type { OutboxDatabase } from './outbox-database'

/** Runs work while nobody else on this device does; answers false where somebody does, and the work was not begun. */
export type OneAtATime = (work: () => Promise<void>) => Promise<boolean>

const LOCK = 'equipoise-sender'

/** By the browser's locks, which end with the page that holds them: waits for its turn. */
export const byLock =
  (locks: LockManager): OneAtATime =>
  (work) =>
    locks.request(LOCK, async () => {
      await work()
      return true
    })

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
