import { isAgeUnknown } from '#domain/this-device/offline-rules'
import { formatClock, formatInstant } from './format-time'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * The age of shown content beside its time: "10:42 (12 min ago)", with the day where it is older than 24 hours. Says that the
 * age is unknown where the clock was put back since. `as_of` and `now` are milliseconds since the epoch, by this device's
 * clock.
 */
export const ageWords = (as_of: number, now: number): string => {
  const age = now - as_of
  return `${timeWords(as_of, now)} (${isAgeUnknown(age) ? UNKNOWN_AGE : since(Math.floor(age / MINUTE_MS))})`
}

/** The time alone: "10:42", with the day where it is older than 24 hours. */
export const timeWords = (as_of: number, now: number): string =>
  Math.abs(now - as_of) < DAY_MS ? formatClock(as_of) : formatInstant(new Date(as_of).toISOString(), null)

const UNKNOWN_AGE = 'age unknown: the clock was changed, so reconnect first'

const since = (minutes: number): string => {
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}
