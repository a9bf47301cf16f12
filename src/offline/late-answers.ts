import type { Owner } from './snapshots'

/** On a question: that the answer will do which came too late for the question before it. The server does not mind. */
export const TAKES_LATE = 'X-Takes-Late'

/** How long one waits to be taken: whoever was told of it asks at once. */
const KEPT_MS = 10_000

/**
 * The server's answers that came after something stored had been shown in their place, until they are taken, each once and by the
 * person they are for. They are held in memory alone. To ask the server again instead would, over a slow network, be answered from
 * the store again, and so on for ever.
 */
export type LateAnswers = {
  begin: (owner: Owner, scope: string) => Question
  put: (owner: Owner, scope: string, answer: Response) => void
  take: (owner: Owner, scope: string) => Response | null
}

/** One question among those for the same: its answer may come after that of a later one, and not know of what was written between them. */
export type Question = {
  /** Whether no other was begun since. */
  isNewest: () => boolean
  /** Asked when its answer has come: whether that counts, as it does unless that of a question begun since has counted already. */
  counts: () => boolean
}

export const createLateAnswers = (wait: (milliseconds: number) => Promise<void>): LateAnswers => {
  const pending = new Map<string, Response>()
  let begun = 0
  const newest = new Map<string, number>()
  const counted = new Map<string, number>()
  const keyOf = (owner: Owner, scope: string) => JSON.stringify([owner, scope])
  const forgetLater = async (key: string, answer: Response) => {
    await wait(KEPT_MS)
    if (pending.get(key) === answer) pending.delete(key)
  }
  return {
    begin: (owner, scope) => {
      const key = keyOf(owner, scope)
      const number = (begun += 1)
      newest.set(key, number)
      return {
        isNewest: () => newest.get(key) === number,
        counts: () => {
          if ((counted.get(key) ?? 0) > number) return false
          counted.set(key, number)
          return true
        },
      }
    },
    put: (owner, scope, answer) => {
      const key = keyOf(owner, scope)
      pending.set(key, answer)
      void forgetLater(key, answer)
    },
    take: (owner, scope) => {
      const key = keyOf(owner, scope)
      const answer = pending.get(key) ?? null
      pending.delete(key)
      return answer
    },
  }
}
