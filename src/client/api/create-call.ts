import { isWrite, type Endpoint, type SentBody, type SentParameters, type SentQuery } from '#contract/endpoint'
import { REFUSAL_IS_FINAL } from '#contract/final-refusal'
import { isPublic } from '#contract/needs'
import type { RowProgress } from '#contract/row-count'
import { refused, type Outcome } from '#domain/outcome'
import type { Received } from './answer-at-hand'
import { confirms, isUnchanged, tagOf } from './answer-tags'
import { SLOW_AFTER_MS, type Evidence } from './evidence'
import { exchange, type OutgoingRequest } from './exchange'
import type { SentBytes } from './fetch-with-upload-progress'
import { statusOf, type Failure, type FailedRequest } from './failure'
import type { Installation } from './installation'
import { asOf, isLate, isMarked, isServerAway, readAnswer, type AnswerFailure } from './read-answer'
import { requestAddress, requestPath, type AddressFields } from './request-address'

/** How long a call may take, with its whole answer, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000

type Sent = { parameters?: AddressFields; query?: AddressFields; body?: unknown }
/** A part of the request, optional where all its fields are. */
type Part<Name extends string, Value> = object extends Value
  ? { [K in Name]?: Value }
  : Value extends undefined
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** The arguments of a call: path parameters, query and body, as its endpoint declares them. */
export type RequestArguments<E extends Endpoint> = Sent &
  Part<'parameters', SentParameters<E>> &
  Part<'query', SentQuery<E>> &
  Part<'body', SentBody<E>>

export type CallOptions = {
  signal?: AbortSignal
  /** The key that makes a write safe to repeat; a call without one makes a new key. */
  idempotency_key?: string
  /** This request is never repeated after a refusal, so the server may close its key then. */
  refusal_is_final?: boolean
  /** How long the answer may take, in milliseconds; null for any time. */
  timeout_ms?: number | null
  /** The answer that the caller has: where the server says that it is unchanged (304), it is the answer again. */
  cached?: unknown
  /** The request is sent to its end even if the page is left meanwhile. Its body must be small. */
  outlives_page?: boolean
  /** A test of the connection, never answered from the store. */
  is_probe?: boolean
  /** Called with the number of received rows, where the answer is streamed row by row. */
  onRows?: (rows: RowProgress) => void
  /** Called with the progress of the upload, where the body is large. */
  onSent?: (sent: SentBytes) => void
}

/** The dependencies of calls. Time, chance and the session are passed in. */
export type CallDependencies = {
  /** `https://host` of the server. */
  origin: string
  installation: Installation
  fetch: OutgoingRequest['fetch']
  /** `fetch` for a request whose upload progress is reported. */
  fetchWithUploadProgress: (onSent: (sent: SentBytes) => void) => OutgoingRequest['fetch']
  session: {
    token: () => string | null
    renew: (sent: string, renewed: string) => void
    /** Called when the server has refused this token. */
    refuse: (sent: string, failure: Failure) => void
  }
  observe: (evidence: Evidence) => void
  /** Marks the page as sending during a write, until the returned function is called. */
  holdWhileSending: () => () => void
  now: () => number
  /** Seconds since a person touched the device; null where unknown. */
  idleSeconds: () => number | null
  makeKey: () => string
}

/** Makes one call of the API and returns its answer, or why it failed. It never throws and never repeats. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: RequestArguments<E>,
  options?: CallOptions,
) => Promise<Outcome<Received<E>, Failure>>

/**
 * The only way to the server. Adds headers and the time limit, checks the mark of the API, renews the token, and reports the
 * evidence about the connection.
 */
