/** One person's confirmation of the right pack, with its time, in milliseconds since 1970. */
export type Check = { by: number; at: number }

/** For how long a confirmation holds, in milliseconds. */
export const CHECK_HOLDS_MS = 60 * 60 * 1000

/**
 * Whether a second person has confirmed a pack for somebody who dispenses it at a time: somebody else, not later, and
 * within the hour before. Times are milliseconds since 1970. Source: the trial's setting `is_dispense_checked`.
 */
export const isCheckedFor = (checks: readonly Check[], dispenser: number, performedAt: number): boolean =>
  checks.some(({ by, at }) => by !== dispenser && at <= performedAt && performedAt - at <= CHECK_HOLDS_MS)
