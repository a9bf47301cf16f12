import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { momentIn, timeIn } from '../../../../src/server/ground/time/calendar'

/** Zones with and without changes of their clocks, of half hours, and with seconds in their history. */
const ZONES = ['UTC', 'Europe/London', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Casablanca', 'Europe/Amsterdam'] // prettier-ignore

const byTemporal = (zone: string, instant: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
    .replace('T', ' ')

test('an instant for a table has the clock time and the offset of its zone, in summer and in winter', () => {
  expect(timeIn('Europe/London', '2026-07-01T05:03:00.000Z')).toBe('2026-07-01 06:03:00+01:00')
  expect(timeIn('Europe/London', '2026-11-21T05:03:00.999Z')).toBe('2026-11-21 05:03:00+00:00')
})

test('an instant in words is of one hour alone, also when clocks are set back', () => {
  expect([0, 1].map((hour) => momentIn('Europe/London', `2026-10-25T0${hour}:30:00.000Z`))).toEqual([
    '25 Oct 2026, 01:30 +01:00 (Europe/London)',
    '25 Oct 2026, 01:30 +00:00 (Europe/London)',
  ])
})

test('the times of a table are those of Temporal, in any order of instants and zones', () => {
  const instants = fc.date({ min: new Date('1880-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...ZONES), instants)), (times) => {
      for (const [zone, instant] of times)
        expect(timeIn(zone, instant.toISOString())).toBe(byTemporal(zone, instant.toISOString()))
    }),
  )
})

test.each(ZONES)('the offset of %s changes in the millisecond of each change of its clocks', (zone) => {
  const until = Temporal.Instant.from('2040-01-01T00:00:00Z')
  let change = Temporal.Instant.from('1990-01-01T00:00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (change !== null && Temporal.Instant.compare(change.toInstant(), until) < 0) {
    for (const milliseconds of [0, -1, 0, 1, -1]) {
      const instant = change.add({ milliseconds }).toInstant().toString()
      expect(timeIn(zone, instant)).toBe(byTemporal(zone, instant))
    }
    change = change.getTimeZoneTransition('next')
  }
})
