import { describe, expect, test } from 'vitest'
import { sampleCalendar, spread } from '../../../../src/server/start/sample-data/sample-calendar'

describe('the calendar of a sample trial', () => {
  test.each([
    { zone: 'Europe/London', loaded: '2026-11-21T05:03:00.000Z', offset: 0, day: '2026-11-21' },
    { zone: 'Australia/Brisbane', loaded: '2026-11-21T15:03:00.000Z', offset: 0, day: '2026-11-22' },
    { zone: 'Europe/London', loaded: '2026-03-01T12:00:00.000Z', offset: -1, day: '2026-02-28' },
  ])('counts days from the day in $zone', ({ zone, loaded, offset, day }) => {
    expect(sampleCalendar(loaded, zone).day(offset)).toBe(day)
  })

  test.each([
    { says: 'begins at eight in winter', day: '2026-01-10', days: 0, at: '2026-01-10T08:00:00.000Z' },
    { says: 'begins at eight in summer', day: '2026-07-10', days: 0, at: '2026-07-10T07:00:00.000Z' },
    { says: 'is half over at half past one', day: '2026-01-10', days: 2.5, at: '2026-01-12T13:30:00.000Z' },
    { says: 'lies before the first one too', day: '2026-01-10', days: -1, at: '2026-01-09T08:00:00.000Z' },
  ])('a working day $says', ({ day, days, at }) => {
    expect(sampleCalendar('2026-11-21T05:03:00.000Z', 'Europe/London').moment(day, days)).toBe(at)
  })

  test('spreads events over a run of days: one in each part, in order', () => {
    const events = spread(40, 10)
    expect(events.map((at) => Math.floor(at * 4))).toEqual(Array.from({ length: 40 }, (_, index) => index))
    expect(new Set(events.map((at) => ((at * 4) % 1).toFixed(3))).size).toBeGreaterThan(30)
  })
})
