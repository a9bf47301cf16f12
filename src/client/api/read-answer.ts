import { API_MARK } from '#contract/api-address'
import type { Endpoint } from '#contract/endpoint'
import { problem } from '#contract/errors'
import { parseKnownFields } from '#contract/known-fields'
import { STORED_ANSWERS } from '#contract/stored-answers'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { AS_OF } from '#offline/read-through'
import * as v from 'valibot'
import { isFailureStatus, type Failure } from './failure'

type WithoutRequest<F> = F extends unknown ? Omit<F, 'request'> : never
/** A failure as the answer alone tells it. */
export type AnswerFailure = WithoutRequest<Failure>

/** An HTTP answer with its whole body, as text, or as bytes where a file was asked for. */
export type Answered = { status: number; headers: Headers; text: string; bytes?: Uint8Array<ArrayBuffer> }

/** What a gateway answers when nobody is behind it. */
const NOBODY_THERE = [502, 503, 504]

/**
 * Reads an HTTP answer by the schema of its call. Only an answer with the mark of the API is the server's; anything
 * else came from something in between.
 */
export const readAnswer = (call: Endpoint, answer: Answered): Outcome<unknown, AnswerFailure> => {
  const { status } = answer
  if (!isMarked(answer.headers)) {
    if (NOBODY_THERE.includes(status)) return refused({ kind: 'http', status })
    return refused(foreignAnswer(answer))
  }
  if (status >= 400) {
    const parsed = v.safeParse(problem, fromJson(answer.text))
    if (!parsed.success) return refused({ kind: 'http', status })
    return refused({ kind: 'refused', status, problem: parsed.output, ...retryAfter(answer.headers) })
  }
  if (status !== call.status) return refused({ kind: 'unreadable' })
  const as_of = asOf(answer.headers)
  if (as_of !== null && !isStoredWhole(call)) return refused({ kind: 'stored', as_of, stored: fromJson(answer.text) })
  const parsed = parseKnownFields(call.response, contentOf(call, answer))
  return parsed.success ? accepted(parsed.output) : refused({ kind: 'unreadable' })
}

const contentOf = (call: Endpoint, { text, bytes }: Answered): unknown => {
  if (call.file !== undefined) return bytes
  return text === '' ? undefined : fromJson(text)
}

/** `Retry-After` as the API writes it: whole seconds. */
const retryAfter = (headers: Headers): { retry_after_s?: number } => {
  const written = headers.get('Retry-After')
  return written !== null && /^\d{1,6}$/.test(written) ? { retry_after_s: Number(written) } : {}
}

/** Whether the answer is the API's own. */
export const isMarked = (headers: Headers): boolean => headers.get(API_MARK.name) === API_MARK.value

/** When the server gave an answer that now comes from this device; null for one of the server's own. */
export const asOf = (headers: Headers): string | null => headers.get(AS_OF)

const isStoredWhole = (call: Endpoint): boolean =>
  STORED_ANSWERS.some(({ endpoint, isWhole }) => isWhole && endpoint.path === call.path)

/** Whether the answer is a proxy's word that the server behind it is not there, or fails. */
export const isServerAway = (failure: AnswerFailure): boolean =>
  (failure.kind === 'http' && NOBODY_THERE.includes(failure.status)) ||
  (failure.kind === 'foreign' && failure.foreign_status >= 500 && isFailureStatus(failure.foreign_status))

/** A firewall is named only where its page shows that it is one: a proxy fails with pages of its own. */
const foreignAnswer = ({ status, text }: Answered): AnswerFailure => {
  const support_id = supportId(text)
  if (support_id !== null || FIREWALL_PAGE.test(text)) return { kind: 'firewall', support_id }
  return { kind: 'foreign', foreign_status: status }
}

/** What firewalls write on the page with which they stop a request. */
const FIREWALL_PAGE = /\bfirewall\b|\b(?:requested url|request) (?:was|has been) (?:rejected|blocked)\b/i

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
