// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import type { StoredAction } from '#contract/stored-action'
import { openOutboxDatabase, OUTBOX_VERSION } from '#offline/outbox-database'
import { byLock, type Locks } from '#offline/one-at-a-time'
import type { Sent } from '#offline/send-due'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceStorage, STORED } from '../../../../src/client/browser/device-storage'
import { initialConnection, type Connection } from '../../../../src/client/device/offline/connection'
import { sendThroughOutbox } from '../../../../src/client/device/outbox/send-through-outbox'
import { createDeviceOutbox, type DeviceOutbox } from '../../../../src/client/device/outbox/create-device-outbox'
import { outboxMirror } from '../../../../src/client/device/outbox/outbox-mirror'
import { createStore, type Store } from '../../../../src/client/browser/store'
import { sealOf } from '../../../support/action-seals'
import { browserLocks } from '../../../support/browser-locks'
import { memoryStorage } from '../../memory-storage'
import { aNewFlag, NOON } from './some-actions'

/*
 * The outbox of a device as its pages use it. Several tabs share a database and a local storage, and the test controls
 * the server.
 */

vi.setConfig({ expect: { poll: { timeout: 15_000 } } })

const DAY = 24 * 60 * 60 * 1000

let name: string
let clock: number
let sub: string | null
/** The session of the signed-in person. */
let sessionId: string
let local: Storage
let connection: Store<Connection>
let locks: Locks
/** Rejections of promises that no code awaited. */
let faults: unknown[]
/** Each action that was sent, with a function that answers it. */
let sent: { id: string; answer: (sent: Sent) => void }[]

/** Whether the next pass is interrupted. */
let breaksOff: boolean

/** The number of reports that an item was stored. */
let storings: number

let count = 0
beforeEach(() => {
  name = `outbox-${(count += 1)}`
  clock = NOON
  sub = 'nurse'
  sessionId = 'the first session'
  local = memoryStorage()
  connection = createStore(initialConnection(NOON))
  locks = browserLocks()
  sent = []
  faults = []
  storings = 0
  breaksOff = false
})
afterEach(() => {
  vi.restoreAllMocks()
  if (faults.length > 0) throw new Error(`the outbox reported ${String(faults)}`)
})

const sealNow = async () => (sub === null ? null : sealOf(sub, sessionId))

const tab = (): DeviceOutbox => {
  // The values of this test: a tab of an earlier test may still wait to send again.
  const [storage, line, reached] = [local, sent, connection]
  const oneAtATime = byLock(locks, () => () => {})
  return createDeviceOutbox({
    database_name: name,
    mirror: outboxMirror(deviceStorage(() => storage)),
    sub: () => sub,
    seals: { current: sealNow, obtain: sealNow },
    canSend: () => reached.get().state === 'online',
    send: ({ id }) => new Promise((resolve) => line.push({ id, answer: resolve })),
    deleteTrialIfWithdrawn: () => Promise.resolve(false),
    oneAtATime: (work) => {
      if (!breaksOff) return oneAtATime(work)
      breaksOff = false
      return Promise.reject(new Error('The storage of this browser does not answer'))
    },
    now: () => clock,
    chance: () => 0.5,
    onStored: () => (storings += 1),
    report: (error) => faults.push(error),
  })
}

const goesOffline = () => connection.set({ state: 'offline', since: clock, doubts: 2 })
const comesBack = () => connection.set(initialConnection(clock))
const states = (outbox: DeviceOutbox) =>
  Object.fromEntries(outbox.view.get().content.entries.map(({ id, state }) => [id, state]))
const becomes = async (outbox: DeviceOutbox, expected: Record<string, StoredAction['state']>) =>
  await expect.poll(() => states(outbox)).toEqual(expected)
const requestAt = async (place: number) => {
  await expect.poll(() => sent.length).toBeGreaterThan(place)
  const request = sent[place]
  if (!request) throw new Error('nothing was sent')
  return request
}

