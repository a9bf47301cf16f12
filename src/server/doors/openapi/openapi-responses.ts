import { asksAfterOfflineUnlock } from '#contract/after-offline-unlock'
import { API_MARK } from '#contract/api-address'
import { isWrite, noBody, type Endpoint } from '#contract/endpoint'
import {
  ERRORS,
  ERRORS_OF_CALLS_WITH_BODY,
  ERRORS_OF_EVERY_CALL,
  ERRORS_OF_SIGNED_IN_CALLS,
  ERRORS_OF_CALLS_WITH_FRESH_SIGN_IN,
  ERRORS_OF_WRITES,
  type ErrorCode,
} from '#contract/errors'
import { ROW_COUNT } from '#contract/row-count'
import { errorsOfNeed, isPublic } from '#contract/needs'
import type { JsonSchema } from '@valibot/to-json-schema'
import { answerSchema } from './openapi-schemas'

type Header = { description: string; schema: JsonSchema }
type HeaderReference = { $ref: string }
type Response = {
  description: string
  headers: Record<string, HeaderReference>
  content?: Record<string, { schema: JsonSchema }>
}

/** Every response of a call by its status: the one success, and its errors grouped. */
export const responsesOf = (endpoint: Endpoint): Record<string, Response> => {
  const codes = errorsOf(endpoint)
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b)
  return {
    [endpoint.status]: success(endpoint),
    ...(endpoint.is_versioned && { 304: unchanged(endpoint) }),
    ...Object.fromEntries(
      statuses.map((status) => [status, problemResponse(codes.filter((code) => ERRORS[code].status === status))]),
    ),
  }
}

/** Every error of a call: its own, and those of its need and of every call of its kind. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => {
  const codes: ErrorCode[] = [
    ...endpoint.errors,
    ...errorsOfNeed(endpoint.needs),
    ...ERRORS_OF_EVERY_CALL,
    ...(isPublic(endpoint) ? [] : ERRORS_OF_SIGNED_IN_CALLS),
    ...(endpoint.asks_fresh_sign_in || asksAfterOfflineUnlock(endpoint) ? ERRORS_OF_CALLS_WITH_FRESH_SIGN_IN : []),
    ...(isWrite(endpoint) ? [...ERRORS_OF_CALLS_WITH_BODY, ...ERRORS_OF_WRITES] : []),
  ]
  return [...new Set(codes)]
}

/** The headers of responses. */
export const responseHeaders = (): Record<string, Header> => ({
  'X-Request-Id': {
    description: 'Identifies this request in the server’s log and audit entries.',
    schema: { type: 'string', format: 'uuid' },
  },
  [API_MARK.name]: {
    description: 'Sent with every response of the API, to tell it from the page of a captive portal.',
    schema: { const: API_MARK.value },
  },
  'Cache-Control': { description: 'Responses must not be stored.', schema: { const: 'no-store' } },
  'X-Refreshed-Token': {
    description: 'If present: the token to use from now on.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'If present: the request was a repeat and changed nothing.',
    schema: { const: 'true' },
  },
  'Content-Disposition': { description: 'The name to save the file under.', schema: { type: 'string' } },
  [ROW_COUNT]: {
    description: 'If present: the number of rows that follow, one per line.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: { description: 'The version of the response, in quotation marks.', schema: { type: 'string' } },
  Location: {
    description: 'The address to which the browser is redirected.',
    schema: { type: 'string', format: 'uri' },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } },
})

const OF_EVERY_ANSWER = ['X-Request-Id', API_MARK.name, 'Cache-Control']

/** The description of a success, by its status. */
const SUCCESSES: Record<Endpoint['status'], string> = {
  200: 'Done.',
  201: 'Created.',
  204: 'Done, with no content.',
  302: 'The browser is redirected.',
}

/** Statuses whose responses have `Retry-After`. */
const TEMPORARY = new Set<number>([429, 503])

const success = (endpoint: Endpoint): Response => ({
  description: SUCCESSES[endpoint.status],
  headers: headers([
    ...OF_EVERY_ANSWER,
    ...(isPublic(endpoint) ? [] : ['X-Refreshed-Token']),
    ...(isWrite(endpoint) ? ['Idempotency-Replayed'] : []),
    ...(endpoint.status === 302 ? ['Location'] : []),
    ...(endpoint.file ? ['Content-Disposition'] : []),
    ...(endpoint.streams_rows ? [ROW_COUNT] : []),
    ...(endpoint.is_versioned ? ['ETag'] : []),
  ]),
  ...(endpoint.response !== noBody && { content: contentOf(endpoint) }),
})

const contentOf = ({ file, response }: Endpoint): Record<string, { schema: JsonSchema }> =>
  file
    ? Object.fromEntries(
        [file.media_type, ...(file.other_media_types ?? [])].map((type) => [
          type,
          { schema: { type: 'string', format: 'binary' } },
        ]),
      )
    : { 'application/json': { schema: answerSchema(response) } }

const unchanged = (endpoint: Endpoint): Response => ({
  description: 'The caller has this version (If-None-Match).',
  headers: headers([...OF_EVERY_ANSWER, ...(isPublic(endpoint) ? [] : ['X-Refreshed-Token']), 'ETag']),
})

const problemResponse = (codes: readonly ErrorCode[]): Response => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}.`).join('\n\n'),
  headers: headers([
    ...OF_EVERY_ANSWER,
    ...(codes.some((code) => TEMPORARY.has(ERRORS[code].status)) ? ['Retry-After'] : []),
  ]),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: [...codes] } } }],
      },
    },
  },
})

const headers = (names: readonly string[]): Record<string, HeaderReference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
