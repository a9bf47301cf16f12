import { types } from 'pg'

/**
 * The parser of a value that is not null, by the oid of its column's type, from the text that both databases send. A
 * type that is not listed stays text, such as `numeric`, `date`, `time` and `uuid`.
 */
export const valueParser = (oid: number): ((text: string) => unknown) => PARSERS.get(oid) ?? asText

/** Settings of every session that the parsers rely on. */
export const TEXT_SETTINGS = { timezone: 'UTC', datestyle: 'ISO', bytea_output: 'hex' }

const asText = (text: string) => text

/** int8 as a number. Throws beyond 2^53: a rounded id or count is a defect, never a value. */
const asSafeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The integer ${text} is too large to be read exactly`)
  return value
}

const SHORT_INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** timestamptz in the API's format, `2026-11-21T05:03:00.000Z`: fractions of a millisecond are cut off. */
const asInstant = (text: string): string => {
  const parts = SHORT_INSTANT.exec(text)
  if (!parts) throw new Error(`The time ${text} is not an instant in UTC between the years 1 and 9999`)
  const [, day, time, fraction = ''] = parts
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const asBytes = (text: string): Buffer => Buffer.from(text.slice(String.raw`\x`.length), 'hex')

const asBoolean = (text: string): boolean => text === 't'

const asJson = (text: string): unknown => JSON.parse(text)

/** oid of the type, oid of its array type, its parser (pg_type.dat). */
const READ: readonly [oid: number, arrayOid: number, parse: (text: string) => unknown][] = [
  [16, 1000, asBoolean],
  [17, 1001, asBytes],
  [20, 1016, asSafeInteger],
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [25, 1009, asText],
  [26, 1028, Number], // oid
  [114, 199, asJson],
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [1043, 1015, asText], // varchar
  [1082, 1182, asText], // date
  [1184, 1185, asInstant],
  [1700, 1231, asText], // numeric
  [2950, 2951, asText], // uuid
  [3802, 3807, asJson],
]

const TEXT_ARRAY: number = 1009
const splitArray: (text: string) => unknown[] = types.getTypeParser(TEXT_ARRAY)

const eachElement = (element: unknown, parse: (text: string) => unknown): unknown => {
  if (Array.isArray(element)) return element.map((inner: unknown) => eachElement(inner, parse))
  return typeof element === 'string' ? parse(element) : null
}

const PARSERS = new Map(
  READ.flatMap(([oid, arrayOid, parse]): [number, (text: string) => unknown][] => [
    [oid, parse],
    [arrayOid, (text) => eachElement(splitArray(text), parse)],
  ]),
)
