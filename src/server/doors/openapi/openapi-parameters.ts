import { isWrite, type Endpoint } from '#contract/endpoint'
import { idempotencyKey, instant } from '#contract/fields'
import { mayCloseKey, REFUSAL_IS_FINAL } from '#contract/final-refusal'
import type { JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { requestSchema } from './openapi-schemas'

/** A parameter: where it is sent, and its schema. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

type ParameterReference = { $ref: string }

/** The parameters of a call: those of its address and query, and the headers of every call of its kind. */
export const parametersOf = (endpoint: Endpoint): (Parameter | ParameterReference)[] => [
  ...Object.entries(endpoint.parameters).map(([name, field]) => addressParameter('path', name, field)),
  ...Object.entries(endpoint.query).map(([name, field]) => addressParameter('query', name, field)),
  ...(isWrite(endpoint) ? ['IdempotencyKey'] : []).map(referenceTo),
  ...(mayCloseKey(endpoint) ? ['RefusalIsFinal'] : []).map(referenceTo),
  ...(endpoint.is_versioned ? ['IfNoneMatch'] : []).map(referenceTo),
  ...['ClientId', 'RequestCounter', 'ClientTime', 'IdleSeconds'].map(referenceTo),
]

/** The headers of requests (`Authorization` is the document's security scheme). */
export const headerParameters = (): Record<string, Parameter> => ({
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to repeat. A repeat with the same key and body changes nothing and returns the first result. Keys are stored for 90 days.',
    schema: requestSchema(idempotencyKey),
  },
  RefusalIsFinal: {
    name: REFUSAL_IS_FINAL,
    in: 'header',
    required: false,
    description:
      'The client never repeats this request after a refusal. If it is refused, its `Idempotency-Key` is closed: a copy of the request that arrives later has no effect.',
    schema: { type: 'string', enum: ['1'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of a response that the client has. If the response is unchanged, the server answers 304 without a body.',
    schema: { type: 'string' },
  },
  ClientId: {
    name: 'X-Client-Id',
    in: 'header',
    required: false,
    description:
      'Made once per installation of a client. With `X-Request-Counter` it is the key of a write without `Idempotency-Key`, for 60 seconds.',
    schema: { type: 'string', format: 'uuid' },
  },
  RequestCounter: {
    name: 'X-Request-Counter',
    in: 'header',
    required: false,
    description: '1, 2, 3 … for each client ID.',
    schema: { type: 'integer', minimum: 1 },
  },
  ClientTime: {
    name: 'X-Client-Time',
    in: 'header',
    required: false,
    description: 'The device’s clock, used to correct the instants that it sends.',
    schema: requestSchema(instant),
  },
  IdleSeconds: {
    name: 'X-Idle-Seconds',
    in: 'header',
    required: false,
    description:
      'Seconds since the device was last used, for requests that a client makes automatically. If it is missing, a person made the request.',
    schema: { type: 'integer', minimum: 0 },
  },
})

const referenceTo = (name: string): ParameterReference => ({ $ref: `#/components/parameters/${name}` })

const addressParameter = (location: 'path' | 'query', name: string, field: v.GenericSchema): Parameter => ({
  name,
  in: location,
  required: location === 'path' || !OPTIONAL.has(field.type),
  schema: inAddress(requestSchema(field)),
})

const OPTIONAL = new Set(['optional', 'nullish', 'exact_optional'])

/** A pattern for whole numbers from 1 on, with the number of digits that may follow the first. */
const DIGITS = /^\^\[1-9\]\\d\{0,(\d+)\}\$$/

/** A schema for an address, where all values are text: digits are an integer, and a field that may repeat is a list. */
const inAddress = (schema: JsonSchema): JsonSchema => {
  const { anyOf, pattern, ...rest } = schema
  const list = anyOf?.find((option) => typeof option === 'object' && option.type === 'array')
  if (typeof list === 'object') return { ...rest, ...list }
  const maxDigits = DIGITS.exec(pattern ?? '')?.[1]
  if (maxDigits === undefined) return schema
  const fallback = rest.default === undefined ? {} : { default: Number(rest.default) }
  return { ...rest, type: 'integer', minimum: 1, maximum: 10 ** (Number(maxDigits) + 1) - 1, ...fallback }
}
