import {
  isWrite,
  type Endpoint,
  type ReceivedAnswer,
  type SentBody,
  type SentParameters,
  type SentQuery,
} from '#contract/endpoint'
import type { RowProgress } from '#contract/row-count'
import { isPublic } from '#contract/needs'
import { refused, type Outcome } from '#domain/outcome'
import { SLOW_AFTER_MS, type Evidence } from '../offline/connection'
import { exchange, type OutgoingRequest } from './exchange'
import type { SentBytes } from './fetch-with-upload-progress'
import { statusOf, type Failure, type FailedRequest } from './failure'
import type { Installation } from './installation'
import { asOf, isMarked, isServerAway, readAnswer, type AnswerFailure } from './read-answer'
import { requestAddress, requestPath, type AddressFields } from './request-address'

/** The time a call may take, answer and body, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000

type Sent = { parameters?: AddressFields; query?: AddressFields; body?: unknown }
/** A part of the request, which may be left out where nothing in it is needed. */
type Part<Name extends string, Value> = object extends Value
  ? { [K in Name]?: Value }
  : Value extends undefined
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** What a call is asked with: its path parameters, query and body, as far as its endpoint has them. */
export type RequestArguments<E extends Endpoint> = Sent &
  Part<'parameters', SentParameters<E>> &
  Part<'query', SentQuery<E>> &
  Part<'body', SentBody<E>>

type CallOptions = {
  signal?: AbortSignal
  /** The key that makes a write safe to repeat; each call without one makes its own. */
  idempotency_key?: string
  /** How long the answer may take; null where it takes as long as it takes. */
  timeout_ms?: number | null
  /** A question about the connection itself, never answered from a store. */
  is_probe?: boolean
  /** Hears how many rows of the answer have come, where it is one that is streamed row by row. */
  onRows?: (rows: RowProgress) => void
  /** Hears how much of the body has gone out, where that takes long. */
  onSent?: (sent: SentBytes) => void
}

/** What calls are made with. Time, chance and the session are passed in. */
export type CallDependencies = {
  /** `https://host` of the server. */
  origin: string
  installation: Installation
  fetch: OutgoingRequest['fetch']
  /** The same for a request of which it is told how much has gone out. */
  fetchWithUploadProgress: (onSent: (sent: SentBytes) => void) => OutgoingRequest['fetch']
  session: {
    token: () => string | null
    renew: (sent: string, renewed: string) => void
    /** The server refused the token that was sent. */
    refuse: (sent: string, failure: Failure) => void
  }
  observe: (evidence: Evidence) => void
  /** Marks the page as sending while a write is under way, until the answer is called. */
  holdWhileSending: () => () => void
  now: () => number
  /** Seconds since a person touched the device, or null where that is not known. */
  idleSeconds: () => number | null
  makeKey: () => string
}

/** Makes one call of the API and answers what it answered, or why it did not. It never throws and never repeats. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: RequestArguments<E>,
  options?: CallOptions,
) => Promise<Outcome<ReceivedAnswer<E>, Failure>>

/** The one way to the server: headers, time limit, the mark of the API, renewal of the token, and what it showed. */
export const createCall = (deps: CallDependencies): Call => {
  function call<E extends Endpoint>(
    endpoint: E,
    input: RequestArguments<E>,
    options?: CallOptions,
  ): Promise<Outcome<ReceivedAnswer<E>, Failure>>
  async function call(endpoint: Endpoint, input: Sent, options: CallOptions = {}): Promise<Outcome<unknown, Failure>> {
    const token = isPublic(endpoint) ? null : deps.session.token()
    const startedAt = deps.now()
    const request: FailedRequest = {
      method: endpoint.method,
      path: requestPath(endpoint, input.parameters),
      at: new Date(startedAt).toISOString(),
      request_id: null,
      ...(endpoint.saves_nothing && { saves_nothing: true }),
    }
    const answered = await watched(deps, endpoint, {
      address: new URL(requestAddress(endpoint, input), deps.origin),
      method: endpoint.method,
      headers: headersOf(deps, endpoint, token, options),
      body: input.body,
      is_file: endpoint.file !== undefined,
      timeout_ms: options.timeout_ms === undefined ? REQUEST_TIMEOUT_MS : options.timeout_ms,
      signal: options.signal,
      onRows: options.onRows ?? (() => {}),
      fetch: options.onSent === undefined ? deps.fetch : deps.fetchWithUploadProgress(options.onSent),
    })
    if (!answered.ok) {
      if (answered.refusal.kind !== 'aborted') deps.observe({ kind: 'unreachable', at: deps.now() })
      return refused({ ...answered.refusal, request })
    }
    const { headers } = answered.value
    const outcome = readAnswer(endpoint, answered.value)
    observeAnswer(deps, headers, outcome, startedAt)
    const outcomeWithId: Outcome<unknown, Failure> = outcome.ok
      ? outcome
      : refused({ ...outcome.refusal, request: { ...request, request_id: headers.get('X-Request-Id') } })
    if (token !== null && isMarked(headers)) followSession(deps, token, headers, outcomeWithId)
    return outcomeWithId
  }
  return call
}

/** The exchange, with what the page shows while it lasts: that something is being sent, and that it takes long. */
const watched = async (deps: CallDependencies, endpoint: Endpoint, request: OutgoingRequest) => {
  const release = isWrite(endpoint) ? deps.holdWhileSending() : () => {}
  const slow = setTimeout(() => deps.observe({ kind: 'waiting', at: deps.now() }), SLOW_AFTER_MS)
  const answered = await exchange(request)
  clearTimeout(slow)
  release()
  return answered
}

const headersOf = (deps: CallDependencies, endpoint: Endpoint, token: string | null, options: CallOptions) => ({
  ...idleHeader(deps.idleSeconds()),
  Accept: `${endpoint.file?.media_type ?? 'application/json'}, application/problem+json`,
  'X-Client-Id': deps.installation.clientId(),
  'X-Request-Counter': String(deps.installation.nextRequestCount()),
  'X-Client-Time': new Date(deps.now()).toISOString(),
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  ...(isWrite(endpoint) ? { 'Idempotency-Key': options.idempotency_key ?? deps.makeKey() } : {}),
  ...(options.is_probe ? { 'X-Probe': '1' } : {}),
})

/** By it the server tells what the app asks by itself, and does not keep a session alive for it. */
const idleHeader = (seconds: number | null) => (seconds === null ? {} : { 'X-Idle-Seconds': String(seconds) })

const observeAnswer = (
  deps: CallDependencies,
  headers: Headers,
  outcome: Outcome<unknown, AnswerFailure>,
  startedAt: number,
) => {
  const at = deps.now()
  if (asOf(headers) !== null) deps.observe({ kind: 'stored' })
  else if (isMarked(headers)) deps.observe({ kind: 'answered', at, ms: at - startedAt })
  else if (!outcome.ok && isServerAway(outcome.refusal)) deps.observe({ kind: 'unreachable', at })
  else deps.observe({ kind: 'foreign', at })
}

const followSession = (deps: CallDependencies, token: string, headers: Headers, outcome: Outcome<unknown, Failure>) => {
  const renewed = headers.get('X-Refreshed-Token')
  if (!outcome.ok && statusOf(outcome.refusal) === 401) deps.session.refuse(token, outcome.refusal)
  else if (renewed !== null) deps.session.renew(token, renewed)
}
