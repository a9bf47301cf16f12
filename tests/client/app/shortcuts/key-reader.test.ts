import { expect, test } from 'vitest'
import { SCANNED_WITHIN_MS } from '../../../../src/client/browser/scanner-pace'
import { createKeyReader } from '../../../../src/client/app/shortcuts/key-reader'

/** A reader with a known clock, and the result that it read. */
const reader = () => {
  let now = 0
  const timers = new Set<{ at: number; act: () => void }>()
  const read: string[] = []
  const keys = createKeyReader(
    (key) => key === 'g',
    (typed) => read.push(typed),
    {
      now: () => now,
      later: (act, ms) => {
        const timer = { at: now + ms, act }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
  )
  const waits = (ms: number) => {
    now += ms
    for (const timer of [...timers].filter(({ at }) => at <= now)) {
      timers.delete(timer)
      timer.act()
    }
  }
  const types = (typed: string, ms: number) => {
    for (const key of typed) {
      keys.press(key)
      waits(ms)
    }
  }
  return { read, types, waits, ...keys }
}

test('a single key acts once nothing follows at once', () => {
  const { read, press, waits } = reader()
  press('r')
  expect(read).toEqual([])
  waits(SCANNED_WITHIN_MS + 1)
  expect(read).toEqual(['r'])
})

test('a key and the one that follows are read as a pair', () => {
  const { read, types } = reader()
  types('gt', 200)
  expect(read).toEqual(['g t'])
})

test('the second key of a pair that comes too late is read alone', () => {
  const { read, types } = reader()
  types('gt', 1600)
  expect(read).toEqual(['t'])
})

test('what a scanner types at a desk is read as nothing', () => {
  const { read, types, waits } = reader()
  types('gtr-1001?', 8)
  waits(1000)
  expect(read).toEqual([])
})

test('what the slowest scanner types is read as nothing', () => {
  const { read, types, waits } = reader()
  types('gtr', SCANNED_WITHIN_MS)
  waits(1000)
  expect(read).toEqual([])
})

test('after it was stopped, a waiting key does nothing', () => {
  const { read, press, waits, stop } = reader()
  press('r')
  stop()
  waits(100)
  expect(read).toEqual([])
})

test('while a dialog opens, nothing is read', () => {
  const { read, types, silence } = reader()
  silence(400)
  types('rd', 200)
  expect(read).toEqual([])
  types('rd', 200)
  expect(read).toEqual(['r', 'd'])
})
