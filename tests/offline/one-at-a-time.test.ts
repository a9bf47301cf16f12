// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import { byLease, byLock, type Locks, type OneAtATime } from '#offline/one-at-a-time'
import { openOutboxDatabase, type OutboxDatabase } from '#offline/outbox-database'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* Pages of one device, of which one sends at a time. */

const NAME = 'leases-of-a-test'
const TWO_MINUTES_MS = 120_000

let database: OutboxDatabase
let clock: number

beforeEach(async () => {
  clock = Date.parse('2026-11-20T10:00:00Z')
  const opened = await openOutboxDatabase(NAME)
  if (!opened.ok) throw new Error(opened.refusal.words)
  database = opened.value
})
afterEach(async () => {
  database.close()
  await Dexie.delete(NAME)
})

const page = (owner: string) => byLease(database, owner, () => clock)

/** Work that has been begun, and goes on until it is told to end. */
const begun = async (inTurn: OneAtATime) => {
  let end = () => {}
  let whole: Promise<boolean> | undefined
  await new Promise<void>((isBegun) => {
    whole = inTurn(() => {
      isBegun()
      return new Promise((resolve) => {
        end = resolve
      })
    })
  })
  return { whole, end: () => end() }
}

describe('who sends, in a browser that knows no locks,', () => {
  it('keeps others from it until it is done', async () => {
    const first = await begun(page('first'))
    expect(await page('second')(() => Promise.resolve())).toBe(false)
    first.end()
    expect(await first.whole).toBe(true)
    expect(await page('second')(() => Promise.resolve())).toBe(true)
  })

  it('and was asleep for too long does not give back what another has taken meanwhile', async () => {
    const asleep = await begun(page('asleep'))
    clock += TWO_MINUTES_MS
    const awake = await begun(page('awake'))
    asleep.end()
    await asleep.whole
    expect(await page('third')(() => Promise.resolve())).toBe(false)
    awake.end()
    await awake.whole
  })

  it('is done although the database is gone when it is given back', async () => {
    const first = await begun(page('first'))
    database.close()
    first.end()
    expect(await first.whole).toBe(true)
  })
})

/** The locks of a browser: one after the other, each for as long as its work takes. */
const browserLocks = (): Locks => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name, { signal }, turn) => {
      const before = last
      const own = Promise.race([before, gaveUp(signal)]).then(() => {
        signal.throwIfAborted()
        return turn()
      })
      last = own.catch(() => before)
      return own
    },
  }
}

const gaveUp = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })

/** A page, and how it is left. */
const pageOf = (locks: Locks) => {
  const leaves = new Set<() => void>()
  const inTurn = byLock(locks, (leave) => {
    leaves.add(leave)
    return () => leaves.delete(leave)
  })
  return { inTurn, isLeft: () => leaves.forEach((leave) => leave()), heeds: () => leaves.size }
}

describe('who sends, in a browser that knows locks,', () => {
  it('keeps others waiting until it is done', async () => {
    const locks = browserLocks()
    const [one, other] = [pageOf(locks), pageOf(locks)]
    const first = await begun(one.inTurn)
    const second = begun(other.inTurn)
    expect(await Promise.race([second, nothingMoreHappens()])).toBe('nothing more')
    first.end()
    expect(await first.whole).toBe(true)
    const then = await second
    then.end()
    expect(await then.whole).toBe(true)
    expect([one.heeds(), other.heeds()]).toEqual([0, 0])
  })

  it('is followed by another as soon as its page is left, though it never comes to its end', async () => {
    const locks = browserLocks()
    const frozen = pageOf(locks)
    const { whole } = await begun(frozen.inTurn)
    frozen.isLeft()
    const next = await begun(pageOf(locks).inTurn)
    next.end()
    expect([await whole, await next.whole]).toEqual([true, true])
  })

  it('gives its turn up where its page is left before it came', async () => {
    const locks = browserLocks()
    const first = await begun(pageOf(locks).inTurn)
    const waiting = pageOf(locks)
    let isBegun = false
    const turn = waiting.inTurn(() => {
      isBegun = true
      return Promise.resolve()
    })
    waiting.isLeft()
    expect([await turn, isBegun]).toEqual([false, false])
    first.end()
    expect(await first.whole).toBe(true)
  })

  it('is told what went wrong with their work', async () => {
    const fails = pageOf(browserLocks()).inTurn(() => Promise.reject(new Error('the disk is full')))
    await expect(fails).rejects.toThrow('the disk is full')
  })
})

const nothingMoreHappens = (): Promise<string> => new Promise((resolve) => setImmediate(() => resolve('nothing more')))
