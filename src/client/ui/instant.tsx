import { describeInstant, formatDay, formatInstant } from './format-time'

/** An instant in a zone (the device's where it is null); its title has the zone and the full instant. */
export function Instant({ at, zone }: { at: string; zone: string | null }) {
  return (
    <time dateTime={at} title={describeInstant(at, zone)}>
      {unbroken(formatInstant(at, zone))}
    </time>
  )
}

/** The day of an instant whose time is withheld. */
export function DayOf({ at }: { at: string }) {
  const day = at.slice(0, 'YYYY-MM-DD'.length)
  return <time dateTime={day}>{unbroken(formatDay(day))}</time>
}

/** Day and time break only between each other where they do not fit on one line. */
const unbroken = (text: string): string => text.replace(/(?<!,) /g, '\u00A0')
