import { afterAll, beforeAll, expect, test } from 'vitest'
import { betweenRows, inReadingTurn } from '../../../../src/server/ground/db/reading-turn'
import { runWithWritePriority } from '../../../../src/server/ground/db/writes-under-way'
import { gate } from '../db/gate'
import { embeddedDatabase, type TestDatabase } from '../../../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await embeddedDatabase()
})
afterAll(() => database.close())

test('pieces of long lists are read one at a time, in the order of the requests', async () => {
  const { queries } = database
  const reading = gate()
  const read: string[] = []
  const first = inReadingTurn(queries, async () => {
    read.push('first begins')
    await reading.opened
    read.push('first ends')
  })
  const others = ['second', 'third'].map((name) => inReadingTurn(queries, async () => read.push(name)))
  reading.open()
  await Promise.all([first, ...others])
  expect(read).toEqual(['first begins', 'first ends', 'second', 'third'])
})

test('a failed reading is rejected, and the next one starts', async () => {
  const { queries } = database
  const failing = inReadingTurn(queries, () => Promise.reject(new Error('the sky fell')))
  const next = inReadingTurn(queries, async () => 'read')
  await expect(failing).rejects.toThrow('the sky fell')
  expect(await next).toBe('read')
})

test('a piece is read after the write in progress', async () => {
  const { queries } = database
  const writing = gate()
  const done: string[] = []
  const write = runWithWritePriority(queries, async () => {
    await writing.opened
    done.push('written')
  })
  const piece = inReadingTurn(queries, async () => done.push('read'))
  writing.open()
  await Promise.all([write, piece])
  expect(done).toEqual(['written', 'read'])
})

test('a write that does not end blocks no piece for good', async () => {
  const { queries } = database
  const writing = gate()
  const write = runWithWritePriority(queries, () => writing.opened)
  expect(await inReadingTurn(queries, async () => 'read')).toBe('read')
  writing.open()
  await write
})

test('the rows of a piece are written after the write in progress', async () => {
  const { queries } = database
  const writing = gate()
  const done: string[] = []
  const write = runWithWritePriority(queries, async () => {
    await writing.opened
    done.push('written')
  })
  const rows = betweenRows(queries).then(() => done.push('row'))
  writing.open()
  await Promise.all([write, rows])
  expect(done).toEqual(['written', 'row'])
})

test('a write that does not end blocks no rows for good', async () => {
  const { queries } = database
  const writing = gate()
  const write = runWithWritePriority(queries, () => writing.opened)
  await expect(betweenRows(queries)).resolves.toBeUndefined()
  writing.open()
  await write
})
