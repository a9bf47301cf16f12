/** When a person acted, and whether the time had to be guessed. */
export type PerformedAt = { performed_at: number; clock_uncertain: boolean }

/** Shown beside a guessed time. */
export const CLOCK_UNCERTAIN = 'the device’s clock was wrong, so the server’s time is shown'

type ReportedTime = {
  /** When the person acted, by the clock of the device. */
  performed_at: number
  /** The server's clock minus the device's when the request came in; null where the device did not send its time. */
  clock_offset_ms: number | null
  /** The earliest possible time: when the pack was allocated, or the participant randomised. Null: not before 1970. */
  earliest: number | null
  /** The server's clock. */
  now: number
}

/**
 * Corrects the time of an action that the server receives late. In and out are milliseconds since 1970. The device's time is
 * corrected by its offset. Where the result is in the future or before `earliest`, the server's time is used and marked
 * uncertain. Nothing is refused. Source: src/specification/offline.md#what-may-wait.
 */
export const correctedPerformedAt = ({ performed_at, clock_offset_ms, earliest, now }: ReportedTime): PerformedAt => {
  const corrected = performed_at + (clock_offset_ms ?? 0)
  const isCredible = corrected >= (earliest ?? 0) && corrected <= now
  return { performed_at: isCredible ? corrected : now, clock_uncertain: !isCredible }
}
