// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { openOutboxKeys, type OutboxKeys } from '#offline/outbox-keys'
import { importOutboxKey } from '#offline/sealed-text'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOutboxSeals } from '../../../../src/client/device/outbox/outbox-seals'
import type { SessionState } from '../../../../src/client/session/session-store'
import { createStore, type Store } from '../../../../src/client/browser/store'
import { outboxKeyOf } from '../../../support/action-seals'
import { aNewFlag, stored } from './some-actions'

/* The outbox key of the signed-in person: its source, its life on the device, and its owner. */

const NAME = 'outbox-keys-of-a-test'
let keys: OutboxKeys
let session: Store<SessionState>
/** The people whose keys were fetched from the server. */
let fetched: string[]
let isServerThere: boolean
let isOpen: boolean
let faults: unknown[]
let stops: (() => void)[]

const signedIn = (sub: string, id: string): SessionState => ({
  session: { token: `token of ${id}`, sub, id, expires_at: 0 },
  ended: null,
})
const SIGNED_OUT: SessionState = { session: null, ended: 'signed_out', last_sub: 'nurse' }

beforeEach(() => {
  keys = openOutboxKeys(NAME)
  session = createStore<SessionState>(signedIn('nurse', 'one'))
  fetched = []
  isServerThere = true
  isOpen = true
  faults = []
  stops = []
})
afterEach(async () => {
  for (const stop of stops) stop()
  await Dexie.delete(NAME)
  if (faults.length > 0) throw new Error(`the seals reported ${String(faults)}`)
})

/** A page of the app, which may have been closed and opened again. */
const page = () => {
  const seals = createOutboxSeals({
    session,
    keys: async () => keys,
    fetchKey: async () => {
      if (!isServerThere) return null
      const sub = session.get().session?.sub ?? 'nobody'
      fetched.push(sub)
      return importOutboxKey(outboxKeyOf(sub))
    },
    mayStore: () => isOpen,
    onReady: () => {},
    report: (error) => faults.push(error),
  })
  stops.push(seals.follow())
  return seals
}

const rows = async () => {
  const database = await new Dexie(NAME).open()
  const keys: unknown[] = await database.table('keys').toArray()
  database.close()
  return keys
}

describe('the key of a session', () => {
  it('is fetched once, cannot be read out of the browser, and serves the app after it was closed, offline', async () => {
    await page().obtain()
    const key = await keys.read('one')
    expect([key?.extractable, key?.usages.toSorted()]).toEqual([false, ['decrypt', 'encrypt']])
    isServerThere = false
    const again = await page().current()
    expect([again?.sub, again?.session, fetched]).toEqual(['nurse', 'one', ['nurse']])
  })

  it('gives one seal to all who ask for it at once, so that what it opened is opened once', async () => {
    await page().obtain()
    const again = page()
    const seals = await Promise.all([again.current(), again.current(), again.obtain()])
    expect(seals[0]).not.toBeNull()
    expect(new Set([...seals, await again.current()]).size).toBe(1)
  })

  it('is not stored while the device is locked, only in memory', async () => {
    isOpen = false
    expect(await page().obtain()).not.toBeNull()
    expect(await rows()).toEqual([])
  })

  it('is deleted when the device is locked, and restored by its person’s PIN, offline', async () => {
    const seals = page()
    await seals.obtain()
    isServerThere = false
    isOpen = false
    await seals.deleteKey()
    expect([await seals.current(), await rows()]).toEqual([null, []])
    await seals.adopt(await importOutboxKey(outboxKeyOf('nurse')))
    expect((await seals.current())?.session).toBe('one')
    expect((await page().current())?.session).toBe('one')
  })

  it('that was being read when the device was locked is not stored', async () => {
    await page().obtain()
    isServerThere = false
    isOpen = false
    const { read } = keys
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    keys = {
      ...keys,
      read: async (id) => {
        const key = await read(id)
        await held
        return key
      },
    }
    const seals = page()
    const reading = seals.current()
    const forgetting = seals.deleteKey()
    goOn()
    await forgetting
    expect([await reading, await seals.current()]).toEqual([null, null])
  })

  it('that cannot be deleted is reported to the caller that locks the device', async () => {
    const seals = page()
    await seals.obtain()
    keys = { ...keys, deleteOthers: () => Promise.reject(new Error('silent')) }
    await expect(seals.deleteKey()).rejects.toThrow('silent')
    expect(faults.splice(0)).toEqual([new Error('silent')])
  })

  it('is fetched by all who wait for it together', async () => {
    const seals = page()
    const [first, second] = await Promise.all([seals.obtain(), seals.obtain()])
    expect([first, fetched]).toEqual([second, ['nurse']])
  })

  it('is deleted when its session is over, from memory and from the device', async () => {
    const seals = page()
    await seals.obtain()
    expect(await rows()).toHaveLength(1)
    session.set(SIGNED_OUT)
    expect(await seals.current()).toBeNull()
    await expect.poll(rows).toEqual([])
  })

  it('is deleted when a page is opened signed out, whoever left it there', async () => {
    await keys.write('one', await importOutboxKey(outboxKeyOf('nurse')))
    session.set(SIGNED_OUT)
    page()
    await expect.poll(rows).toEqual([])
  })

  it('is replaced by that of another person who takes the tablet over', async () => {
    const seals = page()
    const nurses = await seals.obtain()
    session.set(signedIn('pharmacist', 'two'))
    const pharmacists = await seals.obtain()
    expect([pharmacists?.sub, fetched]).toEqual(['pharmacist', ['nurse', 'pharmacist']])
    await expect.poll(() => keys.read('one')).toBeNull()
    const action = stored(aNewFlag('a'))
    const sealed = await nurses?.seal(action)
    expect(sealed && (await pharmacists?.open('a', sealed))).toBeNull()
    expect(sealed && (await nurses?.open('a', sealed))).toEqual(action)
  })

  it('is not read from a key that was planted before the person signed in', async () => {
    await keys.write('planted', await importOutboxKey(outboxKeyOf('monitor')))
    const seals = page()
    const sealed = await (await seals.obtain())?.seal(stored(aNewFlag('a')))
    const monitors = createOutboxSeals({
      session,
      keys: async () => keys,
      fetchKey: () => importOutboxKey(outboxKeyOf('monitor')),
      mayStore: () => true,
      onReady: () => {},
      report: (error) => faults.push(error),
    })
    await keys.deleteOthers(null)
    expect(sealed && (await (await monitors.obtain())?.open('a', sealed))).toBeNull()
    expect(fetched).toEqual(['nurse'])
  })

  it('is not stored after a sign-out that happened while it was fetched', async () => {
    const seals = page()
    const obtaining = seals.obtain()
    session.set(SIGNED_OUT)
    expect(await obtaining).toBeNull()
    expect([await seals.current(), await rows()]).toEqual([null, []])
  })

  it('is missing while the server has not sent it', async () => {
    isServerThere = false
    expect(await page().obtain()).toBeNull()
    isServerThere = true
    expect((await page().obtain())?.sub).toBe('nurse')
  })
})
