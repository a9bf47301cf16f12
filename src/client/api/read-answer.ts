import { API_MARK } from '#contract/api-address'
import type { Endpoint } from '#contract/endpoint'
import { problem } from '#contract/problem'
import { parseKnownFields } from '#contract/known-fields'
import { storedFieldsOf, storedInPart } from '#contract/stored-answers'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { REQUESTED_AT } from '#offline/late-answers'
import { AS_OF } from '#offline/read-through'
import * as v from 'valibot'
import { fromDevice, fromServer } from './answer-at-hand'
import { confirmedAnswer, confirms, tagged } from './answer-tags'
import { isFailureStatus, type Failure } from './failure'

type WithoutRequest<F> = F extends unknown ? Omit<F, 'request'> : never
/** A failure without its request. */
export type AnswerFailure = WithoutRequest<Failure>

/** An HTTP answer with its whole body: text, or bytes for a file. */
export type Answered = { status: number; headers: Headers; text: string; bytes?: Uint8Array<ArrayBuffer> }

/** The statuses of a gateway whose server does not answer. */
const NOBODY_THERE = [502, 503, 504]

/**
 * Reads an HTTP answer by the schema of its call. Only an answer with the mark of the API is the server's; anything
 * else came from something in between. Where a device stores some fields of such answers, the result says where it is from. To 304
 * the answer is the cached one.
 */
export const readAnswer = (
  call: Endpoint,
  answer: Answered,
  requestedAt = 0,
  cached?: unknown,
): Outcome<unknown, AnswerFailure> => {
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
  const askedAt = lateSince(answer.headers) ?? requestedAt
  if (confirms(answer, cached)) return accepted(confirmedAnswer(cached, answer.headers, askedAt))
  if (status !== call.status) return refused({ kind: 'unreadable' })
  // A write at the same address has another answer, which no device stores.
  const part = call.method === 'GET' ? storedInPart(call.path) : undefined
  const as_of = asOf(answer.headers)
  if (part !== undefined && as_of !== null) {
    const stored = storedFieldsOf(part, fromJson(answer.text))
    // After an update that stores more fields, the old row cannot be shown.
    return stored === null ? refused({ kind: 'unanswered' }) : accepted(fromDevice(stored, Date.parse(as_of)))
  }
  const parsed = parseKnownFields(call.response, contentOf(call, answer))
  if (!parsed.success) return refused({ kind: 'unreadable' })
  return accepted(tagged(part === undefined ? parsed.output : fromServer(parsed.output, askedAt), answer.headers))
}

/** When an answer was asked for that came late (src/offline/late-answers.ts); null for any other. */
const lateSince = (headers: Headers): number | null => {
  const at = Date.parse(headers.get(REQUESTED_AT) ?? '')
  return Number.isNaN(at) ? null : at
}

const contentOf = (call: Endpoint, { text, bytes }: Answered): unknown => {
  if (call.file !== undefined) return bytes
  return text === '' ? undefined : fromJson(text)
}

/** `Retry-After` in whole seconds, as the API writes it. */
const retryAfter = (headers: Headers): { retry_after_s?: number } => {
  const written = headers.get('Retry-After')
  return written !== null && /^\d{1,6}$/.test(written) ? { retry_after_s: Number(written) } : {}
}

/** Whether the answer has the mark of the API. */
export const isMarked = (headers: Headers): boolean => headers.get(API_MARK.name) === API_MARK.value

/** Whether the answer came late, to a request before this one (src/offline/late-answers.ts). */
export const isLate = (headers: Headers): boolean => headers.has(REQUESTED_AT)

/** When the server gave a stored answer; null for an answer from the server. */
export const asOf = (headers: Headers): string | null => headers.get(AS_OF)

/** Whether a proxy answered that the server is away or fails. */
export const isServerAway = (failure: AnswerFailure): boolean =>
  (failure.kind === 'http' && NOBODY_THERE.includes(failure.status)) ||
  (failure.kind === 'foreign' && failure.foreign_status >= 500 && isFailureStatus(failure.foreign_status))

/** A firewall is named only where its page names one: a proxy has error pages, too. */
const foreignAnswer = ({ status, text }: Answered): AnswerFailure => {
  const support_id = supportId(text)
  if (support_id !== null || FIREWALL_PAGE.test(text)) return { kind: 'firewall', support_id }
  return { kind: 'foreign', foreign_status: status }
}

/** The words on a firewall's page that stopped a request. */
const FIREWALL_PAGE = /\bfirewall\b|\b(?:requested url|request) (?:was|has been) (?:rejected|blocked)\b/i

/** The number that a firewall's page asks people to quote ("Your support ID is: 1234567890"). */
const supportId = (page: string): string | null =>
  /support id\W{0,3}\s*(?:is)?\W*([\w-]{4,64})/i.exec(page)?.[1] ?? null

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
