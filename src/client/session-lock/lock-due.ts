import type { LockAfter } from './lock-after'

/** What is known when it is judged whether to lock. Times in milliseconds of the device's clock. */
export type IdleSituation = {
  lock_after: LockAfter
  /** When this device was last touched, in whichever tab. */
  last_touch: number
  /** A request that writes is under way on this page. */
  is_sending: boolean
  /** When the last such request was answered. */
  last_answer: number
}

/** How long what was asked for stays in sight after its answer came, though nobody touches it. */
const ANSWER_STAYS_MS = 60_000
/** How long requests can put the lock off: a page that sends again and again would never be locked. */
const LONGEST_PUT_OFF_MS = 5 * 60_000

/**
 * When the device is to be locked if nothing happens until then; null is never. A request that is waited for is not covered, nor is
 * its answer for a minute: whoever waits for an allocation does not touch the screen, and must see it.
 */
export const lockDueAt = ({ lock_after, last_touch, is_sending, last_answer }: IdleSituation): number | null => {
  if (lock_after === 'never') return null
  const due = last_touch + lock_after * 60_000
  const latest = due + LONGEST_PUT_OFF_MS
  return is_sending ? latest : Math.max(due, Math.min(last_answer + ANSWER_STAYS_MS, latest))
}
