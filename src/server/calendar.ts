import { Temporal } from 'temporal-polyfill'

/** How long after its end a trial expires (specification 001, section 4). */
const MONTHS_TO_EXPIRY = 6

const TIME_ZONES = new Set(['Etc/UTC', ...Intl.supportedValuesOf('timeZone')])

export const isTimeZone = (name: string): boolean => TIME_ZONES.has(name)

/** The day on which an instant falls in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The last day that `YYYY-MM-DD` can write. */
const LAST_DAY = Temporal.PlainDate.from('9999-12-31')

/** The day on which a trial expires: six months after its end, the last of the month where that month is shorter. */
export const expiryOf = (endOn: string): string => {
  const day = Temporal.PlainDate.from(endOn).add({ months: MONTHS_TO_EXPIRY })
  return (Temporal.PlainDate.compare(day, LAST_DAY) > 0 ? LAST_DAY : day).toString()
}

/** An instant as people read it in a time zone: `21 November 2026 at 05:03 (Europe/London)`. */
export const momentIn = (timeZone: string, instant: string): string => {
  const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${clock.format(new Date(instant))} (${timeZone})`
}
