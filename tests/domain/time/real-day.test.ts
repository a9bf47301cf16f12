import { isRealDay } from '#domain/time/real-day'
import { expect, it } from 'vitest'

it.each([
  ['2026-11-21', true],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['0001-01-01', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['0000-01-01', false],
  ['2026-1-1', false],
  ['21/11/2026', false],
  ['2026-11-21T00:00', false],
  ['', false],
])('%s is a day of the calendar: %s', (text, isReal) => {
  expect(isRealDay(text)).toBe(isReal)
})
