/** How long it is remembered that the server's answer came, while the stored one is still on its way to this page, in milliseconds. */
const MEETS_WITHIN_MS = 2000

/**
 * The stored answers that this page shows and that the server has answered since. The stored and the network response may arrive
 * in either order.
 */
export type FresherAnswers = {
  /** This page was answered: from the store, or by the server. */
  answered: (scope: string, isStored: boolean) => void
  /** The server's own answer has come, too late for some page. */
  announce: (scope: string) => void
  /** Listens for what is to be asked again; the answer stops listening. */
  listen: (listener: (scope: string) => void) => () => void
  /** The next request for it takes the network response that arrived late. */
  requestLate: (scope: string) => void
  /** Whether this request takes it; the next one does not. */
  consumeLateRequest: (scope: string) => boolean
  /** No request takes it any more; returns whether one still would have. */
  cancelLateRequest: (scope: string) => boolean
}

export const createFresherAnswers = (now: () => number): FresherAnswers => {
  const stored = new Set<string>()
  const early = new Map<string, number>()
  const requested = new Set<string>()
  const listeners = new Set<(scope: string) => void>()
  const notify = (scope: string) => listeners.forEach((listener) => listener(scope))
  return {
    answered: (scope, isStored) => {
      const arrivedAt = early.get(scope)
      early.delete(scope)
      if (!isStored) stored.delete(scope)
      else if (arrivedAt !== undefined && now() - arrivedAt < MEETS_WITHIN_MS) notify(scope)
      else stored.add(scope)
    },
    announce: (scope) => {
      if (stored.delete(scope)) notify(scope)
      else early.set(scope, now())
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    requestLate: (scope) => requested.add(scope),
    consumeLateRequest: (scope) => requested.delete(scope),
    cancelLateRequest: (scope) => requested.delete(scope),
  }
}
