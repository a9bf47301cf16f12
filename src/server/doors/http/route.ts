import type { Endpoint, ParsedInput } from '#contract/endpoint'
import type { Refusal } from '#contract/errors'
import { isPublic } from '#contract/needs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Context } from 'hono'
import { performOnce } from '../../use-cases/call/perform-once'
import type { ServerContext } from '../../use-cases/call/server-context'
import { authorise } from '../../use-cases/call/authorise'
import { needSignInSinceOfflineUnlock } from '../../use-cases/call/fresh-sign-in'
import type {
  Actor,
  BrowserHandler,
  Call,
  FileHandler,
  ListHandler,
  SelfKeyedHandler,
  ParsedCall,
  ReadHandler,
  RequestFacts,
  RowByRowHandler,
  StreamedRows,
  VersionedAnswer,
  VersionedHandler,
  WriteHandler,
} from '../../use-cases/call/call'
import { judgeInvalidInput } from './judge-invalid-input'
import { judgeInvalidList } from './judge-invalid-list'
import { parseInput, type RawInput } from './parse-input'
import { requestedVersion } from './requested-version'

/** A request as a route receives it: the unparsed input, the caller, and the facts of the request. */
type Request = {
  context: ServerContext
  actor: Actor | null
  raw: RawInput
  facts: RequestFacts
  requestContext: Context
}

/** The answer of a route: a value for the endpoint's schema, rows to be streamed, or a finished response for the browser. */
export type Answered =
  | { kind: 'value'; value: unknown; replayed: boolean }
  | ({ kind: 'rows' } & StreamedRows)
  | { kind: 'versioned'; versioned: VersionedAnswer<unknown> }
  | { kind: 'response'; response: Response }

/** An endpoint with its handler, ready to be mounted. */
export type Route = {
  endpoint: Endpoint
  /** Accepts a session that has ended: a repeated sign-out comes from one. */
  acceptsEndedSessions?: boolean
  /** The page that a browser gets over the request limit, where a person would otherwise see the JSON of the API. */
  refusePage?: (context: ServerContext, requestContext: Context, refusal: Refusal) => Response
  run: (request: Request) => Promise<Outcome<Answered, Refusal>>
}

const isActorAllowed = <E extends Endpoint>(endpoint: E, actor: Actor | null): actor is Call<E>['actor'] =>
  isPublic(endpoint) ? actor === null : actor !== null

const parseCall = async <E extends Endpoint>(
  endpoint: E,
  request: Request,
): Promise<Outcome<ParsedCall<E>, Refusal>> => {
  const { context, actor, raw, facts } = request
  if (!isActorAllowed(endpoint, actor)) return refused({ code: 'no_token' })
  const input: Outcome<ParsedInput<E>, Refusal> = parseInput(endpoint, raw)
  if (!input.ok) return refused(await judgeInvalidInput(endpoint, request, input.refusal))
  return accepted({ ...input.value, ...facts, context, actor })
}

/** Parses a call, authorises it by the needs of its endpoint, and asks for a sign-in where it needs one. `performOnce` does so for writes. */
const authorisedCall = async <E extends Endpoint>(
  endpoint: E,
  request: Request,
): Promise<Outcome<Call<E>, Refusal>> => {
  const call = await parseCall(endpoint, request)
  if (!call.ok) return call
  const view = await authorise(request.context.database.queries, endpoint, call.value)
  if (!view.ok) return view
  const proved = needSignInSinceOfflineUnlock(endpoint, request.actor)
  return proved.ok ? accepted({ ...call.value, view: view.value }) : proved
}

const value = (answer: unknown, replayed = false) => accepted<Answered>({ kind: 'value', value: answer, replayed })

/** A call that changes nothing. */
export const read = <E extends Endpoint>(endpoint: E, handler: ReadHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await authorisedCall(endpoint, request)
    if (!call.ok) return call
    const answer = await handler(call.value)
    return answer.ok ? value(answer.value) : answer
  },
})

/** A call that writes, performed once for each key in one transaction with the key. A repeat gets an up-to-date answer. */
export const write = <E extends Endpoint>(endpoint: E, handler: WriteHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await parseCall(endpoint, request)
    return call.ok ? performWrite(endpoint, request.actor, call.value, handler) : call
  },
})

const performWrite = async <E extends Endpoint>(
  endpoint: E,
  actor: Actor | null,
  call: ParsedCall<E>,
  handler: WriteHandler<E>,
): Promise<Outcome<Answered, Refusal>> => {
  if (!actor) return refused({ code: 'no_token' })
  const first = await handler.before?.(call)
  if (first?.ok === false) return first
  const done = await performOnce(endpoint, actor.user_id, call, handler)
  return done.ok ? value(done.value.answer, done.value.replayed) : done
}

/** A call that writes a list. Where some rows are invalid, the others are judged too, so that one refusal names every fault. */
export const writeList = <E extends Endpoint>(endpoint: E, handler: ListHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await parseCall(endpoint, request)
    if (call.ok) return performWrite(endpoint, request.actor, call.value, handler)
    const { context, actor, facts, raw } = request
    if (!actor) return call
    return refused(await judgeInvalidList(endpoint, call.refusal, { context, actor, ...facts }, raw, handler))
  },
})

/**
 * A call that writes and answers a file. The content is read in the transaction; the file is rendered after it, so that no other
 * transaction waits for the rendering.
 */
export const file = <E extends Endpoint, Content>(endpoint: E, handler: FileHandler<E, Content>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await parseCall(endpoint, request)
    if (!call.ok) return call
    if (!request.actor) return refused({ code: 'no_token' })
    const done = await performOnce(endpoint, request.actor.user_id, call.value, handler)
    return done.ok ? value(await handler.render(done.value.answer), done.value.replayed) : done
  },
})

/** A write that handles idempotency keys itself. */
export const writeWithOwnKeys = <E extends Endpoint>(endpoint: E, handler: SelfKeyedHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await authorisedCall(endpoint, request)
    if (!call.ok) return call
    const done = await handler(call.value)
    return done.ok ? value(done.value.answer, done.value.replayed) : done
  },
})

/** A call whose answer is streamed row by row. */
export const rowByRow = <E extends Endpoint>(endpoint: E, handler: RowByRowHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await authorisedCall(endpoint, request)
    if (!call.ok) return call
    const done = await handler(call.value)
    if (!done.ok) return done
    return 'rows' in done.value ? accepted<Answered>({ kind: 'rows', ...done.value }) : value(done.value.answer)
  },
})

/** A call whose answer has a version: a caller who has this version already gets 304. */
export const versioned = <E extends Endpoint>(endpoint: E, handler: VersionedHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await authorisedCall(endpoint, request)
    if (!call.ok) return call
    const answer = await handler(call.value, requestedVersion(request.requestContext.req.raw))
    return answer.ok ? accepted<Answered>({ kind: 'versioned', versioned: answer.value }) : answer
  },
})

/** A call that answers the browser itself, with cookies and redirects. */
export const browser = <E extends Endpoint>(endpoint: E, handler: BrowserHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await authorisedCall(endpoint, request)
    if (!call.ok) return call
    return accepted<Answered>({ kind: 'response', response: await handler(call.value, request.requestContext) })
  },
})
