import { counted } from '../../../ui/format-number'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long a pack has waited: `39 min`, `1 h 12 min`, `2 days`. In milliseconds; a clock that is behind counts as no time. */
export const waitingWords = (waited: number): string => {
  const since = Math.max(0, waited)
  if (since < HOUR_MS) return `${Math.floor(since / MINUTE_MS)} min`
  if (since < DAY_MS) return `${Math.floor(since / HOUR_MS)} h ${Math.floor((since % HOUR_MS) / MINUTE_MS)} min`
  return counted(Math.floor(since / DAY_MS), 'day')
}

/** Whether the pack has waited so long that a person should ask why: a day. */
export const waitsLong = (waited: number): boolean => waited >= DAY_MS
