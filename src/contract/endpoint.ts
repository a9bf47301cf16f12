import * as v from 'valibot'
import type { ErrorCode } from './errors'
import { exactObject, type ObjectMessage } from './fields'
import type { Download, InTrial, Need, Public, UnderLock } from './needs'

type Fields = v.ObjectEntries
type InputSchema<P extends Fields, Q extends Fields, B extends v.GenericSchema> = v.StrictObjectSchema<
  {
    readonly parameters: v.StrictObjectSchema<P, ObjectMessage>
    readonly query: v.StrictObjectSchema<Q, ObjectMessage>
    readonly body: B
  },
  undefined
>

/** The kinds of file that calls answer. */
export type FileType =
  | 'application/pdf'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'text/csv'
  | 'application/json'

/** What is needed in a trial is needed in the trial of the address. */
type AddressOf<N> = N extends InTrial | UnderLock | Download<InTrial>
  ? { readonly trial_id: v.GenericSchema<string, number> }
  : unknown

type Documentation<N, P, Q, B, R> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1/`, with `{name}` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly needs: N
  readonly parameters: P & AddressOf<N>
  readonly query: Q
  readonly body: B
  /** The status of success; 204 answers `nothing`, 302 sends the browser on. */
  readonly status: 200 | 201 | 204 | 302
  readonly response: R
  /** What it refuses besides the errors that every call of its kind may answer. */
  readonly errors: readonly ErrorCode[]
  /**
   * Asks for a fresh sign-in with the provider, of the last five minutes: always, which needs no more than this word, or where
   * its use case says so (decision 0031).
   */
  readonly asks_fresh_sign_in?: N extends Public ? never : 'always' | 'sometimes'
  /** Where its answer is no JSON but a file, as bytes: of which type, and the name to keep it under. */
  readonly file?: {
    readonly media_type: FileType
    /** Where it comes in several forms: those besides the first. */
    readonly other_media_types?: readonly FileType[]
    readonly name: string
  }
  /** Its rows are streamed, each on a line of its own, their number told beforehand (ROW_COUNT). */
  readonly streams_rows?: true
  /** Its answer carries its version as ETag; who has that version (If-None-Match) is answered 304. */
  readonly is_versioned?: true
  /** Not GET only for the length of what it is asked: of a lost answer nobody needs to ask whether something was saved. */
  readonly saves_nothing?: true
  /** The largest body it takes, in bytes, where that is not MOST_BODY_BYTES; only people who are signed in may send more. */
  readonly most_body_bytes?: N extends Public ? never : number
}

/** One call of the API, told once for the server, the client and the OpenAPI document. */
export type Endpoint<
  N extends Need = Need,
  P extends Fields = Fields,
  Q extends Fields = Fields,
  B extends v.GenericSchema = v.GenericSchema,
  R extends v.GenericSchema = v.GenericSchema,
> = Documentation<N, P, Q, B, R> & { readonly input: InputSchema<P, Q, B> }

/** No fields in the address, or in the query. */
export const none = {}
/** The body of a call that has none, and the answer of one that answers nothing. */
export const nothing = v.undefined('This call takes no body')

const MIB = 1024 * 1024

/**
 * The largest body that a call takes, in bytes: any call, one that takes a trial's whole form or the ids of many packs, and one
 * that takes an import (413).
 */
export const MOST_BODY_BYTES = MIB / 16
export const MOST_LIST_BYTES = MIB
export const MOST_IMPORT_BYTES = 10 * MIB

/** How deep lists and objects of a body may stand in each other. */
export const MOST_BODY_DEPTH = 32

/** What a call answers whose answer is a file. */
export const fileBytes = v.instance(Uint8Array<ArrayBuffer>, 'Must be bytes')

/** Declares one call. */
export const endpoint = <
  const N extends Need,
  const P extends Fields,
  const Q extends Fields,
  B extends v.GenericSchema,
  R extends v.GenericSchema,
>(
  documentation: Documentation<N, P, Q, B, R>,
): Endpoint<N, P, Q, B, R> => ({
  ...documentation,
  input: v.strictObject({
    parameters: exactObject(documentation.parameters),
    query: exactObject(documentation.query),
    body: documentation.body,
  }),
})

/** What the server's handler is given, after parsing: `parameters`, `query` and `body`. */
export type ParsedInput<E extends Endpoint> = v.InferOutput<E['input']>

/** What a caller sends. */
type SentInput<E extends Endpoint> = v.InferInput<E['input']>
export type SentParameters<E extends Endpoint> = SentInput<E>['parameters']
export type SentQuery<E extends Endpoint> = SentInput<E>['query']
export type SentBody<E extends Endpoint> = SentInput<E>['body']

/** What the server answers, before the schema sees it, and what the caller holds after. */
export type Answer<E extends Endpoint> = v.InferInput<E['response']>
export type ReceivedAnswer<E extends Endpoint> = v.InferOutput<E['response']>

/** Whether a call changes something and so is made safe to repeat. */
export const isWrite = (call: Endpoint): boolean => call.method !== 'GET'