describe('a stored action', () => {
  it('is unknown, not absent, before the outbox was read', async () => {
    const outbox = tab()
    expect(outbox.view.get().isLoaded).toBe(false)
    outbox.wake()
    await expect.poll(() => outbox.view.get().isLoaded).toBe(true)
  })

  it('is sent at once, and is done when the server accepts it', async () => {
    const outbox = tab()
    await outbox.store(aNewFlag('a'))
    const { answer } = await requestAt(0)
    await becomes(outbox, { a: 'sending' })
    answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
    expect(sent.map(({ id }) => id)).toEqual(['a'])
  })

  it('waits while nobody is signed in, and is sent when a person is', async () => {
    const outbox = tab()
    goesOffline()
    await outbox.store(aNewFlag('a'))
    expect([states(outbox), sent, storings]).toEqual([{ a: 'waiting' }, [], 1])
    comesBack()
    outbox.wake()
    const { answer } = await requestAt(0)
    answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
  })

  it('leaves no receipt for ever where its author never returns', async () => {
    const outbox = tab()
    await outbox.store(aNewFlag('a'))
    const { answer } = await requestAt(0)
    answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
    sub = 'doctor'
    sessionId = 'the second session'
    const aDayLater = () => {
      clock += DAY + 1
      outbox.wake()
      return states(outbox)
    }
    await expect.poll(aDayLater).toEqual({})
  })

  it('without an answer is sent again under its key, automatically, when it is due', async () => {
    const outbox = tab()
    await outbox.store(aNewFlag('a'))
    const first = await requestAt(0)
    first.answer({ kind: 'unanswered', words: 'no network', retry_after_ms: null })
    await becomes(outbox, { a: 'waiting' })
    clock += 5 * 60 * 1000
    outbox.wake()
    const second = await requestAt(1)
    second.answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
    expect(sent.map(({ id }) => id)).toEqual(['a', 'a'])
  })

  it('is sent by a later pass after one broke off, without being woken', async () => {
    const outbox = tab()
    breaksOff = true
    await outbox.store(aNewFlag('a'))
    const { answer } = await requestAt(0)
    expect(faults.splice(0).map(String)).toEqual(['Error: The storage of this browser does not answer'])
    answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
  })

  it('that met the end of the session waits for the same person, who sends it with one press', async () => {
    const outbox = tab()
    await outbox.store(aNewFlag('a'))
    const first = await requestAt(0)
    sub = null
    first.answer({ kind: 'signed_out' })
    await becomes(outbox, { a: 'held' })
    sub = 'pharmacist'
    await outbox.store(aNewFlag('b', { author: { sub, name: 'Li Wei' }, participant: 8 }))
    const second = await requestAt(1)
    second.answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'held', b: 'done' })
    sub = 'nurse'
    sessionId = 'the second session'
    outbox.wake()
    await becomes(outbox, { a: 'waiting', b: 'done' })
    expect(sent.map(({ id }) => id)).toEqual(['a', 'b'])
    await outbox.release(['a'])
    const third = await requestAt(2)
    third.answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done', b: 'done' })
    expect(sent.map(({ id }) => id)).toEqual(['a', 'b', 'a'])
  })

  it('in one tab is seen in the other, and is sent by one of them alone', async () => {
    const [here, there] = [tab(), tab()]
    await here.store(aNewFlag('a'))
    const { answer } = await requestAt(0)
    there.wake()
    await becomes(there, { a: 'sending' })
    answer({ kind: 'accepted' })
    await becomes(here, { a: 'done' })
    there.wake()
    await becomes(there, { a: 'done' })
    expect([sent.length, there.view.get().missing]).toEqual([1, []])
  })

  it('can be discarded with a reason only before it was ever sent', async () => {
    const outbox = tab()
    goesOffline()
    await outbox.store(aNewFlag('a'))
    await outbox.store(aNewFlag('b', { participant: 8 }))
    expect(await outbox.discard('a', 'The wrong participant')).toBe(true)
    comesBack()
    outbox.wake()
    const { id, answer } = await requestAt(0)
    expect(await outbox.discard('b', 'Too late')).toBe(false)
    answer({ kind: 'unanswered', words: 'no network', retry_after_ms: null })
    await becomes(outbox, { a: 'discarded', b: 'waiting' })
    expect(await outbox.discard('b', 'Too late')).toBe(false)
    expect(id).toBe('b')
  })
})

describe('an outbox at rest', () => {
  it('is not read again when something wakes it, and its screens are not rendered again', async () => {
    const outbox = tab()
    await outbox.store(aNewFlag('a'))
    const { answer } = await requestAt(0)
    answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
    const reads = [IDBObjectStore.prototype, IDBIndex.prototype].map((place) => vi.spyOn(place, 'getAll'))
    let changes = 0
    outbox.view.subscribe(() => (changes += 1))
    for (let wake = 0; wake < 5; wake += 1) outbox.wake()
    // The next item is read once, after all that the wakes began.
    goesOffline()
    await outbox.store(aNewFlag('b', { participant: 8 }))
    expect(states(outbox)).toEqual({ a: 'done', b: 'waiting' })
    expect({ reads: reads.flatMap(({ mock }) => mock.calls).length, changes }).toEqual({ reads: 1, changes: 1 })
  })
})

