import type { Endpoint, ParsedInput } from '#contract/endpoint'
import type { Refusal } from '#contract/errors'
import { isPublic } from '#contract/needs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Context } from 'hono'
import { performOnce } from '../../use-cases/call/perform-once'
import type { ServerContext } from '../../use-cases/call/server-context'
import { authorise } from '../../use-cases/call/authorise'
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
import { askedVersion } from './asked-version'
import { judgeUnreadInput } from './judge-unread-input'
import { judgeUnreadList } from './judge-unread-list'
import { parseInput, type RawInput } from './parse-input'

/** What a route is given: the unparsed input, who asks, and the facts of the request. */
type Request = {
  context: ServerContext
  actor: Actor | null
  raw: RawInput
  facts: RequestFacts
  requestContext: Context
}

/** What a route answers: a value for the endpoint's schema, rows that are still to be read, or a response of its own for the browser. */
export type Answered =
  | { kind: 'value'; value: unknown; replayed: boolean }
  | ({ kind: 'rows' } & StreamedRows)
  | { kind: 'versioned'; versioned: VersionedAnswer<unknown> }
  | { kind: 'response'; response: Response }

/** An endpoint with what answers it, ready to be mounted. */
export type Route = {
  endpoint: Endpoint
  /** Signing out ends the very session that asks, so a repeat of it comes from one that has ended. */
  takesEndedSessions?: boolean
  /** Tells a browser on its way that it came too often, where the words of the API would be all that a person sees. */
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
  if (!input.ok) return refused(await judgeUnreadInput(endpoint, request, input.refusal))
  return accepted({ ...input.value, ...facts, context, actor })
}

/** A call, parsed and then authorised by what its endpoint needs. A write is authorised where it is performed. */
const authorisedCall = async <E extends Endpoint>(
  endpoint: E,
  request: Request,
): Promise<Outcome<Call<E>, Refusal>> => {
  const call = await parseCall(endpoint, request)
  if (!call.ok) return call
  const view = await authorise(request.context.database.queries, endpoint, call.value)
  return view.ok ? accepted({ ...call.value, view: view.value }) : view
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

/** A call that writes: performed once for a key, in one transaction with the key; a repeat is answered afresh. */
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

/** A call that writes a list: where rows of it cannot be read, the others are judged too, and every fault is told at once. */
export const writeList = <E extends Endpoint>(endpoint: E, handler: ListHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await parseCall(endpoint, request)
    if (call.ok) return performWrite(endpoint, request.actor, call.value, handler)
    const { context, actor, facts, raw } = request
    if (!actor) return call
    return refused(await judgeUnreadList(endpoint, call.refusal, { context, actor, ...facts }, raw.body, handler))
  },
})

/**
 * A call that writes and answers a file: what stands in the file is read in the transaction, and the file is made of it after, since
 * nothing may wait for that.
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

/** A call whose answer has a version: who has it already is told so. */
export const versioned = <E extends Endpoint>(endpoint: E, handler: VersionedHandler<E>): Route => ({
  endpoint,
  run: async (request) => {
    const call = await authorisedCall(endpoint, request)
    if (!call.ok) return call
    const answer = await handler(call.value, askedVersion(request.requestContext.req.raw))
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
