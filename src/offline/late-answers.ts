import type { Owner } from './snapshots'

/** A header by which a request takes the late response to the request before it. The server ignores this header. */
export const LATE_REQUEST_HEADER = 'X-Takes-Late'

/** How long a late response stays in memory, in milliseconds; a notified page requests it at once. */
const RETENTION_MS = 10_000

/**
 * The network responses that arrived after a stored one was shown, in memory until their owner takes them, once. On a slow
 * network a new request would be answered from the store again, without end.
 */
export type LateAnswers = {
  begin: (owner: Owner, scope: string) => PendingRequest
  put: (owner: Owner, scope: string, answer: Response) => void
  consume: (owner: Owner, scope: string) => Response | null
}

/** One request for an answer. Its response may arrive after that of a later request, and be older than a write between them. */
export type PendingRequest = {
  /** Whether no other request began since. */
  isNewest: () => boolean
  /** Called when the response arrives. False where the response to a later request was already used. */
  acceptAnswer: () => boolean
}

export const createLateAnswers = (wait: (milliseconds: number) => Promise<void>): LateAnswers => {
  const pending = new Map<string, Response>()
  let begun = 0
  const newest = new Map<string, number>()
  const accepted = new Map<string, number>()
  const keyOf = (owner: Owner, scope: string) => JSON.stringify([owner, scope])
  const deleteLater = async (key: string, answer: Response) => {
    await wait(RETENTION_MS)
    if (pending.get(key) === answer) pending.delete(key)
  }
  return {
    begin: (owner, scope) => {
      const key = keyOf(owner, scope)
      const number = (begun += 1)
      newest.set(key, number)
      return {
        isNewest: () => newest.get(key) === number,
        acceptAnswer: () => {
          if ((accepted.get(key) ?? 0) > number) return false
          accepted.set(key, number)
          return true
        },
      }
    },
    put: (owner, scope, answer) => {
      const key = keyOf(owner, scope)
      pending.set(key, answer)
      void deleteLater(key, answer)
    },
    consume: (owner, scope) => {
      const key = keyOf(owner, scope)
      const answer = pending.get(key) ?? null
      pending.delete(key)
      return answer
    },
  }
}
