const DAY_MS = 86_400_000

/** A day of the calendar in the portal's format: `2026-11-21` becomes `21 Nov 2026`. */
export const formatDay = (date: string): string =>
  inZone('UTC', { dateStyle: 'medium' }).format(new Date(`${date}T00:00:00Z`))

/** A day with its weekday, for the head of a page: `Monday 23 November 2026`. */
export const formatWeekday = (date: string): string =>
  inZone('UTC', { dateStyle: 'full' })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '')

/** A month of the calendar: `2026-11` becomes `Nov 2026`. */
export const formatMonth = (month: string): string =>
  inZone('UTC', { month: 'short', year: 'numeric' }).format(new Date(`${month}-01T00:00:00Z`))

/** An instant in a time zone (the device's where it is null): `21 Nov 2026, 16:03`. */
export const formatInstant = (instant: string, zone: string | null): string =>
  inZone(zone, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))

/** The day of an instant in a time zone (the device's where it is null): `21 Nov 2026`. */
export const formatDayIn = (instant: string, zone: string | null): string =>
  inZone(zone, { dateStyle: 'medium' }).format(new Date(instant))

/** The full instant for a title: to the second, with its zone named, and as it was recorded. */
export const describeInstant = (instant: string, zone: string | null): string => {
  const format = inZone(zone, { dateStyle: 'medium', timeStyle: 'medium' })
  return `${format.format(new Date(instant))} ${format.resolvedOptions().timeZone} (${instant})`
}

/** The time of day in a time zone (the device's where it is null): `10:42`. */
export const formatClock = (at: number, zone: string | null = null): string =>
  inZone(zone, { timeStyle: 'short' }).format(new Date(at))

/** The present day in a time zone, `YYYY-MM-DD`. */
export const todayIn = (zone: string, now: number): string => {
  const parts = inZone(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(new Date(now))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Days since the epoch, for calculations. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

/** A zone that this browser does not know is shown as UTC, with that name. */
const inZone = (zone: string | null, format: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  // The device's own zone may change while the page is open.
  const key = `${zone ?? new Date().getTimezoneOffset()} ${JSON.stringify(format)}`
  const made = FORMATS.get(key)
  if (made) return made
  const fresh = newFormat(zone, format)
  FORMATS.set(key, fresh)
  return fresh
}

/** Made once for each zone: a list formats hundreds of instants in each rendering. */
const FORMATS = new Map<string, Intl.DateTimeFormat>()

const newFormat = (zone: string | null, format: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...format, ...(zone === null ? {} : { timeZone: zone }) })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' })
  }
}
