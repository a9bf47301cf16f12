import { expect, test } from 'vitest'
import { deviceStorage, STORED } from '../../../../src/client/browser/device-storage'
import type { ClockReading } from '../../../../src/client/api/server-clock'
import type { Traffic } from '../../../../src/client/api/device-traffic'
import { persistServerClock } from '../../../../src/client/device/offline/persist-server-clock'
import { createStore } from '../../../../src/client/browser/store'
import { memoryStorage } from '../../memory-storage'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const DAY = 86_400_000

/** A page of this device: the time it assumes for the server, and the readings it receives. */
const page = (local: Storage) => {
  const traffic = createStore<Traffic>({ answers: [], errors: [], clock: null })
  persistServerClock(
    deviceStorage(() => local),
    traffic,
  )
  return {
    clock: () => traffic.get().clock,
    hears: (offset_ms: number, heard_at: number, put_back?: ClockReading['put_back']) =>
      traffic.set({ ...traffic.get(), clock: { offset_ms, heard_at, steady: 5, put_back } }),
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
