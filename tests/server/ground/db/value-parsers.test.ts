import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDatabase, type TestDatabase } from '../../../support/database'

const READ: [expression: string, value: unknown][] = [
  ['null::int8', null],
  ["''::text", ''],
  ["'Größe'::text", 'Größe'],
  ['true', true],
  ['false', false],
  ['32767::int2', 32767],
  ['-7::int4', -7],
  ['9007199254740991::int8', 9007199254740991],
  ['count(*)', 1],
  ['0.1::float8', 0.1],
  ['1.5::float4', 1.5],
  ["'NaN'::float8", Number.NaN],
  ['12345678901234567890.120::numeric', '12345678901234567890.120'],
  ["date '2026-02-28'", '2026-02-28'],
  ["timestamptz '2026-11-21 05:03:00+00'", '2026-11-21T05:03:00.000Z'],
  ["timestamptz '2026-11-21 16:03:00.5+11'", '2026-11-21T05:03:00.500Z'],
  ["timestamptz '2026-11-21 05:03:00.123999+00'", '2026-11-21T05:03:00.123Z'],
  ["time '09:30'", '09:30:00'],
  ["'6f1c2b44-98a1-4b8e-9a56-0d7c5c2a4f10'::uuid", '6f1c2b44-98a1-4b8e-9a56-0d7c5c2a4f10'],
  ['\'{"a": [1, null, "x"]}\'::json', { a: [1, null, 'x'] }],
  ["'[true]'::jsonb", [true]],
  ["'null'::jsonb", null],
  [String.raw`'\x00ff61'::bytea`, Buffer.from([0, 255, 97])],
  ["''::bytea", Buffer.alloc(0)],
  ["'{}'::int8[]", []],
  ["'{1,null,3}'::int8[]", [1, null, 3]],
  ["'{{1,2},{3,4}}'::int4[]", [[1, 2], [3, 4]]], // prettier-ignore
  [
    String.raw`array['a,b', 'say "x"', 'back\slash', '', null, 'NULL']`,
    ['a,b', 'say "x"', 'back\\slash', '', null, 'NULL'],
  ],
  ["array[date '2026-01-01']", ['2026-01-01']],
  ["array[timestamptz '2026-01-01 00:00+00']", ['2026-01-01T00:00:00.000Z']],
  [String.raw`array['\x01'::bytea]`, [Buffer.from([1])]],
  ['array[\'{"a":"}"}\'::jsonb]', [{ a: '}' }]],
]

const UNREADABLE: [expression: string, reason: string][] = [
  ['9007199254740992::int8', 'The integer 9007199254740992 is too large to be read exactly'],
  ['-9007199254740992::int8', 'The integer -9007199254740992 is too large to be read exactly'],
  ["'infinity'::timestamptz", 'The time infinity is not an instant in UTC between the years 1 and 9999'],
  ["'0044-03-15 00:00+00 BC'::timestamptz", 'The time 0044-03-15 00:00:00+00 BC is not an instant'],
]

const SENT: [type: string, parameter: unknown, value: unknown][] = [
  ['text', null, null],
  ['text', undefined, null],
  ['text', "it's", "it's"],
  ['int8', 42, 42],
  ['int8', 42n, 42],
  ['int8', '42', 42],
  ['numeric', '0.10', '0.10'],
  ['float8', 0.1, 0.1],
  ['boolean', true, true],
  ['boolean', false, false],
  ['bytea', Buffer.from([0, 1, 255]), Buffer.from([0, 1, 255])],
  ['bytea', new Uint8Array([7]), Buffer.from([7])],
  ['bytea', new Uint8Array(), Buffer.alloc(0)],
  ['date', '2026-02-28', '2026-02-28'],
  ['timestamptz', '2026-11-21T05:03:00.000Z', '2026-11-21T05:03:00.000Z'],
  ['timestamptz', new Date('2026-11-21T05:03:00.000Z'), '2026-11-21T05:03:00.000Z'],
  ['jsonb', { a: 'x', b: [1, null] }, { a: 'x', b: [1, null] }],
  ['jsonb', '[1, "x"]', [1, 'x']],
  ['int8[]', [], []],
  ['int8[]', [1, 2n, null], [1, 2, null]],
  ['int4[]', [[1, 2], [3, 4]], [[1, 2], [3, 4]]], // prettier-ignore
  ['text[]', ['a,b', '"', '\\', '', 'NULL', '{x}'], ['a,b', '"', '\\', '', 'NULL', '{x}']],
  ['bytea[]', [Buffer.from([1, 255])], [Buffer.from([1, 255])]],
  ['jsonb[]', [{ a: '"' }], [{ a: '"' }]],
]

describe.each(everyDatabase)('values, $kind', ({ open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open([])
  })
  afterAll(() => database.close())

  const read = async (expression: string) => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.queries)
    return rows[0]?.value
  }

  it.each(UNREADABLE)('%s is a defect', async (expression, reason) => {
    await expect(read(expression)).rejects.toThrow(reason)
    expect(await read('1')).toBe(1)
  })

  it.each(READ)('%s is read as %o', async (expression, value) => {
    expect(await read(expression)).toStrictEqual(value)
  })

  it.each(SENT)('a parameter of type %s, %o, is stored as %o', async (type, parameter, value) => {
    const { rows } = await sql`select ${parameter}::${sql.raw(type)} as value`.execute(database.queries)
    expect(rows).toStrictEqual([{ value }])
  })

  it('an array is no JSON: it must be sent as JSON text', async () => {
    await expect(sql`select ${[1]}::jsonb`.execute(database.queries)).rejects.toMatchObject({ code: '22P02' })
  })
})
