/** For how long a fresher answer is remembered, in milliseconds, while the stored one is still on its way to this page. */
const MEETS_WITHIN_MS = 2000

/**
 * The stored answers on this page that the server has answered since. The stored and the network response may arrive in either
 * order.
 */
export type FresherAnswers = {
  /** Called when this page received an answer, from the store or the server. */
  answered: (scope: string, isStored: boolean) => void
  /** Called when the server's answer arrived after a stored one was returned. */
  announce: (scope: string) => void
  /** Calls the listener with each scope to refetch; returns a function that stops this. */
  listen: (listener: (scope: string) => void) => () => void
  /** Lets the next request for this scope take the late network response. */
  requestLate: (scope: string) => void
  /** Returns whether this request takes the late response; the next one does not. */
  consumeLateRequest: (scope: string) => boolean
  /** Lets no request take it any more; returns whether one still would have. */
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
