/**
 * How long a database of the device may take, in milliseconds. WebKit leaves one unanswered for ever after its page was left
 * during a transaction.
 */
export const DATABASE_TIMEOUT_MS = 5000

/** Shown where a database did not answer in time. */
export const DATABASE_SILENT = 'The storage of this browser does not answer'

/** A wait this much longer than its timeout means that the device, and the database with it, was asleep. */
const ASLEEP_MS = 2 * DATABASE_TIMEOUT_MS

/** Whether database work settles in time. After the device slept, the timeout begins again. */
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

/** Whether a promise settles before so many milliseconds are over. */
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

/** The result of database work; rejects where it does not settle in time. A later result is ignored. */
export const withTimeout = async <T>(work: PromiseLike<T>): Promise<T> => {
  if (await settlesWithinTimeout(work)) return work
  throw new Error(DATABASE_SILENT)
}
