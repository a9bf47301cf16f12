// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, onTestFinished, test } from 'vitest'
import { abortWhenLeft } from '../../src/offline/abort-when-left'

/** A database with one table; deleted after the test. */
const aDatabase = () => {
  const dexie = new Dexie('left')
  onTestFinished(() => dexie.delete())
  abortWhenLeft(dexie)
  dexie.version(1).stores({ rows: '++id' })
  return { dexie, rows: dexie.table('rows') }
}

test('what is being written when the page is left is written whole or not at all, and its author hears that it is not saved', async () => {
  const { dexie, rows } = aDatabase()
  const writing = dexie.transaction('rw', rows, async () => {
    await rows.add({ words: 'first' })
    dispatchEvent(new Event('pagehide'))
    await rows.add({ words: 'second' })
  })
  await expect(writing).rejects.toMatchObject({ name: 'InvalidStateError' })
  expect(await rows.count()).toBe(0)
})

test('what was written before stays, and the next transaction is answered', async () => {
  const { rows } = aDatabase()
  await rows.add({ words: 'first' })
  dispatchEvent(new Event('pagehide'))
  await rows.add({ words: 'second' })
  expect(await rows.count()).toBe(2)
})
