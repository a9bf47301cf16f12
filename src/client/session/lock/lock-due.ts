/** After how many minutes without a touch a device is locked; a person chooses for each device. */
export const LOCK_AFTER_MINUTES = [5, 10, 15, 30, 60] as const

/** Minutes, or never. */
export type LockAfter = (typeof LOCK_AFTER_MINUTES)[number] | 'never'

const DEFAULT_LOCK_AFTER: LockAfter = 15

/** The choice stored on this device; the default where it is missing or invalid. */
export const readLockAfter = (stored: string | null): LockAfter =>
  stored === 'never' ? stored : (LOCK_AFTER_MINUTES.find((minutes) => String(minutes) === stored) ?? DEFAULT_LOCK_AFTER)

/** The facts that decide whether to lock. Times in milliseconds of the device's clock. */
export type IdleSituation = {
  lock_after: LockAfter
  /** When this device was last touched, in any tab. */
  last_touch: number
  /** A write is in progress on this page. */
  is_sending: boolean
  /** When the last write was answered. */
  last_answer: number
}

/** How long an answer stays visible without a touch, in milliseconds. */
const ANSWER_STAYS_MS = 60_000
/** How long writes can delay the lock, in milliseconds: a page that sends continually would never lock. */
const LONGEST_PUT_OFF_MS = 5 * 60_000

/**
 * When the device must be locked without further events; null for never. A write in progress delays the lock, and its answer
 * for a minute: a person who waits for an allocation does not touch the screen, and must see it.
 */
export const lockDueAt = ({ lock_after, last_touch, is_sending, last_answer }: IdleSituation): number | null => {
  if (lock_after === 'never') return null
  const due = last_touch + lock_after * 60_000
  const latest = due + LONGEST_PUT_OFF_MS
  return is_sending ? latest : Math.max(due, Math.min(last_answer + ANSWER_STAYS_MS, latest))
}
