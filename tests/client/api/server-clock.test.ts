import { describe, expect, test } from 'vitest'
import {
  isPutBack,
  readingAfter,
  serverTime,
  timeAtLeast,
  type ClockReading,
} from '../../../src/client/api/server-clock'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A reading at noon of this device, when the page's own clock was at 0. */
const reading = (offset_ms: number, steady: number | null = 0): ClockReading => ({ offset_ms, heard_at: NOON, steady })
/** This many hours later, by the device's clock and by the page's. */
const after = (device: number, page = device) => ({ now: NOON + device * HOUR, steady: page * HOUR })

test('before any answer it is this device’s', () => {
  expect(serverTime(null, after(1))).toBe(NOON + HOUR)
})

describe('read by this page it', () => {
  test.each([
    ['goes with this device’s, however wrong that is', DAY, after(1), NOON + DAY + HOUR],
    ['also where that is ahead', -DAY, after(1), NOON - DAY + HOUR],
    ['goes on while the tablet sleeps and the page stands still', DAY, after(9, 1), NOON + DAY + 9 * HOUR],
    ['is what has passed since, once this device’s clock was put back', DAY, after(-3, 2), NOON + DAY + 2 * HOUR],
    ['is this device’s, where one that was ahead is put right', -DAY, after(1 - 24, 1), NOON - DAY + HOUR],
  ])('%s', (_, offset, moment, expected) => {
    expect(serverTime(reading(offset), moment)).toBe(expected)
  })
})

describe('read by an earlier page it', () => {
  test.each([
    ['goes with a clock that was behind', DAY, after(1), NOON + DAY + HOUR],
    [
      'is never earlier than this device’s: one that was ahead may have been put right',
      -DAY,
      after(30),
      NOON + 30 * HOUR,
    ],
    ['is no earlier than it was, once this device’s clock was put back', HOUR, after(-48), NOON + HOUR],
    ['is this device’s, where one that was ahead was put right at once', -DAY, after(-23), NOON - 23 * HOUR],
  ])('%s', (_, offset, moment, expected) => {
    expect(serverTime(reading(offset, null), moment)).toBe(expected)
  })
})

test('a clock that was put back is detected, also by a page that stayed open; some seconds do not count', () => {
  expect(isPutBack(reading(0), after(1, 2))).toBe(true)
  expect(isPutBack(reading(0, null), after(1, 0))).toBe(false)
  expect(isPutBack(reading(0), { now: NOON + HOUR - 4000, steady: HOUR })).toBe(false)
})

describe('the reading after another', () => {
  const MINUTE = 60_000
  const at = (minutes: number, offset_ms: number, put_back?: ClockReading['put_back']): ClockReading => ({
    offset_ms,
    heard_at: NOON + minutes * MINUTE,
    steady: 0,
    put_back,
  })
  const onceBack = { at: NOON, by: 55 * MINUTE }

  test.each([
    ['of the same clock says nothing', at(-5, 0), at(0, 0), undefined],
    ['says nothing of a minute: the answer was slow', at(-5, 0), at(0, MINUTE), undefined],
    ['says nothing of a clock that was put forward', at(-5, 0), at(60, -HOUR), undefined],
    ['says by how much the clock was put back', at(50, -55 * MINUTE), at(0, 0), onceBack],
    [
      'says it also where an earlier page made the other',
      { ...at(50, -55 * MINUTE), steady: null },
      at(0, 0),
      onceBack,
    ],
    ['says it at each later answer', at(0, 0, onceBack), at(90, 0), onceBack],
    ['adds up what was put back within a day', at(0, 0, onceBack), at(60, HOUR), { at: NOON + HOUR, by: 115 * MINUTE }],
    [
      'forgets what was put back before: a list of that time is too old',
      at(0, 0, onceBack),
      at(26 * 60, HOUR),
      { at: NOON + 26 * HOUR, by: HOUR },
    ],
  ])('%s', (_, former, reading, put_back) => {
    expect(readingAfter(former, reading)).toEqual({ ...reading, put_back })
  })

  test('is itself where there is none', () => {
    expect(readingAfter(null, at(0, DAY))).toEqual(at(0, DAY))
  })
})

describe('the lower bound', () => {
  test.each([
    ['is this device’s, before anything was heard', null, after(1), NOON + HOUR],
    ['is the server’s, on a device that is behind', reading(DAY), after(1), NOON + DAY + HOUR],
    ['is this device’s, where that is ahead', reading(-DAY), after(1), NOON + HOUR],
    ['is this device’s, once one that was behind is put right', reading(DAY), after(25, 1), NOON + 25 * HOUR],
    ['stays the server’s, once this device’s was put back', reading(0), after(-20, 4), NOON + 4 * HOUR],
    ['is no earlier than an earlier page heard', reading(DAY, null), after(1), NOON + DAY],
  ])('%s', (_, clock, moment, expected) => {
    expect(timeAtLeast(clock, moment)).toBe(expected)
  })
})
