import type { Answer, Endpoint, ParsedInput } from '#contract/endpoint'
import type { Refusal, RowFault } from '#contract/errors'
import type { Public } from '#contract/needs'
import type { StoredPermission } from '#domain/people/permissions'
import type { Outcome } from '#domain/outcome'
import type { Context } from 'hono'
import type { ChangedRows } from '../../ground/db/idempotency-keys'
import type { Transaction } from '../../ground/db/transaction'
import type { ServerContext } from './server-context'
import type { AnswerViewOf, ViewOf } from './view'

/** The person behind a call, with every permission of theirs that has not ended, as they were when the call came in. */
export type Actor = {
  user_id: number
  name: string
  email: string
  selected_timezone: string | null
  session_id: string
  /** When they last proved at the provider who they are, in this session; null for never. */
  proved_at: string | null
  permissions: readonly StoredPermission[]
}

/** What is told about a call besides its input. */
export type RequestFacts = {
  /** Stands in the answer's `X-Request-Id`, in the log line and in audit entries. */
  request_id: string
  /** When the call came in, by the server's clock. */
  now: string
  /** The key that makes a write safe to repeat, or null where the caller sent none (src/specification/repetition.md#keys). */
  idempotency_key: string | null
  /** SHA-256 of method, path and body: a repeat under the same key must have the same. */
  request_hash: Uint8Array
  /** The server's clock less the device's when the call came in, or null where the device did not tell its time. */
  clock_offset_ms: number | null
}

type Whose<E extends Endpoint> = E['needs'] extends Public ? null : Actor

/** One call, parsed, before it is authorised. */
export type ParsedCall<E extends Endpoint> = ParsedInput<E> & RequestFacts & { context: ServerContext; actor: Whose<E> }

/** One call of a person who may make it: what a route hands to its use case. */
export type Call<E extends Endpoint> = ParsedCall<E> & { view: ViewOf<E['needs']> }

/** The same when its answer is made: the view is the one to see it with. */
type AnswerCall<E extends Endpoint> = ParsedCall<E> & { view: AnswerViewOf<E['needs']> }

/** A call that changes nothing. */
export type ReadHandler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<Answer<E>, Refusal>>

/**
 * A call that writes: `perform` changes rows once, `answer` renders them for what the person may see now. `before` is for what must
 * stay whatever becomes of the call: it comes first, in a transaction of its own, before anything is authorised.
 */
export type WriteHandler<E extends Endpoint, Answered = Answer<E>> = {
  before?: (call: ParsedCall<E>) => Promise<Outcome<null, Refusal>>
  perform: (call: Call<E>, transaction: Transaction) => Promise<Outcome<ChangedRows, Refusal>>
  answer: (call: AnswerCall<E>, transaction: Transaction, rows: ChangedRows) => Promise<Outcome<Answered, Refusal>>
}

/** What is known of a call whose list cannot be read as a whole. */
export type ListJudging<E extends Endpoint = Endpoint> = RequestFacts & {
  context: ServerContext
  actor: Actor
  view: ViewOf<E['needs']>
}

/**
 * A call that writes a list, all or none. `judgeRows` is asked where rows cannot be read: it tells what stands against those that
 * can, so that one refusal names every fault. It changes nothing.
 */
export type ListHandler<E extends Endpoint> = WriteHandler<E> & {
  judgeRows: (
    call: ListJudging<E>,
    rows: readonly unknown[],
    transaction: Transaction,
  ) => Promise<Outcome<RowFault[], Refusal>>
}

/** A call that writes and answers a file: `answer` reads what stands in it, `render` makes the file of that. */
export type FileHandler<E extends Endpoint, Content> = Omit<WriteHandler<E, Content>, 'before'> & {
  render: (content: Content) => Promise<Answer<E>>
}

/** A write that handles idempotency keys itself; `replayed` marks the answer to a repeat. */
export type SelfKeyedHandler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Outcome<{ answer: Answer<E>; replayed: boolean }, Refusal>>

/** An answer that is streamed: as many rows as it tells, each on a line of its own, read as they are taken. */
export type StreamedRows = { rows: number; content: ReadableStream<Uint8Array> }

/** What a caller says of the answer that they have and take. */
export type RequestedVersion = {
  /** The versions that they have (If-None-Match). */
  has: readonly string[]
  takes_gzip: boolean
  /** Aborted when they are gone. */
  gone: AbortSignal
}

/** An answer that was made before, as JSON: whole, compressed, or to be sent piece by piece. */
type MadeBody = { encoding: 'gzip'; bytes: Uint8Array<ArrayBuffer> } | { encoding: null; pieces: Iterable<Uint8Array> }

/** An answer with its version; the caller who has that already gets no body. */
export type VersionedAnswer<Value> = { version: string } & (
  { kind: 'unchanged' } | { kind: 'value'; value: Value } | { kind: 'made'; body: MadeBody }
)

/** A call whose answer is the same for several callers until something changes. What was made before fits the contract by its maker. */
export type VersionedHandler<E extends Endpoint> = (
  call: Call<E>,
  version: RequestedVersion,
) => Promise<Outcome<VersionedAnswer<Answer<E>>, Refusal>>

/** A call whose answer may be too long to be gathered first. It keeps no account of keys. */
export type RowByRowHandler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Outcome<{ answer: Answer<E> } | StreamedRows, Refusal>>

/** A call that needs the browser itself: cookies, redirects. */
export type BrowserHandler<E extends Endpoint> = (call: Call<E>, requestContext: Context) => Promise<Response>
