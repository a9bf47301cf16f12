import { daysBefore } from '#domain/time/calendar-day'
import { describe, expect, test } from 'vitest'

describe('the day so many days before', () => {
  test.each([
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-21', 21, '2026-10-31'],
    ['2026-03-01', 1, '2026-02-28'],
    ['2028-03-01', 1, '2028-02-29'],
    ['2000-03-01', 1, '2000-02-29'],
    ['2100-03-01', 1, '2100-02-28'],
    ['2027-01-01', 1, '2026-12-31'],
    ['2027-01-15', 365, '2026-01-15'],
    ['9999-12-31', 36_500, '9900-01-24'],
    ['0001-01-01', 0, '0001-01-01'],
    ['0001-02-01', 36_500, '0001-01-01'],
  ])('%s, %i days: %s', (day, days, before) => {
    expect(daysBefore(day, days)).toBe(before)
  })

  test('is the day before, every day of four hundred years', () => {
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    // Collected, since an assertion for each of 146,000 days takes ten times as long as the days.
    const wrong: string[] = []
    for (let time = Date.UTC(1900, 0, 1); time < Date.UTC(2300, 0, 2); time += 86_400_000) {
      if (daysBefore(dayOf(time), 1) !== dayOf(time - 86_400_000)) wrong.push(dayOf(time))
    }
    expect(wrong).toEqual([])
  })
})