describe('an action in an outbox that cannot be read at that moment', () => {
  /** Makes the browser fail every read until the returned function is called. Writes succeed. */
  const readsNothing = (): (() => void) => {
    const reading = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('The database does not answer', 'UnknownError')
    })
    return () => reading.mockRestore()
  }
  const storedUnseen = async () => {
    goesOffline()
    const outbox = tab()
    outbox.wake()
    await expect.poll(() => outbox.view.get().isLoaded).toBe(true)
    const readsAgain = readsNothing()
    await outbox.store(aNewFlag('a'))
    await expect.poll(() => faults.length).toBeGreaterThan(0)
    return { outbox, readsAgain }
  }
  afterEach(() => faults.splice(0))

  it('is shown as waiting, and is done when the server accepts it', async () => {
    const { outbox, readsAgain } = await storedUnseen()
    expect(states(outbox)).toEqual({ a: 'waiting' })
    readsAgain()
    comesBack()
    outbox.wake()
    const { answer } = await requestAt(0)
    answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
  })

  it('is reported missing where the browser loses it before any read', async () => {
    const { outbox, readsAgain } = await storedUnseen()
    readsAgain()
    const lost = await openOutboxDatabase(name)
    if (!lost.ok) throw new Error(lost.refusal.words)
    await lost.value.items.clear()
    lost.value.close()
    outbox.wake()
    await expect.poll(() => outbox.view.get().missing).toMatchObject([{ id: 'a' }])
    expect(states(outbox)).toEqual({})
  })
})

describe('a database that the browser closed, as iPads do in the background', () => {
  it('is opened again, and nothing is lost', async () => {
    // Dexie warns that it opens the database again.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const open = indexedDB.open.bind(indexedDB)
    const databases: IDBDatabase[] = []
    vi.spyOn(indexedDB, 'open').mockImplementation((...parameters) => {
      const request = open(...parameters)
      request.addEventListener('success', () => databases.push(request.result))
      return request
    })
    goesOffline()
    const outbox = tab()
    await outbox.store(aNewFlag('a'))
    const [opened] = databases
    opened?.close()
    opened?.onclose?.(new Event('close'))
    expect(opened).toBeDefined()
    await outbox.store(aNewFlag('b'))
    expect(states(outbox)).toEqual({ a: 'waiting', b: 'waiting' })
    expect(outbox.view.get().unavailable).toBeNull()
    // Reads under way at that moment report that they failed.
    faults.splice(0)
  })
})

describe('an action with an open dialog', () => {
  let isOpen: boolean
  beforeEach(() => {
    isOpen = true
  })
  const sends = (outbox: DeviceOutbox) =>
    sendThroughOutbox({ outbox, connection, isAwaited: () => isOpen }, aNewFlag('a'))

  it('is done when the server accepts it', async () => {
    const result = sends(tab())
    const { answer } = await requestAt(0)
    answer({ kind: 'accepted' })
    expect(await result).toEqual({ kind: 'done' })
  })

  it('shows why it was refused; once it is closed, nothing of it waits any more', async () => {
    const outbox = tab()
    const result = sends(outbox)
    const { answer } = await requestAt(0)
    answer({ kind: 'refused', words: 'It is flagged already' })
    expect(await result).toEqual({ kind: 'refused', words: 'It is flagged already', refusal: null })
    expect(states(outbox)).toEqual({ a: 'attention' })
    await outbox.closeCorrected('a')
    expect(states(outbox)).toEqual({ a: 'discarded' })
    expect(local.getItem(STORED.outboxMirror)).toBeNull()
  })

  it('stays in the outbox for a decision where it was refused after its dialog had been left', async () => {
    const outbox = tab()
    const result = sends(outbox)
    const { answer } = await requestAt(0)
    isOpen = false
    answer({ kind: 'refused', words: 'It is flagged already' })
    expect(await result).toEqual({ kind: 'left' })
    expect(states(outbox)).toEqual({ a: 'attention' })
  })

  it.each<[string, Sent]>([
    ['no answer comes', { kind: 'unanswered', words: 'no network', retry_after_ms: null }],
    ['the session is over', { kind: 'signed_out' }],
  ])('is saved where %s', async (_, answered) => {
    const result = sends(tab())
    const { answer } = await requestAt(0)
    answer(answered)
    expect(await result).toEqual({ kind: 'saved' })
  })

  it('is saved at once while the server is known to be away', async () => {
    goesOffline()
    expect([await sends(tab()), sent]).toEqual([{ kind: 'saved' }, []])
  })

  it("is saved at once where another person's action on the same target has to be sent first", async () => {
    sub = 'pharmacist'
    goesOffline()
    const outbox = tab()
    await outbox.store(aNewFlag('hers', { author: { sub, name: 'Li Wei' } }))
    comesBack()
    sub = 'nurse'
    expect([await sends(outbox), states(outbox), sent]).toEqual([
      { kind: 'saved' },
      { hers: 'waiting', a: 'waiting' },
      [],
    ])
  })

  it('is saved when the server is lost meanwhile', async () => {
    const result = sends(tab())
    await requestAt(0)
    goesOffline()
    expect(await result).toEqual({ kind: 'saved' })
  })

  it('is NOT saved where the browser stores no data, and nothing was sent', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    })
    const outbox = tab()
    expect(await sends(outbox)).toMatchObject({ kind: 'not_saved', words: expect.stringContaining('SecurityError') })
    expect([outbox.view.get().unavailable?.cause, sent, local.length]).toEqual(['not_kept', [], 0])
    // Such failures of browsers happen once.
    vi.restoreAllMocks()
    goesOffline()
    expect(await sends(outbox)).toEqual({ kind: 'saved' })
    expect([outbox.view.get().unavailable, states(outbox)]).toEqual([null, { a: 'waiting' }])
  })

  it('is NOT saved on a page that an update has left behind', async () => {
    const newer = new Dexie(name)
    newer.version(OUTBOX_VERSION + 1).stores({ items: '++number, &id, item.state' })
    await newer.open()
    newer.close()
    const outbox = tab()
    expect(await sends(outbox)).toMatchObject({ kind: 'not_saved' })
    expect([outbox.view.get().unavailable?.cause, sent]).toEqual(['newer', []])
  })
})

