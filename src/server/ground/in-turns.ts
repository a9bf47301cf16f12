import { setImmediate } from 'node:timers/promises'

/** Runs work in steps to its end, and lets other requests be served every so often. */
export const inTurns = async <Value>(steps: Generator<undefined, Value>): Promise<Value> => {
  let since = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - since < TURN_MS) continue
    // oxlint-disable-next-line no-await-in-loop -- The work pauses; it is not much work at once.
    await setImmediate()
    since = performance.now()
  }
}

/** How long one piece of work has the thread, in milliseconds. */
const TURN_MS = 10

/** For a long list: does the work for one piece of it after another, and lets other requests be served between them. */
export const inPieces = async <Row>(
  rows: readonly Row[],
  size: number,
  work: (piece: readonly Row[]) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += size) {
    // The embedded database never yields the thread.
    if (start > 0) await setImmediate()
    await work(rows.slice(start, start + size))
  }
}
