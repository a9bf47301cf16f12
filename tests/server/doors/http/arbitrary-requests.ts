import { noBody, type Endpoint } from '#contract/endpoint'
import fc from 'fast-check'

/** A request that no client would send: the path below the API's base, and what `fetch` is given with it. */
export type ArbitraryRequest = { path: string; headers: Record<string, string>; body: string | undefined }

/** Values that are known to break software. */
const NOTORIOUS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  "'; drop table trials; --",
  '%',
  '\\',
  '{{7*7}}',
  '__proto__',
  'a'.repeat(300),
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '2026-11-21T05:03:00.000Z',
  'Etc/UTC',
  '+14:00',
  0,
  -0,
  -1,
  1.5,
  1e-320,
  1e308,
  2 ** 31,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  999_999_999_999,
  null,
  true,
  [],
  {},
  [null],
  { id: 1 },
]

const value = fc.oneof({ weight: 2, arbitrary: fc.constantFrom<unknown>(...NOTORIOUS) }, fc.jsonValue({ maxDepth: 2 }))

const text = fc.oneof(
  value
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    .filter((one) => !/[\ud800-\udfff]/.test(one)),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

/** Every place in a value where another value could be. */
const placesIn = (within: unknown, path: readonly string[] = []): string[][] => {
  const here = [...path]
  if (typeof within !== 'object' || within === null) return [here]
  return [here, ...Object.entries(within).flatMap(([field, inner]) => placesIn(inner, [...path, field]))]
}

/** A value with another one at one place; undefined removes it. */
const withAt = (within: unknown, [field, ...rest]: readonly string[], other: unknown): unknown => {
  if (field === undefined) return other
  if (Array.isArray(within))
    return within.map((item: unknown, i) => (String(i) === field ? withAt(item, rest, other) : item))
  if (typeof within !== 'object' || within === null) return within
  return Object.fromEntries(
    Object.entries(within).map(([name, inner]) => [name, name === field ? withAt(inner, rest, other) : inner]),
  )
}

/** A valid body, and bodies with up to two of its places replaced or removed. */
const nearly = (sound: object): fc.Arbitrary<unknown> => {
  const places = placesIn(sound).slice(1)
  if (places.length === 0) return fc.constant(sound)
  const change = fc.tuple(
    fc.constantFrom(...places),
    fc.oneof({ weight: 4, arbitrary: value }, fc.constant<unknown>(undefined)),
  )
  return fc
    .array(change, { maxLength: 2 })
    .map((changes) => changes.reduce<unknown>((body, [path, other]) => withAt(body, path, other), sound))
}

const bodyOf = (endpoint: Endpoint, sound: object | undefined): fc.Arbitrary<string | undefined> => {
  if (endpoint.method === 'GET') return fc.constant(undefined)
  const anything = fc.option(
    fc.jsonValue().map((one) => JSON.stringify(one)),
    { nil: undefined },
  )
  if (endpoint.body === noBody || sound === undefined) return anything
  return fc.oneof(
    { weight: 8, arbitrary: nearly(sound).map((body) => JSON.stringify(body)) },
    anything,
    fc.string({ maxLength: 20 }),
  )
}

/** Usually the valid value, so that the other parts of the request are reached. */
const mostly = <T>(sound: T, otherwise: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(sound) }, { weight: 1, arbitrary: otherwise })

const headerText = fc.string({ unit: fc.constantFrom(...'abc019-._~ "{}='.split('')), minLength: 1, maxLength: 140 })

const headers = fc
  .record({
    'Content-Type': mostly('application/json', fc.constantFrom('text/plain', 'application/json; charset=utf-8', ';')),
    'Idempotency-Key': mostly('', fc.oneof(fc.uuid(), headerText)),
    'X-Client-Id': mostly('', fc.oneof(fc.uuid(), headerText)),
    'X-Request-Counter': mostly('', fc.oneof(fc.nat().map(String), headerText)),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, sent]) => sent !== '')))

const sense = fc.constantFrom(
  'sso',
  'started',
  'paused',
  'title',
  'date',
  'asc',
  'desc',
  '1',
  '25',
  '1000',
  'Flagged',
  'a',
)

const queryOf = ({ query }: Endpoint) => {
  const field = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('q', ...Object.keys(query)) },
    fc.string({ maxLength: 5 }),
  )
  return fc
    .array(fc.tuple(field, fc.oneof(sense, text)), { maxLength: 2 })
    .map((fields) => new URLSearchParams(fields).toString())
}

/** Ids that exist, by the name of their parameter. The first is the one that a valid request takes. */
type IdsByParameter = Readonly<Record<string, readonly number[]>>

/** A valid request. */
export const soundRequest = (
  endpoint: Endpoint,
  idsByField: IdsByParameter,
  body: object | undefined,
): ArbitraryRequest => ({
  path: `${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(idsByField[name]?.[0]))}${'idp' in endpoint.query ? '?idp=sso' : ''}`,
  headers: { 'Content-Type': 'application/json' },
  body: body && JSON.stringify(body),
})

/** Requests that are mostly valid; `sound` is a valid body. */
export const arbitraryRequest = (
  endpoint: Endpoint,
  idsByField: IdsByParameter,
  sound: object | undefined,
): fc.Arbitrary<ArbitraryRequest> => {
  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const ids = parameters.map((name) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...(idsByField[name] ?? [1])).map(String) },
      fc.nat().map(String),
      text.filter((one) => one !== '' && !/^\.+$/.test(one)),
    ),
  )
  return fc.record({
    path: fc
      .tuple(fc.tuple(...ids), endpoint.method === 'GET' ? queryOf(endpoint) : mostly('', queryOf(endpoint)))
      .map(([filling, query]) => {
        const left = filling.map((one) => encodeURIComponent(one))
        return `${endpoint.path.replace(/\{\w+\}/g, () => left.shift() ?? '')}?${query}`
      }),
    headers,
    body: bodyOf(endpoint, sound),
  })
}
