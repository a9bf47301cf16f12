import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betweenRows, inReadingTurn } from '../../../../src/server/ground/db/reading-turn'
import type { Queries } from '../../../../src/server/ground/db/transaction'
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

const writeRows = async (queries: Queries, next: () => Promise<unknown>) => {
  await betweenRows(queries)
  return next()
}

describe.each([
  ['a piece is read', inReadingTurn],
  ['the rows of a piece are written', writeRows],
] as const)('%s', (_what, work) => {
  test('after the write in progress', async () => {
    const { queries } = database
    const writing = gate()
    const done: string[] = []
    const write = runWithWritePriority(queries, async () => {
      await writing.opened
      done.push('written')
    })
    const worked = work(queries, async () => done.push('worked'))
    writing.open()
    await Promise.all([write, worked])
    expect(done).toEqual(['written', 'worked'])
  })

  test('in the end, beside a write that does not end', async () => {
    const { queries } = database
    const writing = gate()
    const write = runWithWritePriority(queries, () => writing.opened)
    expect(await work(queries, async () => 'worked')).toBe('worked')
    writing.open()
    await write
  })
})
