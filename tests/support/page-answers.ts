import { setTimeout } from 'node:timers/promises'
import { until } from './until'
import { PATIENCE } from './visitor'

/**
 * Whether a request failed because its page is gone. During the change Firefox reports a cross-origin object, and
 * WebKit a script timeout.
 */
const isReplaced = (error: unknown): boolean =>
  /Execution context|no such (frame|handle|node)|detached|cross-origin object|script timeout|javascript error|"timeout"/.test(
    String(error),
  )

/** The time in which a page must answer, in milliseconds. */
const ANSWER_MS = 10_000

/**
 * A page's answer to a question that changes nothing; null if the page is replaced meanwhile, as it then never answers.
 */
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

/** Asks the page, or the one that replaced it, until it answers. */
export const waitFor = async <Value>(description: string, question: () => Promise<Value | null>): Promise<Value> => {
  const answers: Value[] = []
  await until(
    description,
    async () => {
      const answer = await answerOf(question)
      if (answer !== null) answers.push(answer)
      return answer !== null
    },
    PATIENCE,
  )
  const [answer] = answers
  if (answer === undefined) throw new Error(description)
  return answer
}
