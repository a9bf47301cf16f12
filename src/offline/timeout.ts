/**
 * How long a database of the device may take, in milliseconds. WebKit leaves one unanswered for ever after its page was left
 * during a transaction.
 */
export const DATABASE_TIMEOUT_MS = 5000

/** How long a database may take to open: shorter, since until then nobody is told that nothing can be saved. */
export const OPENING_TIMEOUT_MS = 3000

/** Shown where a database did not answer in time. */
export const DATABASE_SILENT = 'The storage of this browser does not answer'

/** A wait so many times as long as its timeout means that the device, and the database with it, was asleep. */
const ASLEEP_TIMES = 2

/** Whether database work settles in time, in milliseconds. After the device slept, the timeout begins again. */
export const settlesWithinTimeout = async (
  work: PromiseLike<unknown>,
  timeout_ms = DATABASE_TIMEOUT_MS,
): Promise<boolean> => {
  const ended = work.then(
    () => true,
    () => true,
  )
  for (;;) {
    const began = Date.now()
    if (await isFirst(ended, timeout_ms)) return true
    if (Date.now() - began < ASLEEP_TIMES * timeout_ms) return false
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
