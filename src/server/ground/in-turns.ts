/** Runs work in steps to its end, and lets other requests be served every so often. */
export const inTurns = async <Value>(steps: Generator<undefined, Value>): Promise<Value> => {
  let since = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - since < TURN_MS) continue
    // oxlint-disable-next-line no-await-in-loop -- The work pauses; it is not much work at once.
    await giveWay()
    since = performance.now()
  }
}

/** How long one piece of work has the thread, in milliseconds. A randomisation takes a dozen rounds of the event loop or more. */
const TURN_MS = 5

/** For a long list: does the work for one piece of it after another, and lets other requests be served between them. */
export const inPieces = async <Row>(
  rows: readonly Row[],
  size: number,
  work: (piece: readonly Row[]) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += size) {
    // The embedded database never yields the thread.
    if (start > 0) await giveWay()
    await work(rows.slice(start, start + size))
  }
}

/** All long work of this process that waits to go on, the first first. */
const waiting: (() => void)[] = []

/**
 * Lets other requests be served, then goes on. One piece of long work runs in each round of the event loop, so that a request
 * waits for one piece, however many files and imports are under way.
 */
export const giveWay = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    // Two rounds: an immediate that is set while requests are read runs before the next of them is.
    if (waiting.length === 1) setImmediate(() => setImmediate(next))
  })

const next = () => {
  const resume = waiting.shift()
  // The work goes on after this function, and may wait again.
  if (waiting.length > 0) setImmediate(next)
  resume?.()
}
