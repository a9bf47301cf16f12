import { giveWay } from '../../ground/in-turns'
import { sha256 } from '../../ground/secrets/sha256'
import { refusal, type Refusal } from '#contract/errors'
import { REFUSAL_IS_FINAL } from '#contract/final-refusal'
import { MAX_BODY_BYTES, MAX_BODY_DEPTH, type Endpoint } from '#contract/endpoint'
import { sentInstant } from '#contract/sent-instant'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Context } from 'hono'
import * as v from 'valibot'
import { counterKey } from '../../use-cases/call/idempotency-keys'
import type { RequestFacts } from '../../use-cases/call/call'
import { IDLE_SECONDS, isIdleSeconds } from './idle-seconds'
import { isNestedDeeperThan } from './nesting'
import { queryFields, type RawInput } from './parse-input'
import { readBytes } from './read-bytes'

const KEY = 'Idempotency-Key'
const CLIENT_ID = 'X-Client-Id'
const COUNTER = 'X-Request-Counter'
const CLIENT_TIME = 'X-Client-Time'

const TOO_DEEP = `The request body is nested more than ${MAX_BODY_DEPTH} deep`

/** The forms of headers, where they are sent. */
const FORMS = [
  { name: KEY, isSound: matches(/^[\x21-\x7e]{1,128}$/) },
  { name: CLIENT_ID, isSound: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i) },
  { name: COUNTER, isSound: matches(/^[1-9]\d{0,15}$/) },
  { name: CLIENT_TIME, isSound: (sent: string) => v.is(sentInstant, sent) },
  { name: IDLE_SECONDS, isSound: isIdleSeconds },
  { name: REFUSAL_IS_FINAL, isSound: matches(/^1$/) },
] as const

/** The body as it was sent, or undefined where the request has none. */
const readBody = async (
  { max_body_bytes: limit = MAX_BODY_BYTES }: Endpoint,
  requestContext: Context,
): Promise<Outcome<string | undefined, Refusal>> => {
  const bytes = await readBytes(requestContext.req, limit)
  if (bytes === null)
    return refused(refusal('body_too_large', { message: `The request is larger than ${inWords(limit)}` }))
  if (bytes.byteLength === 0) return accepted(undefined)
  const type = requestContext.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return refused(refusal('unsupported_content_type'))
  if (isNestedDeeperThan(MAX_BODY_DEPTH, bytes)) return refused(refusal('not_json', { message: TOO_DEEP }))
  await afterLargeStep(bytes.byteLength)
  try {
    return accepted(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // JSON is UTF-8; other bytes would be stored altered.
    return refused(refusal('not_json'))
  }
}

/** Between two steps with a large body other requests are served: each takes a while. */
const afterLargeStep = async (size: number): Promise<void> => {
  if (size >= LARGE_BODY) await giveWay()
}

const LARGE_BODY = 256 * 1024

const KIB = 1024

/** A size in the largest unit of which it is a whole number. */
const inWords = (bytes: number): string => (bytes % KIB ** 2 === 0 ? `${bytes / KIB ** 2} MiB` : `${bytes / KIB} KiB`)

const parseJson = (text: string | undefined): Outcome<unknown, Refusal> => {
  if (text === undefined) return accepted(undefined)
  try {
    return accepted(JSON.parse(text))
  } catch {
    return refused(refusal('not_json'))
  }
}

function matches(form: RegExp) {
  return (sent: string): boolean => form.test(sent)
}

const malformedHeader = (requestContext: Context): Refusal | undefined => {
  const malformed = FORMS.find(({ name, isSound }) => {
    const sent = requestContext.req.header(name)
    return sent !== undefined && !isSound(sent)
  })
  return malformed && refusal('malformed_header', { message: `The header ${malformed.name} is malformed` })
}

const keyOf = (requestContext: Context, hash: Uint8Array): string | null => {
  const key = requestContext.req.header(KEY)
  if (key !== undefined) return key
  const clientId = requestContext.req.header(CLIENT_ID)
  const counter = requestContext.req.header(COUNTER)
  return clientId === undefined || counter === undefined ? null : counterKey(clientId, counter, hash)
}

const clockOffsetOf = (requestContext: Context, now: string): number | null => {
  const clientTime = requestContext.req.header(CLIENT_TIME)
  return clientTime === undefined ? null : Date.parse(now) - Date.parse(clientTime)
}

/**
 * Reads the raw input and facts of a request. Refuses a body that is too large, of another type, too deeply nested or not JSON,
 * and a malformed header.
 */
export const readRequest = async (
  endpoint: Endpoint,
  requestContext: Context,
  requestFacts: { request_id: string; now: string },
): Promise<Outcome<{ raw: RawInput; facts: RequestFacts }, Refusal>> => {
  const text = endpoint.method === 'GET' ? accepted(undefined) : await readBody(endpoint, requestContext)
  if (!text.ok) return text
  const body = parseJson(text.value)
  if (!body.ok) return body
  await afterLargeStep(text.value?.length ?? 0)
  const url = new URL(requestContext.req.url)
  const hash = sha256(`${endpoint.method} ${url.pathname}\n${text.value ?? ''}`)
  const malformed = malformedHeader(requestContext)
  if (malformed) return refused(malformed)
  await afterLargeStep(text.value?.length ?? 0)
  return accepted({
    raw: { parameters: requestContext.req.param(), query: queryFields(url.searchParams), body: body.value },
    facts: {
      ...requestFacts,
      idempotency_key: keyOf(requestContext, hash),
      request_hash: hash,
      clock_offset_ms: clockOffsetOf(requestContext, requestFacts.now),
    },
  })
}
