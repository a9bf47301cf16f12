import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceStorage, STORED } from '../../../../src/client/browser/device-storage'
import { createSessionStore } from '../../../../src/client/session/session-store'
import { createSessionLock } from '../../../../src/client/session/lock/create-session-lock'
import { createStore } from '../../../../src/client/browser/store'
import { memoryStorage } from '../../memory-storage'
import { aToken } from '../../tokens'

const MINUTE = 60_000
const START = Date.parse('2026-11-21T10:00:00Z')
const NURSE = aToken('3', START / 1000 + 12 * 3600)
const COORDINATOR = aToken('4', START / 1000 + 12 * 3600)

beforeEach(() => vi.useFakeTimers({ now: START }))
afterEach(() => vi.useRealTimers())

/** A tab on a device. Tabs share the local storage, and `tells` sends the browser's storage event. */
const opensTab = (local = memoryStorage({ [STORED.token]: NURSE })) => {
  const storage = deviceStorage(() => local)
  const session = createSessionStore(storage, Date.now)
  const isSending = createStore(false)
  const sending = { isUnderWay: isSending.get, subscribe: isSending.subscribe }
  const lock = createSessionLock({ storage, session: session.state, sending, now: Date.now })
  lock.watch()
  const tells = () => {
    session.followStorage()
    lock.followStorage()
  }
  return { local, session, isSending, lock, tells, isLocked: lock.isLocked.get }
}

describe('an untouched device', () => {
  test('is locked after fifteen minutes, not before', () => {
    const { isLocked } = opensTab()
    vi.advanceTimersByTime(15 * MINUTE - 1)
    expect(isLocked()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isLocked()).toBe(true)
  })

  test.each([
    [5, 5],
    [60, 60],
  ] as const)('is locked after the %i minutes that were chosen on it', (chosen, minutes) => {
    const { isLocked, lock } = opensTab()
    lock.choose(chosen)
    vi.advanceTimersByTime(minutes * MINUTE - 1)
    expect(isLocked()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isLocked()).toBe(true)
  })

  test('is locked fifteen minutes after its clock was put back, though nobody opens a page', () => {
    const { isLocked } = opensTab()
    vi.setSystemTime(START - 180 * MINUTE)
    vi.advanceTimersByTime(16 * MINUTE)
    expect(isLocked()).toBe(true)
  })

  test('is never locked where that was chosen, nor where nobody is signed in', () => {
    const chosen = opensTab()
    chosen.lock.choose('never')
    const empty = opensTab(memoryStorage())
    vi.advanceTimersByTime(11 * 60 * MINUTE)
    expect([chosen.isLocked(), empty.isLocked()]).toEqual([false, false])
  })

  test('stays open as long as it is touched, in any tab', () => {
    const one = opensTab()
    const other = opensTab(one.local)
    for (let count = 0; count < 4; count += 1) {
      vi.advanceTimersByTime(10 * MINUTE)
      one.lock.touch()
    }
    expect([one.isLocked(), other.isLocked()]).toEqual([false, false])
    vi.advanceTimersByTime(15 * MINUTE)
    expect([one.isLocked(), other.isLocked()]).toEqual([true, true])
  })

  test('is locked by the touch that wakes it after its time', () => {
    const { isLocked, lock } = opensTab()
    vi.setSystemTime(START + 20 * MINUTE)
    lock.touch()
    expect(isLocked()).toBe(true)
  })

  test('is locked when it is opened again after that time, and not before', () => {
    const local = memoryStorage({ [STORED.token]: NURSE, [STORED.lastTouch]: String(START - 14 * MINUTE) })
    expect(opensTab(local).isLocked()).toBe(false)
    vi.setSystemTime(START + MINUTE)
    expect(opensTab(local).isLocked()).toBe(true)
  })

  test('counts from now where its clock was put back', () => {
    const { isLocked } = opensTab(
      memoryStorage({ [STORED.token]: NURSE, [STORED.lastTouch]: String(START + 60 * MINUTE) }),
    )
    vi.advanceTimersByTime(15 * MINUTE - 1)
    expect(isLocked()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isLocked()).toBe(true)
  })
})

describe('an awaited answer', () => {
  test('is not covered while it is being sent, nor for a minute afterwards', () => {
    const { isLocked, isSending } = opensTab()
    vi.advanceTimersByTime(15 * MINUTE - 1000)
    isSending.set(true)
    vi.advanceTimersByTime(30_000)
    expect(isLocked()).toBe(false)
    isSending.set(false)
    vi.advanceTimersByTime(MINUTE - 1)
    expect(isLocked()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isLocked()).toBe(true)
  })

  test('puts the lock off by five minutes at most', () => {
    const { isLocked, isSending } = opensTab()
    isSending.set(true)
    vi.advanceTimersByTime(20 * MINUTE - 1)
    expect(isLocked()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isLocked()).toBe(true)
  })
})

describe('a locked device', () => {
  const locked = () => {
    const tab = opensTab()
    vi.advanceTimersByTime(15 * MINUTE)
    return tab
  }

  test('stays locked whatever is touched, after a reload, and in every tab', () => {
    const one = locked()
    const other = opensTab(one.local)
    one.lock.touch()
    one.tells()
    expect([one.isLocked(), other.isLocked(), opensTab(one.local).isLocked()]).toEqual([true, true, true])
    expect(one.session.token()).toBe(NURSE)
  })

  test('stays locked when its token is renewed', () => {
    const { session, isLocked } = locked()
    session.renew(NURSE, aToken('3', START / 1000 + 13 * 3600))
    expect(isLocked()).toBe(true)
  })

  test('is opened by its person, in every tab, and locked again after the same time', () => {
    const one = locked()
    const other = opensTab(one.local)
    one.session.start(aToken('3', START / 1000 + 14 * 3600))
    one.lock.open()
    other.tells()
    expect([one.isLocked(), other.isLocked()]).toEqual([false, false])
    vi.advanceTimersByTime(15 * MINUTE)
    expect([one.isLocked(), other.isLocked()]).toEqual([true, true])
  })

  test('ends once another person signs in', () => {
    const taken = locked()
    taken.session.start(COORDINATOR)
    expect([taken.isLocked(), taken.local.getItem(STORED.lock)]).toEqual([false, null])
  })

  test('outlives its session: a provider that remembers its person would let anybody in as them again', () => {
    const ended = locked()
    ended.session.end()
    expect(ended.isLocked()).toBe(false)
    ended.session.start(aToken('3', START / 1000 + 14 * 3600))
    expect(ended.isLocked()).toBe(true)
    ended.lock.open()
    expect([ended.isLocked(), ended.local.getItem(STORED.lock)]).toEqual([false, null])
  })
})
