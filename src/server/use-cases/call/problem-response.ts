import { ERRORS, type ErrorCode, type Refusal } from '#contract/errors'
import type { Problem } from '#contract/problem'
import { answerHeaders } from './answer-headers'

/** Seconds until a retry, where the service was away or overloaded and the refusal names no time. */
const RETRY_AFTER_SECONDS = 2

/** The body of an error answer: `message` for people, `code` for programs. */
const problemOf = (refusal: Refusal, requestId: string): Problem => {
  const { status, title, message } = ERRORS[refusal.code]
  const text = refusal.message ?? message
  return {
    type: `urn:equipoise:${refusal.code}`,
    title,
    status,
    detail: text,
    message: text,
    code: refusal.code,
    request_id: requestId,
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.duplicate_warning_type && { duplicate_warning_type: refusal.duplicate_warning_type }),
    ...(refusal.duplicates && { duplicates: refusal.duplicates }),
    ...(refusal.rows && { rows: refusal.rows }),
    ...(refusal.packs && { packs: refusal.packs }),
  }
}

const refusalOfResponse = new WeakMap<Response, ErrorCode>()

/** The code of a response that `problemResponse` made, for log and metrics. */
export const refusalOf = (response: Response): ErrorCode | undefined => refusalOfResponse.get(response)

/** A refusal as `application/problem+json`. */
export const problemResponse = (refusal: Refusal, requestId: string): Response => {
  const { status } = ERRORS[refusal.code]
  const headers = new Headers({ 'Content-Type': 'application/problem+json', ...answerHeaders(requestId) })
  if (status === 503 || status === 429) headers.set('Retry-After', String(refusal.retry_after ?? RETRY_AFTER_SECONDS))
  const response = new Response(JSON.stringify(problemOf(refusal, requestId)), { status, headers })
  refusalOfResponse.set(response, refusal.code)
  return response
}
