/** When something was done, and whether that had to be guessed. */
export type PerformedAt = { performed_at: number; clock_uncertain: boolean }

/** Said beside a time that had to be guessed. */
export const CLOCK_UNCERTAIN = 'the device’s clock was wrong, so the server’s time is shown'

type ReportedTime = {
  /** When the person did it, by the clock of the device. */
  performed_at: number
  /** The server's clock less the device's when the request came in; null where the device did not tell its time. */
  clock_offset_ms: number | null
  /** The earliest it can have been: when the pack was allocated, or the participant randomised. Null: not before 1970. */
  earliest: number | null
  /** The server's clock. */
  now: number
}

/**
 * When a person did what the server hears of only now. In and out are milliseconds, instants since 1970. The device's time is
 * corrected by its offset; one that would still lie in the future, or before it could be done at all, is no time that a right clock
 * showed: then the server's own is taken and the record is uncertain. Nothing is refused.
 * Source: src/specification/offline.md#what-may-wait.
 */
export const correctedPerformedAt = ({ performed_at, clock_offset_ms, earliest, now }: ReportedTime): PerformedAt => {
  const corrected = performed_at + (clock_offset_ms ?? 0)
  const isCredible = corrected >= (earliest ?? 0) && corrected <= now
  return { performed_at: isCredible ? corrected : now, clock_uncertain: !isCredible }
}