describe('the mirror beside the outbox', () => {
  it('has the unsent actions with their labels sealed, nothing of their content, and none once they are done', async () => {
    const outbox = tab()
    goesOffline()
    await outbox.store(aNewFlag('a'))
    expect(JSON.parse(local.getItem(STORED.outboxMirror) ?? 'null')).toEqual([
      {
        id: 'a',
        sealed_label: expect.any(String),
        author: 'Amara Hughes',
        sub: 'nurse',
        state: 'waiting',
        targets: ['participant:7'],
      },
    ])
    expect(local.getItem(STORED.outboxMirror)).not.toContain('Flag participant')
    comesBack()
    outbox.wake()
    const { answer } = await requestAt(0)
    answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
    await expect.poll(() => local.getItem(STORED.outboxMirror)).toBeNull()
  })

  it('reports nothing missing that was done just before the browser was killed, however long the tablet was off', async () => {
    const outbox = tab()
    await outbox.store(aNewFlag('a'))
    await becomes(outbox, { a: 'sending' })
    const account = local.getItem(STORED.outboxMirror) ?? ''
    const { answer } = await requestAt(0)
    answer({ kind: 'accepted' })
    await becomes(outbox, { a: 'done' })
    await expect.poll(() => local.getItem(STORED.outboxMirror)).toBeNull()
    // The browser wrote the outbox itself but stopped before the mirror.
    local.setItem(STORED.outboxMirror, account)
    clock += 25 * 60 * 60 * 1000

    const later = tab()
    const missed: string[] = []
    later.view.subscribe(() => missed.push(...later.view.get().missing.map(({ id }) => id)))
    later.wake()
    await expect.poll(() => later.view.get().isLoaded).toBe(true)
    await becomes(later, {})
    expect([missed, local.getItem(STORED.outboxMirror)]).toEqual([[], null])
  })

  it("reports missing an action that is there only under another person's name", async () => {
    goesOffline()
    await tab().store(aNewFlag('a'))
    const changed = await openOutboxDatabase(name)
    if (!changed.ok) throw new Error(changed.refusal.words)
    await changed.value.items
      .toCollection()
      .modify((row) => Dexie.setByKeyPath(row, 'item.author', { sub: 'monitor', name: 'Li Wei' }))
    changed.value.close()
    const later = tab()
    later.wake()
    await expect.poll(() => later.view.get().missing).toMatchObject([{ id: 'a', label: 'Flag participant 7' }])
  })

  it('names the actions that the browser has lost, until the person has confirmed that', async () => {
    goesOffline()
    await tab().store(aNewFlag('a'))
    const lost = await openOutboxDatabase(name)
    if (!lost.ok) throw new Error(lost.refusal.words)
    await lost.value.items.clear()
    lost.value.close()

    const later = tab()
    later.wake()
    await expect
      .poll(() => later.view.get().missing)
      .toMatchObject([{ id: 'a', label: 'Flag participant 7', author: 'Amara Hughes' }])
    await later.store(aNewFlag('b'))
    expect(later.view.get().missing).toHaveLength(1)

    sub = 'pharmacist'
    later.acknowledgeMissing()
    expect(later.view.get().missing).toHaveLength(1)
    sub = 'nurse'
    later.acknowledgeMissing()
    const last = tab()
    last.wake()
    await becomes(last, { b: 'waiting' })
    expect(last.view.get().missing).toEqual([])
  })
})
