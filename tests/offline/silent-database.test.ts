// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { DATABASE_TIMEOUT_MS, DATABASE_SILENT } from '#offline/timeout'
import { openOutboxDatabase } from '#offline/outbox-database'
import { openUnlockRecords } from '#offline/unlock-records'
import { openSnapshots } from '#offline/snapshots'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aPinRecord } from '../support/unlock-record'

/* A browser whose database does not answer: a closed page began a write that never ends. */

const NAME = 'silent-database-of-a-test'

beforeEach(() => {
  // The database itself does not use these timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await Dexie.delete(NAME)
})

/** Locks a table for writing until the returned function is called. */
const holds = (table: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME)
    opening.addEventListener('error', () => reject(new Error(String(opening.error))))
    opening.addEventListener('success', () => {
      const { result } = opening
      const store = result.transaction(table, 'readwrite').objectStore(table)
      let isHeld = true
      const ask = () => {
        const asking = store.count()
        asking.addEventListener('success', () => (isHeld ? ask() : result.close()))
        return asking
      }
      ask().addEventListener('success', () => {
        resolve(() => {
          isHeld = false
        })
      })
    })
  })

const errorAfterTimeout = async (work: Promise<unknown>): Promise<string> => {
  const outcome = work.then(
    () => 'done',
    (error: unknown) => String(error),
  )
  await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS)
  return outcome
}

it('reports an action that was not stored in time as not saved, and never stores it later', async () => {
  const outcome = await openOutboxDatabase(NAME)
  if (!outcome.ok) throw new Error(outcome.refusal.words)
  const { items, transact, close } = outcome.value
  const release = await holds('items')
  const stored = transact(async () => {
    await items.add({ id: 'one', item: {} })
  })
  expect(await errorAfterTimeout(stored)).toBe(`Error: ${DATABASE_SILENT}`)
  release()
  expect(await items.toArray()).toEqual([])
  await transact(() => items.add({ id: 'two', item: {} }))
  expect((await items.toArray()).map(({ id }) => id)).toEqual(['two'])
  close()
})

it('rolls back a write that is in progress when its time is over', async () => {
  const outcome = await openOutboxDatabase(NAME)
  if (!outcome.ok) throw new Error(outcome.refusal.words)
  const { items, transact, close } = outcome.value
  let goOn = () => {}
  const stuck = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const stored = transact(async () => {
    await items.add({ id: 'one', item: {} })
    await Dexie.waitFor(stuck, Infinity)
  })
  expect(await errorAfterTimeout(stored)).toBe(`Error: ${DATABASE_SILENT}`)
  goOn()
  expect(await items.toArray()).toEqual([])
  close()
})

it('reports no outbox where it does not open within 3 seconds', async () => {
  const opening = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => new IDBOpenDBRequest())
  try {
    const outcome = openOutboxDatabase(NAME)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await outcome).toEqual({ ok: false, refusal: { cause: 'not_kept', words: DATABASE_SILENT } })
  } finally {
    opening.mockRestore()
  }
})

it('nobody waits longer for stored answers', async () => {
  const snapshots = openSnapshots(NAME)
  await snapshots.begin('nurse')
  const release = await holds('owner')
  const waiting = [snapshots.begin('nurse'), snapshots.read('nurse', '/api/v1/trials'), snapshots.wipe()]
  for (const one of waiting) one.catch(() => {})
  await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS)
  for (const one of waiting) await expect(one).rejects.toThrow(DATABASE_SILENT)
  release()
  snapshots.close()
})

const pinEvent = (event: 'locked_out' | 'pin_removed' | 'unlocked') =>
  ({ id: event, sub: 'nurse', event, performed_at: 0, wrong_tries: 0 }) as const

it('a try of a PIN that was not counted in time is not counted later, since its PIN was never checked', async () => {
  const records = openUnlockRecords(NAME)
  await records.put('pin', await aPinRecord())
  const release = await holds('records')
  const spent = records.spendTry('nurse', pinEvent('locked_out'))
  expect(await errorAfterTimeout(spent)).toBe(`Error: ${DATABASE_SILENT}`)
  release()
  expect((await records.read('pin', 'nurse'))?.tries_left).toBe(5)
})

it('a PIN that was not set, used or removed in time is not set, used or removed later', async () => {
  const records = openUnlockRecords(NAME)
  const record = await aPinRecord()
  await records.put('pin', { ...record, tries_left: 3 })
  const release = await holds('records')
  for (const change of [
    () => records.put('pin', { ...record, name: 'Another name' }),
    () => records.succeed('pin', pinEvent('unlocked'), pinEvent('locked_out')),
    () => records.remove('pin', pinEvent('pin_removed')),
  ])
    expect(await errorAfterTimeout(change())).toBe(`Error: ${DATABASE_SILENT}`)
  release()
  expect(await records.read('pin', 'nurse')).toMatchObject({ name: 'Amara Hughes', tries_left: 3 })
  expect(await records.events('nurse')).toEqual([])
})
