/** How long it is remembered that the server's answer came, while the stored one is still on its way to this page, in milliseconds. */
const MEETS_WITHIN_MS = 2000

/**
 * Of which answers this page was given a stored one, and the server's own has come since. The two are heard of in either order, and
 * of an answer that only another page was given stored nothing is told here.
 */
export type FresherAnswers = {
  /** This page was answered: from the store, or by the server. */
  answered: (scope: string, isStored: boolean) => void
  /** The server's own answer has come, too late for some page. */
  announce: (scope: string) => void
  /** Listens for what is to be asked again; the answer stops listening. */
  listen: (listener: (scope: string) => void) => () => void
  /** The next question for it takes the answer that came. */
  wantLate: (scope: string) => void
  /** Whether this question is to take it; the one after is not. */
  consumeLateWish: (scope: string) => boolean
  /** No question takes it any more; whether one still would have. */
  giveUpLate: (scope: string) => boolean
}

export const createFresherAnswers = (now: () => number): FresherAnswers => {
  const stored = new Set<string>()
  const early = new Map<string, number>()
  const wanted = new Set<string>()
  const listeners = new Set<(scope: string) => void>()
  const notify = (scope: string) => listeners.forEach((listener) => listener(scope))
  return {
    answered: (scope, isStored) => {
      const cameAt = early.get(scope)
      early.delete(scope)
      if (!isStored) stored.delete(scope)
      else if (cameAt !== undefined && now() - cameAt < MEETS_WITHIN_MS) notify(scope)
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
    wantLate: (scope) => wanted.add(scope),
    consumeLateWish: (scope) => wanted.delete(scope),
    giveUpLate: (scope) => wanted.delete(scope),
  }
}
