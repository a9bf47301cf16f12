// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { openUnlockRecords } from '#offline/unlock-records'
import { Dexie } from 'dexie'
import { expect, onTestFinished, test } from 'vitest'
import { abortWhenLeft } from '../../src/offline/abort-when-left'
import { aPinRecord } from '../support/unlock-record'

/** A database with one table; deleted after the test. */
const aDatabase = () => {
  const dexie = new Dexie('left')
  onTestFinished(() => dexie.delete())
  abortWhenLeft(dexie)
  dexie.version(1).stores({ rows: '++id' })
  return { dexie, rows: dexie.table('rows') }
}

test('a write during which the page is left is whole or not at all, and its author hears that it is not saved', async () => {
  const { dexie, rows } = aDatabase()
  const writing = dexie.transaction('rw', rows, async () => {
    await rows.add({ words: 'first' })
    dispatchEvent(new Event('pagehide'))
    await rows.add({ words: 'second' })
  })
  await expect(writing).rejects.toMatchObject({ name: 'InvalidStateError' })
  expect(await rows.count()).toBe(0)
})

test('earlier writes stay, and the next transaction is answered', async () => {
  const { rows } = aDatabase()
  await rows.add({ words: 'first' })
  dispatchEvent(new Event('pagehide'))
  await rows.add({ words: 'second' })
  expect(await rows.count()).toBe(2)
})

test('nothing is half written in the records of PINs either', async () => {
  onTestFinished(() => Dexie.delete('left pins'))
  const records = openUnlockRecords('left pins')
  await records.read('pin', 'nurse')
  const event = { id: 'one', sub: 'nurse', event: 'pin_removed', performed_at: 0, wrong_tries: 0 } as const
  await records.put('pin', await aPinRecord())
  const end = { isReached: false }
  const removing = records.remove('pin', event).finally(() => (end.isReached = true))
  removing.catch(() => {})
  while (!end.isReached) {
    await new Promise((resolve) => setImmediate(resolve))
    dispatchEvent(new Event('pagehide'))
  }
  await expect(removing).rejects.toMatchObject({ name: 'AbortError' })
  expect(await records.read('pin', 'nurse')).not.toBeNull()
})