export const createCall = (deps: CallDependencies): Call => {
  function call<E extends Endpoint>(
    endpoint: E,
    input: RequestArguments<E>,
    options?: CallOptions,
  ): Promise<Outcome<Received<E>, Failure>>
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
    // The session has ended meanwhile: the server would refuse this read.
    if (!isPublic(endpoint) && token === null && !isWrite(endpoint)) return refused({ kind: 'aborted', request })
    const send = (cached: unknown) =>
      watched(deps, endpoint, outgoingRequest(deps, endpoint, input, { ...options, token, cached }))
    const first = await send(options.cached)
    // A late answer may say "unchanged" of what another tab has: it is asked for whole.
    const isOfOther = first.ok && isUnchanged(first.value) && !confirms(first.value, options.cached)
    const answered = isOfOther ? await send(undefined) : first
    if (!answered.ok) {
      if (answered.refusal.kind !== 'aborted') deps.observe({ kind: 'unreachable', at: deps.now() })
      return refused({ ...answered.refusal, request })
    }
    const { headers } = answered.value
    const outcome = readAnswer(endpoint, answered.value, startedAt, options.cached)
    // A late answer belongs to an earlier request, perhaps with another token.
    const isCurrent = !isLate(headers)
    if (isCurrent) observeAnswer(deps, headers, outcome, startedAt)
    const outcomeWithId: Outcome<unknown, Failure> = outcome.ok
      ? outcome
      : refused({ ...outcome.refusal, request: { ...request, request_id: headers.get('X-Request-Id') } })
    if (token !== null && isCurrent && isMarked(headers)) followSession(deps, token, headers, outcomeWithId)
    return outcomeWithId
  }
  return call
}

/** Exchanges request and answer, and meanwhile marks the page as sending or the connection as slow. */
const watched = async (deps: CallDependencies, endpoint: Endpoint, request: OutgoingRequest) => {
  const release = isWrite(endpoint) ? deps.holdWhileSending() : () => {}
  const slow = setTimeout(() => deps.observe({ kind: 'waiting', at: deps.now() }), SLOW_AFTER_MS)
  const answered = await exchange(request)
  clearTimeout(slow)
  release()
  return answered
}

const outgoingRequest = (
  deps: CallDependencies,
  endpoint: Endpoint,
  input: Sent,
  { token, ...options }: CallOptions & { token: string | null },
): OutgoingRequest => ({
  address: new URL(requestAddress(endpoint, input), deps.origin),
  method: endpoint.method,
  headers: headersOf(deps, endpoint, token, options),
  body: input.body,
  is_file: endpoint.file !== undefined,
  timeout_ms: options.timeout_ms === undefined ? REQUEST_TIMEOUT_MS : options.timeout_ms,
  outlives_page: options.outlives_page ?? false,
  signal: options.signal,
  onRows: options.onRows ?? (() => {}),
  fetch: options.onSent === undefined ? deps.fetch : deps.fetchWithUploadProgress(options.onSent),
})

const headersOf = (deps: CallDependencies, endpoint: Endpoint, token: string | null, options: CallOptions) => ({
  ...idleHeader(deps.idleSeconds()),
  Accept: `${endpoint.file?.media_type ?? 'application/json'}, application/problem+json`,
  'X-Client-Id': deps.installation.clientId(),
  'X-Request-Counter': String(deps.installation.nextRequestCount()),
  'X-Client-Time': new Date(deps.now()).toISOString(),
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  ...(isWrite(endpoint) ? { 'Idempotency-Key': options.idempotency_key ?? deps.makeKey() } : {}),
  ...(options.refusal_is_final ? { [REFUSAL_IS_FINAL]: '1' } : {}),
  ...ifNoneMatch(tagOf(options.cached)),
  ...(options.is_probe ? { 'X-Probe': '1' } : {}),
})

/** The header by which the server recognises requests without a person's activity, which do not keep a session alive. */
const idleHeader = (seconds: number | null) => (seconds === null ? {} : { 'X-Idle-Seconds': String(seconds) })

/** The header by which the server answers 304 in place of the answer that this page has. */
const ifNoneMatch = (tag: string | null) => (tag === null ? {} : { 'If-None-Match': `"${tag}"` })

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
