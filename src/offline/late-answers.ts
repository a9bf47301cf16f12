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
  /** Begins a question; the answer tells whether no other was begun for the same since, such as after something was written. */
  begin: (owner: Owner, scope: string) => () => boolean
  put: (owner: Owner, scope: string, answer: Response) => void
  take: (owner: Owner, scope: string) => Response | null
}

export const createLateAnswers = (wait: (milliseconds: number) => Promise<void>): LateAnswers => {
  const held = new Map<string, Response>()
  const newest = new Map<string, symbol>()
  const keyOf = (owner: Owner, scope: string) => JSON.stringify([owner, scope])
  const forgetLater = async (key: string, answer: Response) => {
    await wait(KEPT_MS)
    if (held.get(key) === answer) held.delete(key)
  }
  return {
    begin: (owner, scope) => {
      const key = keyOf(owner, scope)
      const question = Symbol(scope)
      newest.set(key, question)
      return () => newest.get(key) === question
    },
    put: (owner, scope, answer) => {
      const key = keyOf(owner, scope)
      held.set(key, answer)
      void forgetLater(key, answer)
    },
    take: (owner, scope) => {
      const key = keyOf(owner, scope)
      const answer = held.get(key) ?? null
      held.delete(key)
      return answer
    },
  }
}
