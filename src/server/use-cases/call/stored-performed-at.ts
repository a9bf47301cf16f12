import { correctedPerformedAt } from '#domain/time/performed-at'

/** When a person acted, perhaps offline, as it is stored. */
export type StoredPerformedAt = {
  performed_at: string | null
  clock_offset_ms: number | null
  clock_uncertain: boolean
}

/** For an action that was done when the server received it. */
export const PERFORMED_NOW: StoredPerformedAt = { performed_at: null, clock_offset_ms: null, clock_uncertain: false }

type ReportedTime = { body: { performed_at: string | null }; clock_offset_ms: number | null }

/** The period in which the action is possible: from the creation of its record, or null where unknown, until now. */
type Window = { earliest: string | null; now: string }

/** When the person acted, corrected by the offset of the device's clock; empty where the call has no time. */
export const storedPerformedAt = (
  { body, clock_offset_ms }: ReportedTime,
  { earliest, now }: Window,
): StoredPerformedAt => {
  if (body.performed_at === null) return PERFORMED_NOW
  const { performed_at, clock_uncertain } = correctedPerformedAt({
    performed_at: Date.parse(body.performed_at),
    clock_offset_ms,
    earliest: earliest === null ? null : Date.parse(earliest),
    now: Date.parse(now),
  })
  return { performed_at: new Date(performed_at).toISOString(), clock_offset_ms, clock_uncertain }
}
