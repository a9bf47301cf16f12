import { describe, expect, test } from 'vitest'
import { readDay } from '../../../src/client/ui/read-day'

/* Texts that count as a day where one is typed. */

test.each([
  ['12 Jan 2026', '2026-01-12'],
  ['1 january 2026', '2026-01-01'],
  ['12-Sept-2026', '2026-09-12'],
  ['12/01/2026', '2026-01-12'],
  ['1/2/2026', '2026-02-01'],
  ['12.01.2026', '2026-01-12'],
  ['2026-01-12', '2026-01-12'],
  [' 29 Feb 2028 ', '2028-02-29'],
])('%s is %s, the day first', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

describe('no day is guessed', () => {
  test.each([
    '',
    '12/13/2026',
    '29 Feb 2026',
    '31/04/2026',
    '12/01/26',
    '12 Ja 2026',
    '12 Janx 2026',
    '12 Mayday 2026',
    '2026',
    '0/1/2026',
    'tomorrow',
  ])('from “%s”', (typed) => {
    expect(readDay(typed)).toBeNull()
  })
})
