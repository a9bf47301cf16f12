import { Temporal } from 'temporal-polyfill'

/**
 * The instant at which a day, or the one so many days after it, begins in a time zone, in UTC. Null where it lies outside the
 * years 1 to 9999, in which every entry was written.
 */
export const startOfDay = (timeZone: string, day: string, daysLater = 0): string | null => {
  const begins = Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds
  return begins < FIRST_MS || begins > LAST_MS ? null : new Date(begins).toISOString()
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
