import { correctedPerformedAt } from '#domain/time/performed-at'
import { expect, test } from 'vitest'

const NOW = Date.parse('2026-11-21T05:03:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The time at which the record that is acted on was created. */
const EARLIEST = NOW - 3 * HOUR

const CASES: { says: string; sent: number; offset: number | null; stored: number; uncertain: boolean }[] = [
  { says: 'still ahead after its correction', sent: NOW + HOUR, offset: -MINUTE, stored: NOW, uncertain: true },
  { says: 'ahead, of a device that told no time', sent: NOW + 1, offset: null, stored: NOW, uncertain: true },
  { says: 'a millisecond ahead', sent: NOW - MINUTE + 1, offset: MINUTE, stored: NOW, uncertain: true },
  { says: 'before it could be done', sent: EARLIEST - 1, offset: null, stored: NOW, uncertain: true },
  { says: 'the same once corrected', sent: EARLIEST, offset: -1, stored: NOW, uncertain: true },
  { says: 'as soon as it could be done', sent: EARLIEST, offset: 0, stored: EARLIEST, uncertain: false },
  { says: 'the same once corrected back', sent: EARLIEST - HOUR, offset: HOUR, stored: EARLIEST, uncertain: false },
  { says: 'before 1970', sent: -1, offset: null, stored: NOW, uncertain: true },
  { says: 'before 1970 once corrected', sent: HOUR, offset: -2 * HOUR, stored: NOW, uncertain: true },
  { says: 'this very moment', sent: NOW, offset: 0, stored: NOW, uncertain: false },
  { says: 'an hour ago, by a clock that is right', sent: NOW - HOUR, offset: 0, stored: NOW - HOUR, uncertain: false },
  { says: 'an hour ago, clock untold', sent: NOW - HOUR, offset: null, stored: NOW - HOUR, uncertain: false },
  { says: 'an hour ago, clock 2 h ahead', sent: NOW + HOUR, offset: -2 * HOUR, stored: NOW - HOUR, uncertain: false },
  { says: 'an hour ago, clock 1 h behind', sent: NOW - 2 * HOUR, offset: HOUR, stored: NOW - HOUR, uncertain: false },
  { says: 'an hour ago, clock set to 1970', sent: 0, offset: NOW - HOUR, stored: NOW - HOUR, uncertain: false },
]

test.each(CASES)('a time that is $says', ({ sent, offset, stored, uncertain }) => {
  expect(correctedPerformedAt({ performed_at: sent, clock_offset_ms: offset, earliest: EARLIEST, now: NOW })).toEqual({
    performed_at: stored,
    clock_uncertain: uncertain,
  })
})

test.each([
  ['before 1970 is none that a clock showed', -1, { performed_at: NOW, clock_uncertain: true }],
  ['in 1970 may be', 0, { performed_at: 0, clock_uncertain: false }],
])('a time without a known beginning %s', (_says, performed_at, stored) => {
  expect(correctedPerformedAt({ performed_at, clock_offset_ms: null, earliest: null, now: NOW })).toEqual(stored)
})
