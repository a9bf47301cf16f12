import * as v from 'valibot'
import type { ErrorCode } from './errors'
import { exactObject, type ObjectMessage } from './fields'
import type { Download, InTrial, Need, Public, UnderLock } from './needs'
import type { Touches } from './touches'

type Fields = v.ObjectEntries
type InputSchema<P extends Fields, Q extends Fields, B extends v.GenericSchema> = v.StrictObjectSchema<
  {
    readonly parameters: v.StrictObjectSchema<P, ObjectMessage>
    readonly query: v.StrictObjectSchema<Q, ObjectMessage>
    readonly body: B
  },
  undefined
>

/** The types of the files that calls answer. */
export type FileType =
  | 'application/pdf'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'text/csv'
  | 'application/json'
  | 'application/zip'
  | 'application/octet-stream'

/** A need in a trial is a need in the trial of the address. */
type AddressOf<N> = N extends InTrial | UnderLock | Download<InTrial>
  ? { readonly trial_id: v.GenericSchema<string, number> }
  : unknown

type Documentation<N, R> = {
  /** Below `/api/v1/`, with `{name}` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly needs: N
  /** The status of success; 204 answers `nothing`, 302 sends the browser on. */
  readonly status: 200 | 201 | 204 | 302
  readonly response: R
  /** Needs a sign-in with the provider in the last five minutes: always, or where its use case decides so (decision 0031). */
  readonly asks_fresh_sign_in?: N extends Public ? never : 'always' | 'sometimes'
  /** The type and name of its answer where that is a file, as bytes, and no JSON. */
  readonly file?: {
    readonly media_type: FileType
    /** The other types, where the file comes in several. */
    readonly other_media_types?: readonly FileType[]
    readonly name: string
  }
  /** Its answer is streamed, one row on each line, and the header ROW_COUNT has their number. */
  readonly streams_rows?: true
  /** The largest body in bytes, where it is not MAX_BODY_BYTES. Calls without a sign-in cannot raise it. */
  readonly max_body_bytes?: N extends Public ? never : number
} & (Reading | Writing)

type Reading = { readonly touches?: never } & (
  | {
      readonly method: 'GET'
      readonly saves_nothing?: never
      /**
       * Its answer has a tag (ETag), by which a caller who has that answer gets 304 (If-None-Match): the version that its handler
       * names, else a hash of the answer for this caller (decision 0107).
       */
      readonly is_versioned?: true
    }
  /** It only reads, and is no GET because its input is too long for an address. Losing its answer loses nothing. */
  | { readonly method: 'POST' | 'DELETE'; readonly saves_nothing: true; readonly is_versioned?: never }
)
type Writing = {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly saves_nothing?: never
  readonly is_versioned?: never
  readonly touches: Touches
}

/** One call of the API, declared once for the server, the client and the OpenAPI document. */
export type Endpoint<
  N extends Need = Need,
  P extends Fields = Fields,
  Q extends Fields = Fields,
  B extends v.GenericSchema = v.GenericSchema,
  R extends v.GenericSchema = v.GenericSchema,
> = Documentation<N, R> & {
  readonly parameters: P & AddressOf<N>
  readonly query: Q
  readonly body: B
  readonly input: InputSchema<P, Q, B>
  /** The errors that it may answer beside those of its need and of every call of its kind. */
  readonly errors: readonly ErrorCode[]
}

/** For an address or a query without fields. */
export const noFields = {}
/** For a call without a body, and for an empty answer. */
export const noBody = v.undefined('This call takes no body')

const MIB = 1024 * 1024

/** The largest bodies in bytes: of any call, of one with a trial's form or many pack ids, and of an import (413). */
export const MAX_BODY_BYTES = MIB / 16
export const MAX_LIST_BYTES = MIB
export const MAX_IMPORT_BYTES = 10 * MIB

/** The deepest nesting of lists and objects in a body. */
export const MAX_BODY_DEPTH = 32

/** The answer of a call that answers a file. */
export const fileBytes = v.instance(Uint8Array<ArrayBuffer>, 'Must be bytes')

/** The input of a call; a call with a need in a trial has the trial in its address. */
type Taken<N, P, Q, B> = {
  readonly parameters?: P & AddressOf<N>
  readonly query?: Q
  readonly body?: B
  readonly errors?: readonly ErrorCode[]
} & (unknown extends AddressOf<N> ? unknown : { readonly parameters: object })

/**
 * Declares one call; an undeclared field is not accepted. The first signature states what the compiler cannot infer.
 */
export function endpoint<
  const N extends Need,
  R extends v.GenericSchema,
  const P extends Fields = typeof noFields,
  const Q extends Fields = typeof noFields,
  B extends v.GenericSchema = typeof noBody,
>(documentation: Documentation<N, R> & Taken<N, P, Q, B>): Endpoint<N, P, Q, B, R>
export function endpoint(
  documentation: Documentation<Need, v.GenericSchema> & {
    readonly parameters?: Endpoint['parameters']
    readonly query?: Fields
    readonly body?: v.GenericSchema
    readonly errors?: readonly ErrorCode[]
  },
): Endpoint {
  const { parameters = noFields, query = noFields, body = noBody, errors = [] } = documentation
  const input = v.strictObject({ parameters: exactObject(parameters), query: exactObject(query), body })
  return { ...documentation, parameters, query, body, input, errors }
}

/** The parsed input that the server's handler gets: `parameters`, `query` and `body`. */
export type ParsedInput<E extends Endpoint> = v.InferOutput<E['input']>

/** The input as a caller sends it. */
type SentInput<E extends Endpoint> = v.InferInput<E['input']>
export type SentParameters<E extends Endpoint> = SentInput<E>['parameters']
export type SentQuery<E extends Endpoint> = SentInput<E>['query']
export type SentBody<E extends Endpoint> = SentInput<E>['body']

/** The answer as the server makes it, and as the caller receives it. */
export type Answer<E extends Endpoint> = v.InferInput<E['response']>
export type ReceivedAnswer<E extends Endpoint> = v.InferOutput<E['response']>

/** Whether a call changes something and so needs an idempotency key. */
export const isWrite = (call: Endpoint): boolean => call.method !== 'GET'
