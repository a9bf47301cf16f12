import { describeInstant, formatDay, formatInstant } from './format-time'

/** A moment in the zone given (the device's where it is null); the zone and the full instant are in its title. */
export function Instant({ at, zone }: { at: string; zone: string | null }) {
  return (
    <time dateTime={at} title={describeInstant(at, zone)}>
      {unbroken(formatInstant(at, zone))}
    </time>
  )
}

/** The day of a moment whose time is not told. */
export function DayOf({ at }: { at: string }) {
  const day = at.slice(0, 'YYYY-MM-DD'.length)
  return <time dateTime={day}>{unbroken(formatDay(day))}</time>
}

/** Where there is no room for a line of it, day and time stand below each other, each whole. */
const unbroken = (words: string): string => words.replace(/(?<!,) /g, '\u00A0')
