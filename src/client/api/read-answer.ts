import { API_MARK } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { problem } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import type { Failure } from './failure'

type WithoutRequest<F> = F extends unknown ? Omit<F, 'request'> : never
/** A failure as the answer alone tells it. */
export type AnswerFailure = WithoutRequest<Failure>

/** An HTTP answer with its whole body. */
export type Answered = { status: number; headers: Headers; text: string }

/** What a gateway answers when nobody is behind it. */
const NOBODY_THERE = [502, 503, 504]

/**
 * Reads an HTTP answer by the schema of its call. Only an answer with the mark of the API is the server's; anything
 * else came from something in between (API, Conventions).
 */
export const readAnswer = (call: Endpoint, answer: Answered): Outcome<unknown, AnswerFailure> => {
  const { status } = answer
  if (!isMarked(answer.headers)) {
    if (NOBODY_THERE.includes(status)) return refused({ kind: 'http', status })
    return refused({ kind: 'firewall', support_id: supportId(answer.text) })
  }
  if (status >= 400) {
    const told = v.safeParse(problem, fromJson(answer.text))
    return refused(told.success ? { kind: 'refused', status, problem: told.output } : { kind: 'http', status })
  }
  if (status !== call.status) return refused({ kind: 'unreadable' })
  const parsed = v.safeParse(call.response, answer.text === '' ? undefined : fromJson(answer.text))
  return parsed.success ? accepted(parsed.output) : refused({ kind: 'unreadable' })
}

/** Whether the answer is the API's own. */
export const isMarked = (headers: Headers): boolean => headers.get(API_MARK.name) === API_MARK.value

/** Whether the answer says that no server is there to give one. */
export const isNobodyThere = (failure: AnswerFailure): boolean =>
  failure.kind === 'http' && NOBODY_THERE.includes(failure.status)

/** The number that a firewall's page asks one to quote ("Your support ID is: 1234567890"). */
const supportId = (page: string): string | null =>
  /support id\W{0,3}\s*(?:is)?\W*([\w-]{4,64})/i.exec(page)?.[1] ?? null

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
