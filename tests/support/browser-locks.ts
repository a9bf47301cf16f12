import type { Locks } from '#offline/one-at-a-time'

/** The locks of a browser: one after the other, each for as long as its work takes. */
export const browserLocks = (): Locks => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name, { signal }, turn) => {
      const before = last
      const own = Promise.race([before, gaveUp(signal)]).then(() => {
        signal.throwIfAborted()
        return turn()
      })
      last = own.catch(() => before)
      return own
    },
  }
}

const gaveUp = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })
