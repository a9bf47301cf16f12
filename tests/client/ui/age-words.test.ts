import { describe, expect, test } from 'vitest'
import { ageWords } from '../../../src/client/ui/age-words'
import { formatClock, formatInstant } from '../../../src/client/ui/format-time'

const NOW = Date.parse('2026-11-21T10:42:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const UNKNOWN = 'age unknown: the clock was changed, so reconnect first'

const clockOf = (age: number) => formatClock(NOW - age)
const dayOf = (age: number) => formatInstant(new Date(NOW - age).toISOString(), null)

describe('the age of content', () => {
  test.each([
    [0, clockOf, 'less than a minute ago'],
    [12 * MINUTE, clockOf, '12 min ago'],
    [3 * HOUR, clockOf, '3 h ago'],
    [50 * HOUR, dayOf, '2 days ago'],
    // A correction of the clock by some seconds is normal. A larger one backwards makes earlier readings useless.
    [-MINUTE, clockOf, 'less than a minute ago'],
    [-MINUTE - 1, clockOf, UNKNOWN],
    [-3 * HOUR, clockOf, UNKNOWN],
    [-50 * HOUR, dayOf, UNKNOWN],
  ])('after %i ms', (age, time, words) => {
    expect(ageWords(NOW - age, NOW)).toBe(`${time(age)} (${words})`)
  })
})
