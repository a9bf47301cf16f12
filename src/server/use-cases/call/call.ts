import type { Answer, Endpoint, ParsedInput } from '#contract/endpoint'
import type { Refusal } from '#contract/errors'
import type { RowFault } from '#contract/problem'
import type { Public } from '#contract/needs'
import type { StoredPermission } from '#domain/people/permissions'
import type { Outcome } from '#domain/outcome'
import type { Context } from 'hono'
import type { ChangedRows } from '../../ground/db/idempotency-keys'
import type { Transaction } from '../../ground/db/transaction'
import type { ServerContext } from './server-context'
import type { AnswerViewOf, ViewOf } from './view'

/** The person who makes a call, with all their permissions that have not ended, read when the call came in. */
export type Actor = {
  user_id: number
  name: string
  email: string
  selected_timezone: string | null
  session_id: string
  /** When they last signed in with the provider in this session; null for never. */
  proved_at: string | null
  /** When it was last reported that a PIN or passkey had opened the device of this session without the server; null for never. */
  opened_offline_at: string | null
  permissions: readonly StoredPermission[]
}

/** The facts of a call besides its input. */
export type RequestFacts = {
  /** Written to the answer's `X-Request-Id`, the log line and the audit entries. */
  request_id: string
  /** When the call came in, by the server's clock. */
  now: string
  /** The key that makes a write safe to repeat, or null where the caller sent none (src/specification/repetition.md#keys). */
  idempotency_key: string | null
  /** SHA-256 of method, path and body: a repeat under the same key must have the same. */
  request_hash: Uint8Array
  /** The server's clock minus the device's when the call came in; null where the device did not send its time. */
  clock_offset_ms: number | null
}

type CallerOf<E extends Endpoint> = E['needs'] extends Public ? null : Actor

/** The parsed call of a person before it is authorised. */
export type ParsedCall<E extends Endpoint> = ParsedInput<E> &
  RequestFacts & { context: ServerContext; actor: CallerOf<E> }

/** One authorised call of a person: the argument that a route passes to its use case. */
export type Call<E extends Endpoint> = ParsedCall<E> & { view: ViewOf<E['needs']> }

/** A call while its answer is made; the view decides how much the answer shows. */
type AnswerCall<E extends Endpoint> = ParsedCall<E> & { view: AnswerViewOf<E['needs']> }

/** A call that changes nothing. */
export type ReadHandler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<Answer<E>, Refusal>>

/**
 * A call that writes: `perform` changes rows once, `answer` renders them by what the person may see now. `before` runs first, before
 * the call is authorised and in a transaction of its own: its changes stay even where the call is refused.
 */
export type WriteHandler<E extends Endpoint, Answered = Answer<E>> = {
  before?: (call: ParsedCall<E>) => Promise<Outcome<null, Refusal>>
  perform: (call: Call<E>, transaction: Transaction) => Promise<Outcome<ChangedRows, Refusal>>
  answer: (call: AnswerCall<E>, transaction: Transaction, rows: ChangedRows) => Promise<Outcome<Answered, Refusal>>
}

/** A call whose list has invalid rows. */
export type ListCall<E extends Endpoint = Endpoint> = RequestFacts & {
  context: ServerContext
  actor: Actor
  view: ViewOf<E['needs']>
}

/**
 * A call that writes a whole list or none of it. Where some rows are invalid, `judgeRows` finds the faults of the others, so that one
 * refusal names every fault. It changes nothing.
 */
export type ListHandler<E extends Endpoint> = WriteHandler<E> & {
  judgeRows: (
    call: ListCall<E>,
    rows: readonly unknown[],
    transaction: Transaction,
  ) => Promise<Outcome<RowFault[], Refusal>>
}

/** A call that writes and answers a file: `answer` reads the content, `render` makes the file from it. */
export type FileHandler<E extends Endpoint, Content> = Omit<WriteHandler<E, Content>, 'before'> & {
  render: (content: Content) => Promise<Answer<E>>
}

/** A write that handles idempotency keys itself; `replayed` marks the answer to a repeat. */
export type SelfKeyedHandler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Outcome<{ answer: Answer<E>; replayed: boolean }, Refusal>>

/** A streamed answer of `rows` rows, one on each line, read from the database as the caller takes them. */
export type StreamedRows = { rows: number; content: ReadableStream<Uint8Array> }

/** The versions that a caller has, and the encoding that they accept. */
export type RequestedVersion = {
  /** Versions from If-None-Match. */
  has: readonly string[]
  accepts_gzip: boolean
  /** Aborted when the caller has hung up. */
  disconnected: AbortSignal
}

/** A prepared answer as JSON: compressed and whole, or uncompressed and sent piece by piece. */
type MadeBody = { encoding: 'gzip'; bytes: Uint8Array<ArrayBuffer> } | { encoding: null; pieces: Iterable<Uint8Array> }

/** An answer with its version. A caller who has this version already gets no body. */
export type VersionedAnswer<Value> = { version: string } & (
  { kind: 'unchanged' } | { kind: 'value'; value: Value } | { kind: 'made'; body: MadeBody }
)

/** A call whose answer several callers share until data changes. A prepared body is not checked against the contract again. */
export type VersionedHandler<E extends Endpoint> = (
  call: Call<E>,
  version: RequestedVersion,
) => Promise<Outcome<VersionedAnswer<Answer<E>>, Refusal>>

/** A call whose answer may be too long to hold in memory. It has no idempotency key. */
export type RowByRowHandler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Outcome<{ answer: Answer<E> } | StreamedRows, Refusal>>

/** A call that needs the browser itself: cookies, redirects. */
export type BrowserHandler<E extends Endpoint> = (call: Call<E>, requestContext: Context) => Promise<Response>
