import { describe, expect, test, vi } from 'vitest'
import {
  dayNumber,
  describeInstant,
  formatClock,
  formatDay,
  formatInstant,
  formatMonth,
  todayIn,
} from '../../../src/client/ui/format-time'

const AT = '2026-11-21T14:03:09.000Z'

describe('times', () => {
  test.each([
    ['Europe/London', '21 Nov 2026, 14:03'],
    ['Australia/Brisbane', '22 Nov 2026, 00:03'],
    ['America/St_Johns', '21 Nov 2026, 10:33'],
    ['Not/AZone', '21 Nov 2026, 14:03'],
  ])('are shown in the zone asked for: %s', (zone, expected) => {
    expect(formatInstant(AT, zone)).toBe(expected)
  })

  test('name their zone and the full instant', () => {
    expect(describeInstant(AT, 'Australia/Brisbane')).toBe(`22 Nov 2026, 00:03:09 Australia/Brisbane (${AT})`)
    expect(describeInstant(AT, 'Not/AZone')).toBe(`21 Nov 2026, 14:03:09 UTC (${AT})`)
  })

  test('a day is the same day everywhere', () => {
    expect(formatDay('2026-11-21')).toBe('21 Nov 2026')
  })

  test('so is a month', () => {
    expect(formatMonth('2026-11')).toBe('Nov 2026')
  })

  test.each([
    ['Europe/London', '2026-11-21'],
    ['Australia/Brisbane', '2026-11-22'],
  ])('it is today in %s', (zone, expected) => {
    expect(todayIn(zone, Date.parse(AT))).toBe(expected)
  })

  test('days are counted without regard to the clocks going back', () => {
    expect(dayNumber('2026-10-26') - dayNumber('2026-10-25')).toBe(1)
  })
})

/** Making one takes far longer than using it, and a list has hundreds of instants. */
test.each([
  ['instants of a zone', (at: number) => formatInstant(new Date(at).toISOString(), 'Asia/Tokyo')],
  ['times of day in a zone', (at: number) => formatClock(at, 'Asia/Tokyo')],
  ['present days in a zone', (at: number) => todayIn('Asia/Tokyo', at)],
  ['days', (at: number) => formatDay(new Date(at).toISOString().slice(0, 10))],
])('a hundred %s make no formatter of their own', (_what, format) => {
  format(Date.parse(AT))
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (let day = 0; day < 100; day += 1) format(Date.parse(AT) + day * 86_400_000)
  expect(made).not.toHaveBeenCalled()
})
