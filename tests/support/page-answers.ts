import { setTimeout } from 'node:timers/promises'
import { until } from './until'
import { PATIENCE } from './visitor'

/**
 * Whether a question failed because its page is no more; in the moment of the change Firefox calls what was found cross-origin, and
 * WebKit lets the time of the script run out.
 */
const isReplaced = (error: unknown): boolean =>
  /Execution context|no such (frame|handle|node)|detached|cross-origin object|script timeout|javascript error|"timeout"/.test(
    String(error),
  )

/** How long a page may take to answer a question, in milliseconds. */
const ANSWER_MS = 10_000

/** What a page answers to a question that changes nothing; null where it is replaced meanwhile, since that one never answers. */
export const answerOf = async <Value>(question: () => Promise<Value>): Promise<Value | null> => {
  const answered = new AbortController()
  const silence = setTimeout(ANSWER_MS, null, { signal: answered.signal })
  try {
    return await Promise.race([question(), silence])
  } catch (error) {
    if (!isReplaced(error)) throw error
    return null
  } finally {
    answered.abort()
    await silence.catch(() => null)
  }
}

/** Asks a question of the page, or of the one that came in its place, until it has an answer. */
export const waitFor = async <Value>(what: string, question: () => Promise<Value | null>): Promise<Value> => {
  const answers: Value[] = []
  await until(
    what,
    async () => {
      const answer = await answerOf(question)
      if (answer !== null) answers.push(answer)
      return answer !== null
    },
    PATIENCE,
  )
  const [answer] = answers
  if (answer === undefined) throw new Error(what)
  return answer
}
