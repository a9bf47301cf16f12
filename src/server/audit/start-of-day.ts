import { Temporal } from 'temporal-polyfill'

/** The instant at which a day, or the one so many days after it, begins in a time zone, in UTC. */
export const startOfDay = (timeZone: string, day: string, daysLater = 0): string =>
  new Date(
    Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds,
  ).toISOString()
