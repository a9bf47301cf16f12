import { Temporal } from 'temporal-polyfill'
import { zoneOffsetAt } from './zone-offset'

/** The day on which an instant falls in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The instant at which a day, `YYYY-MM-DD`, begins in a time zone. */
export const dayStart = (timeZone: string, day: string): string =>
  new Date(startsAt(timeZone, Temporal.PlainDate.from(day))).toISOString()

/**
 * The same for the day so many days after it. Null where that is outside the years 1 to 9999, which contain every
 * record.
 */
export const dayStartWithin = (timeZone: string, day: string, daysLater = 0): string | null => {
  const begins = startsAt(timeZone, Temporal.PlainDate.from(day).add({ days: daysLater }))
  return begins < FIRST_MS || begins > LAST_MS ? null : new Date(begins).toISOString()
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

const startsAt = (timeZone: string, day: Temporal.PlainDate): number => day.toZonedDateTime(timeZone).epochMilliseconds

/** How long an account lasts before it has to be reviewed. */
const YEARS_OF_AN_ACCOUNT = 1

/** The end of an account that is opened or extended now, in UTC. */
export const accountEnd = (now: string): string =>
  new Date(
    Temporal.Instant.from(now).toZonedDateTimeISO('UTC').add({ years: YEARS_OF_AN_ACCOUNT }).epochMilliseconds,
  ).toISOString()

/** An instant in the clock time of a zone: `21 Nov 2026, 05:03`. */
export const wallClock = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(instant))

/**
 * An instant in words in a time zone: `21 Nov 2026, 05:03 +00:00 (Europe/London)`. Without the offset the hour in which clocks are set
 * back is ambiguous.
 */
export const momentIn = (timeZone: string, instant: string): string =>
  `${wallClock(timeZone, instant)} ${zoneOffsetAt(timeZone, Date.parse(instant)).text} (${timeZone})`

/** An instant for a table in a time zone, with the zone's offset from UTC: `2026-11-21 05:03:00+00:00`. */
export const timeIn = (timeZone: string, instant: string): string => {
  const { epochMilliseconds } = Temporal.Instant.from(instant)
  const offset = zoneOffsetAt(timeZone, epochMilliseconds)
  const local = new Date(epochMilliseconds + offset.milliseconds).toISOString()
  return `${local.slice(0, -'.000Z'.length).replace('T', ' ')}${offset.text}`
}
