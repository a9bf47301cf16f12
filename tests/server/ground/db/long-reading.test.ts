import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IdQuery, LongIds } from '../../../../src/server/ground/db/long-ids'
import { piecewiseReading, snapshotReadings } from '../../../../src/server/ground/db/long-reading'
import type { Queries } from '../../../../src/server/ground/db/transaction'
import { TEST_SERVER, testDatabase, type TestDatabase } from '../../../support/database'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await sql`create table apples (id bigint)`.execute(database.queries)
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from apples`.execute(database.queries)
})

const countIn = async (queries: Queries): Promise<number> =>
  (await sql`select id from apples`.execute(queries)).rows.length

const addApple = () => sql`insert into apples values (1)`.execute(database.queries)

test('a piecewise one has no connection between pieces, and sees writes between two pieces', async () => {
  const reading = piecewiseReading(database.queries)
  const before = await reading.readPiece(countIn)
  await addApple()
  expect([before, await reading.readPiece(countIn)]).toEqual([0, 1])
  await reading.end()
})

/** Another order than that of writing. */
const applesInOrder: IdQuery = (queries) =>
  queries
    .selectFrom(sql<{ id: number }>`apples`.as('apples'))
    .select('id')
    .where('id', '>', 0)
    .orderBy('id', 'desc')

const piecesOf = async ({ pieces }: LongIds): Promise<(readonly number[])[]> => {
  const read: (readonly number[])[] = []
  for await (const piece of pieces()) read.push(piece)
  return read
}

describe('the ids of a long list', () => {
  const [few, exact] = [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4],
  ]
  test.each([
    ['none', [], []],
    ['some', few, [[5, 4], [3, 2], [1]]],
    [
      'as many as fill their pieces',
      exact,
      [
        [4, 3],
        [2, 1],
      ],
    ],
  ])('are counted, and read in order piece by piece: %s', async (_, ids, pieces) => {
    for (const id of ids) await sql`insert into apples values (${id})`.execute(database.queries)
    const reading = database.beginReading()
    const found = await reading.readIds(applesInOrder, 2)
    expect([found.count, await piecesOf(found)]).toEqual([ids.length, pieces])
    await reading.end()
  })

  test('are the counted rows, whatever is written during the reading', async () => {
    for (const id of few) await sql`insert into apples values (${id})`.execute(database.queries)
    const reading = database.beginReading()
    const found = await reading.readIds(applesInOrder, 2)
    const first = found.pieces()[Symbol.asyncIterator]()
    expect(await first.next()).toMatchObject({ value: [5, 4] })
    await sql`delete from apples where id = 2`.execute(database.queries)
    await addApple()
    expect(await first.next()).toMatchObject({ value: [3, 2] })
    expect(await piecesOf(found)).toEqual([[5, 4], [3, 2], [1]])
    await reading.end()
  })
})

describe.runIf(TEST_SERVER)('one of a snapshot', () => {
  test('has no cursor and no transaction any more after its reader has left', async () => {
    await addApple()
    const reading = readings()()
    const found = await reading.readIds(applesInOrder, 1)
    const first = found.pieces()[Symbol.asyncIterator]()
    await first.next()
    const cursors = await reading.read((queries) => sql`select name from pg_cursors`.execute(queries))
    expect(cursors.rows).toHaveLength(1)
    await reading.end()
    await expect(first.next()).rejects.toThrow('The reading is over')
    const { rows } = await sql`
      select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
    `.execute(database.queries)
    expect(rows).toEqual([])
  })

  const readings = (more: { most?: number; standstill_ms?: number } = {}) =>
    snapshotReadings({ queries: database.queries, transactions: database.transactions, limit: 1, ...more })

  test('sees the moment of its first piece', async () => {
    const reading = readings()()
    const first = await reading.read(countIn)
    await addApple()
    expect([first, await reading.readPiece(countIn)]).toEqual([0, 0])
    await reading.end()
    const later = readings()()
    expect(await later.read(countIn)).toBe(1)
    await later.end()
  })

  test('writes nothing', async () => {
    const reading = readings()()
    const write = reading.read((queries) => sql`insert into apples values (1)`.execute(queries))
    await expect(write).rejects.toThrow('read-only transaction')
    await reading.end()
  })

  test('waits until an earlier one has ended', async () => {
    const begin = readings()
    const [one, other] = [begin(), begin()]
    await one.read(countIn)
    const waiting = other.read(countIn)
    await addApple()
    await one.end()
    expect(await waiting).toBe(1)
    await other.end()
  })

  test('ends once its reader has stopped reading', async () => {
    const begin = readings({ standstill_ms: 50 })
    const left = begin()
    await left.read(countIn)
    const next = begin()
    expect(await next.read(countIn)).toBe(0)
    await expect(left.read(countIn)).rejects.toThrow('The reading is over')
    await next.end()
  })

  test('may end twice, or before it began', async () => {
    const reading = readings()()
    await reading.end()
    await reading.end()
    await expect(reading.read(countIn)).rejects.toThrow('The reading is over')
  })
})
