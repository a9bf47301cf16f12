import { describe, expect, test } from 'vitest'
import { deviceStorage, STORED } from '../../../../src/client/browser/device-storage'
import type { ClockReading } from '../../../../src/client/api/server-clock'
import { withoutPutBack, type Traffic } from '../../../../src/client/api/device-traffic'
import { persistServerClock } from '../../../../src/client/device/offline/persist-server-clock'
import { createStore } from '../../../../src/client/browser/store'
import { memoryStorage } from '../../memory-storage'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A page of this device: the time it assumes for the server, and the readings it receives. */
const page = (local: Storage, opened_at = NOON, counted_ms = 0) => {
  const traffic = createStore<Traffic>({ answers: [], errors: [], clock: null })
  let now = opened_at
  persistServerClock(
    deviceStorage(() => local),
    traffic,
    () => now,
    () => 5 + counted_ms,
  )
  return {
    clock: () => traffic.get().clock,
    hears: (offset_ms: number, heard_at: number, put_back?: ClockReading['put_back']) => {
      now = heard_at
      traffic.set({ ...traffic.get(), clock: { offset_ms, heard_at, steady: 5, put_back } })
    },
    forgetsPutBack: (at: number) => {
      now = at
      traffic.set(withoutPutBack(traffic.get()))
    },
    /** A request without an answer, at this time of the device. */
    asksInVain: (at: number) => {
      now = at
      traffic.set({ ...traffic.get(), errors: [{ at, kind: 'no answer' }] })
    },
  }
}

test("a page knows the server's clock from an earlier page", () => {
  const local = memoryStorage()
  const first = page(local)
  expect(first.clock()).toBeNull()
  first.hears(DAY, NOON)
  expect(page(local).clock()).toEqual({ offset_ms: DAY, heard_at: NOON, steady: null })
})

test('a page knows from an earlier page how far the clock was put back', () => {
  const local = memoryStorage()
  const put_back = { at: NOON - 60_000, by: DAY }
  page(local).hears(0, NOON, put_back)
  expect(page(local).clock()?.put_back).toEqual(put_back)
})

test('a page no longer knows it once that is forgotten, which is no answer', () => {
  const local = memoryStorage()
  const first = page(local)
  first.hears(0, NOON, { at: NOON - MINUTE, by: DAY })
  first.asksInVain(NOON + 10 * HOUR)
  first.forgetsPutBack(NOON + 2 * HOUR)
  expect(page(local).clock()).toEqual({ offset_ms: 0, heard_at: NOON, steady: null, was_put_back: true })
})

test('it is stored again when it changes, or is a minute old, and not for every answer', () => {
  const local = memoryStorage()
  const { hears } = page(local)
  const clockHeardAt = () => page(local).clock()?.heard_at
  hears(DAY, NOON)
  hears(DAY + 20, NOON + 59_000)
  expect(clockHeardAt()).toBe(NOON)
  hears(DAY, NOON + 60_000)
  expect(clockHeardAt()).toBe(NOON + 60_000)
  hears(0, NOON + 61_000)
  expect(clockHeardAt()).toBe(NOON + 61_000)
})

test.each(['{', '{"offset_ms":"1"}', 'null'])('a stored %s is ignored', (storedText) => {
  expect(page(memoryStorage({ [STORED.serverClock]: storedText })).clock()).toBeNull()
})

describe('a clock that was put back to after the last answer', () => {
  /** The device of a page that heard the server at noon, and has asked in vain for ten hours since. */
  const lostForTenHours = () => {
    const local = memoryStorage()
    const first = page(local)
    first.hears(0, NOON)
    first.asksInVain(NOON + 10 * HOUR)
    return { local, first }
  }
  const isSeen = (local: Storage, opened_at: number) => page(local, opened_at).clock()?.was_put_back ?? false

  test('is noticed by the next page, which no answer has reached', () => {
    expect(isSeen(lostForTenHours().local, NOON + 2 * HOUR)).toBe(true)
  })

  test('was not put back where the time has gone on, or a minute was corrected', () => {
    expect(isSeen(lostForTenHours().local, NOON + 11 * HOUR)).toBe(false)
    expect(isSeen(lostForTenHours().local, NOON + 10 * HOUR - MINUTE)).toBe(false)
  })

  test('is noticed by an open page too, where no answer has reached it', () => {
    const second = page(lostForTenHours().local, NOON + 10 * HOUR)
    second.asksInVain(NOON + 2 * HOUR)
    expect(second.clock()?.was_put_back).toBe(true)
  })

  test('is noticed by the page that heard the answer, where the tablet slept and the page counted less', () => {
    const seenBy = (counted_ms: number) => {
      const first = page(memoryStorage(), NOON, counted_ms)
      first.hears(0, NOON)
      first.asksInVain(NOON + 10 * HOUR)
      first.asksInVain(NOON + 2 * HOUR)
      return first.clock()?.was_put_back ?? false
    }
    expect([seenBy(10 * HOUR), seenBy(HOUR)]).toEqual([false, true])
  })

  test('stays noticed once the clock shows the same time again, and where the earlier page noticed it', () => {
    const { local, first } = lostForTenHours()
    first.asksInVain(NOON + 2 * HOUR)
    expect(isSeen(local, NOON + 12 * HOUR)).toBe(true)
    expect(isSeen(local, NOON + 13 * HOUR)).toBe(true)
  })

  test('is forgotten with the next answer, also where the clock was years ahead', () => {
    const { local, first } = lostForTenHours()
    first.asksInVain(NOON + 70 * 365 * DAY)
    expect(isSeen(local, NOON + 2 * HOUR)).toBe(true)
    const third = page(local, NOON + 2 * HOUR)
    third.hears(0, NOON + 3 * HOUR)
    expect(third.clock()?.was_put_back).toBeUndefined()
    expect(isSeen(local, NOON + 4 * HOUR)).toBe(false)
  })
})
