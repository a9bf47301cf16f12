import { Temporal } from 'temporal-polyfill'
import { dayIn } from '../../ground/time/calendar'

/** Days and instants of a sample trial, counted from the day on which the sample is loaded. */
export type SampleCalendar = {
  /** The day so many days after the day of loading, or before it where negative, `YYYY-MM-DD`. */
  day: (offset: number) => string
  /**
   * The instant so many days after the beginning of a day's working hours, counting only working hours: 2.5 is the
   * middle of the third day. Increases with `days`, so that a later participant has a later time.
   */
  moment: (day: string, days: number) => string
}

const OPENS_AT = { hour: 8 }
const HOURS_A_DAY = 11
const HOUR_MS = 3_600_000

/** The calendar of a trial in a time zone, for a sample loaded at an instant. */
export const sampleCalendar = (loadedAt: string, timeZone: string): SampleCalendar => {
  const today = Temporal.PlainDate.from(dayIn(timeZone, loadedAt))
  return {
    day: (offset) => today.add({ days: offset }).toString(),
    moment: (day, days) => {
      const wholeDays = Math.floor(days)
      return Temporal.PlainDate.from(day)
        .add({ days: wholeDays })
        .toZonedDateTime({ timeZone, plainTime: OPENS_AT })
        .add({ milliseconds: Math.floor((days - wholeDays) * HOURS_A_DAY * HOUR_MS) })
        .toInstant()
        .toString({ smallestUnit: 'millisecond' })
    },
  }
}

const GOLDEN = 0.618_033_988_749_894_9

/**
 * The times of `count` events in a run of days, as days since its beginning, in order: one in each equal part of it, at
 * varying places, so that they look natural.
 */
export const spread = (count: number, days: number): number[] =>
  Array.from({ length: count }, (_, index) => ((index + (((index + 1) * GOLDEN) % 1)) / count) * days)
