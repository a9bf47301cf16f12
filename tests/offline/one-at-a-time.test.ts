import { byLock, type Locks, type OneAtATime } from '#offline/one-at-a-time'
import { describe, expect, it } from 'vitest'
import { browserLocks } from '../support/browser-locks'

/* Of all pages of a device, one sends at a time. */

/** Work that has begun, and continues until it is ended. */
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

/** A page, and a function that leaves it. */
const pageOf = (locks: Locks) => {
  const leaves = new Set<() => void>()
  const inTurn = byLock(locks, (leave) => {
    leaves.add(leave)
    return () => leaves.delete(leave)
  })
  return { inTurn, isLeft: () => leaves.forEach((leave) => leave()), heeds: () => leaves.size }
}

describe('a sender', () => {
  it('blocks others until it is done', async () => {
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

  it('is followed by another as soon as its page is left, even if it never ends', async () => {
    const locks = browserLocks()
    const frozen = pageOf(locks)
    const { whole } = await begun(frozen.inTurn)
    frozen.isLeft()
    const next = await begun(pageOf(locks).inTurn)
    next.end()
    expect([await whole, await next.whole]).toEqual([true, true])
  })

  it('stops waiting if its page closes first', async () => {
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

  it('rejects with the error of the work', async () => {
    const fails = pageOf(browserLocks()).inTurn(() => Promise.reject(new Error('the disk is full')))
    await expect(fails).rejects.toThrow('the disk is full')
  })
})

const nothingMoreHappens = (): Promise<string> => new Promise((resolve) => setImmediate(() => resolve('nothing more')))
