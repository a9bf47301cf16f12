import { DATABASE_SILENT, settlesWithinTimeout } from './timeout'

/**
 * Runs a transaction. One that does not finish in time is aborted and rejects, and nothing of it is saved. One whose writes are
 * done and is only being committed can no longer be aborted, so it is waited for.
 */
export const transactInTime = async <T>(
  work: () => Promise<T>,
  transact: (inTime: () => Promise<T>) => PromiseLike<T>,
): Promise<T> => {
  const progress: TransactionProgress = { isTimedOut: false, isWritten: false }
  const transacted = Promise.resolve(transact(abortIfTimedOut(work, progress)))
  if ((await settlesWithinTimeout(transacted)) || progress.isWritten) return transacted
  progress.isTimedOut = true
  transacted.catch(() => {})
  throw new Error(DATABASE_SILENT)
}

/** How far a transaction has come, and whether its caller has stopped waiting. */
type TransactionProgress = { isTimedOut: boolean; isWritten: boolean }

/** The work of a transaction, which aborts itself once its caller has stopped waiting. */
const abortIfTimedOut =
  <T>(work: () => Promise<T>, progress: TransactionProgress) =>
  async (): Promise<T> => {
    if (progress.isTimedOut) throw new Error(DATABASE_SILENT)
    const done = await work()
    if (progress.isTimedOut) throw new Error(DATABASE_SILENT)
    progress.isWritten = true
    return done
  }
