import { describeInstant, formatInstant } from './format-time'

/** A moment in the zone given (the device's where it is null); the zone and the full instant are in its title. */
export function Instant({ at, zone }: { at: string; zone: string | null }) {
  return (
    <time dateTime={at} title={describeInstant(at, zone)}>
      {formatInstant(at, zone)}
    </time>
  )
}
