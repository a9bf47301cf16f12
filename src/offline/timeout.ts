/**
 * How long a database of the device may take, in milliseconds. A browser can leave one unanswered for ever, as WebKit does after a
 * page was left in the middle of a transaction: nobody is to wait for that.
 */
export const DATABASE_TIMEOUT_MS = 5000

/** Said where a database did not answer in time. */
export const DATABASE_SILENT = 'The storage of this browser does not answer'

/** A wait that took this much longer than it should was slept through, and the database with it. */
const ASLEEP_MS = 2 * DATABASE_TIMEOUT_MS

/** Whether a work of a database ends in time, whichever way. After the device slept, it has its time again. */
export const settlesWithinTimeout = async (work: PromiseLike<unknown>): Promise<boolean> => {
  const ended = work.then(
    () => true,
    () => true,
  )
  for (;;) {
    const began = Date.now()
    if (await isFirst(ended, DATABASE_TIMEOUT_MS)) return true
    if (Date.now() - began < ASLEEP_MS) return false
  }
}

/** Whether something comes before so many milliseconds are over. */
const isFirst = async (thing: PromiseLike<boolean>, milliseconds: number): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([thing, over])
  } finally {
    clearTimeout(timer)
  }
}

/** What a work of a database comes to; rejects when it does not end in time. What comes of it later is nobody's any more. */
export const withTimeout = async <T>(work: PromiseLike<T>): Promise<T> => {
  if (await settlesWithinTimeout(work)) return work
  throw new Error(DATABASE_SILENT)
}
