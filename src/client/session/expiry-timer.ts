/** The longest time that `setTimeout` can wait, in milliseconds; a longer one fires at once. */
const LONGEST_WAIT = 2_147_483_647

/**
 * Calls `then` at `at` (milliseconds since the epoch), in steps where that is further away than a timer can wait or the clock
 * was put back meanwhile. Returns a function that cancels it.
 */
export const callAt = (at: number, then: () => void, now: () => number): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => (now() >= at ? then() : wait()), Math.min(Math.max(at - now(), 0), LONGEST_WAIT))
  }
  wait()
  return () => clearTimeout(timer)
}
