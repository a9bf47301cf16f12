/** The longest time that `setTimeout` can wait; a longer one fires at once. */
const LONGEST_WAIT = 2_147_483_647

/**
 * Calls `then` at the instant `at` (milliseconds since the epoch), in steps where that is further away than a timer
 * can wait. The answer cancels it.
 */
export const callAt = (at: number, then: () => void, now: () => number): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const left = at - now()
    timer = setTimeout(left <= LONGEST_WAIT ? then : wait, Math.min(Math.max(left, 0), LONGEST_WAIT))
  }
  wait()
  return () => clearTimeout(timer)
}
