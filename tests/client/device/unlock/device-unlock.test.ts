// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { openOutboxKeys, type OutboxKeys } from '#offline/outbox-keys'
import type { UnlockEvent } from '#offline/unlock-record'
import { openUnlockRecords, type UnlockRecords } from '#offline/unlock-records'
import { importOutboxKey } from '#offline/sealed-text'
import { openSnapshots, type Snapshots } from '#offline/snapshots'
import type { Locks } from '#offline/one-at-a-time'
import { storableAnswerAt } from '#offline/storable-answer'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDeviceUnlock, type DeviceUnlock } from '../../../../src/client/device/unlock/create-device-unlock'
import { onceLoaded } from '../../../../src/client/device/unlock/once-loaded'
import { unlockFaultOf } from '../../../../src/client/device/unlock/unlock-fault'
import { stretchPin } from '../../../../src/client/device/unlock/stretch-pin'
import { createOutboxSeals, type OutboxSeals } from '../../../../src/client/device/outbox/outbox-seals'
import type { SessionState } from '../../../../src/client/session/session-store'
import { createStore, type Store } from '../../../../src/client/browser/store'
import { outboxKeyOf } from '../../../support/action-seals'
import { anAuthenticator, type Authenticator } from '../../../support/authenticator'
import { browserLocks } from '../../../support/browser-locks'

/* A PIN or a passkey opens a locked device offline, for its person alone (decisions 0071 and 0089). */

const NAMES = { records: 'pin-records-of-a-test', keys: 'keys-of-a-test', answers: 'answers-of-a-test' }
const PIN = '481502'
const ME = storableAnswerAt(new URL('https://portal.example/api/v1/auth/me'))
const NOON = Date.parse('2026-11-21T12:00:00.000Z')

let session: Store<SessionState>
/** The lock as it is stored. Each page has its own view of it. */
let isLocked: Store<boolean>
let locks: Locks
/** The events that the server refuses for good. `comesNext` is signed in once it has answered the next report. */
let refusedEvents: string[]
let comesNext: SessionState | null
let isServerThere: boolean
let now: number
let records: UnlockRecords
let keys: OutboxKeys
let snapshots: Snapshots
let reported: UnlockEvent[]
/** The reports that the server has recorded. */
let recorded: string[]
let isReportLost: boolean
let isSignInDeclined: boolean
let faults: unknown[]
let stops: (() => void)[]
let deviceId: string
let ids: number
let timesDropped: number
let authenticator: Authenticator

const signedIn = (sub: string, id: string): SessionState => ({
  session: { token: `token of ${id}`, sub, id, expires_at: 0 },
  ended: null,
})
const SIGNED_OUT: SessionState = { session: null, ended: 'refused', last_sub: 'nurse' }

beforeEach(async () => {
  session = createStore<SessionState>(signedIn('nurse', 'one'))
  isLocked = createStore(false)
  locks = browserLocks()
  refusedEvents = []
  comesNext = null
  isServerThere = true
  now = NOON
  records = openUnlockRecords(NAMES.records)
  keys = openOutboxKeys(NAMES.keys)
  snapshots = openSnapshots(NAMES.answers)
  await snapshots.begin('nurse')
  if (ME) await snapshots.store('nurse', ME, NOON, { name: 'Amara Hughes' })
  reported = []
  recorded = []
  isReportLost = false
  isSignInDeclined = false
  faults = []
  stops = []
  deviceId = 'tablet'
  ids = 0
  timesDropped = 0
  authenticator = anAuthenticator()
})
afterEach(async () => {
  for (const stop of stops) stop()
  // Background work of a page finds its database closed, as on a page that is being left.
  const reportedFaults = [...faults]
  snapshots.close()
  for (const name of Object.values(NAMES)) await Dexie.delete(name)
  if (reportedFaults.length > 0) throw new Error(`the device reported ${String(reportedFaults)}`)
})

type Page = { unlock: DeviceUnlock; seals: OutboxSeals; hearsOfLock: (locked: boolean) => void }
type Changes = Partial<
  Pick<
    Parameters<typeof createDeviceUnlock>[0],
    'stretch' | 'cost' | 'records' | 'snapshots' | 'fetchSecret' | 'isBusy' | 'retry_ms'
  >
>

/** A page of the app. It may stand for one that was closed and opened again, or for another tab. */
const page = (changes: Changes = {}): Page => {
  // A page that works on after its test reports nothing to the next one.
  const ownFaults = faults
  const seen = createStore(isLocked.get())
  stops.push(isLocked.subscribe(() => seen.set(isLocked.get())))
  const fetchSecret = async () => {
    const { session: present } = session.get()
    return isServerThere && present !== null ? outboxKeyOf(present.sub) : null
  }
  const seals = createOutboxSeals({
    session,
    keys: async () => keys,
    fetchKey: async () => {
      const secret = await fetchSecret()
      return secret === null ? null : importOutboxKey(secret)
    },
    mayStore: () => !isLocked.get(),
    onReady: () => {},
    report: (error) => ownFaults.push(error),
  })
  const unlock = createDeviceUnlock({
    session,
    lock: {
      isLocked: seen,
      open: () => isLocked.set(false),
      followStorage: () => seen.set(isLocked.get()),
    },
    alone: async (work) => {
      await locks.request('unlock', { signal: new AbortController().signal }, work)
      return true
    },
    records: async () => records,
    snapshots: async () => snapshots,
    seals,
    fetchSecret,
    canReach: () => isServerThere,
    retry_ms: 1,
    report: async (event) => {
      if (!reported.some(({ id }) => id === event.id)) reported.push(event)
      if (comesNext !== null) session.set(comesNext)
      if (refusedEvents.includes(event.event)) return 'refused'
      if (isSignInDeclined) return 'not_confirmed'
      if (isReportLost) return 'unanswered'
      recorded.push(event.event)
      return 'recorded'
    },
    stretch: stretchPin,
    cost: { memory_kib: 64, passes: 1 },
    passkeys: async () => authenticator.prompts,
    origin: 'https://portal.example',
    deviceId: () => deviceId,
    now: () => now,
    makeId: () => `id-${(ids += 1)}`,
    isBusy: () => false,
    dropMemory: () => (timesDropped += 1),
    onError: (error) => ownFaults.push(error),
    ...changes,
  })
  stops.push(seals.follow(), unlock.follow())
  return { unlock, seals, hearsOfLock: seen.set }
}

const stored = async () => (ME ? ((await snapshots.read('nurse', ME.scope))?.body ?? null) : null)
/** Whether the nurse's data can be read on this device now. */
const isReadable = async ({ seals }: Page) => [(await seals.current()) !== null, (await stored()) !== null]
const events = () => reported.map(({ event, wrong_tries }) => [event, wrong_tries])

/** A locked page with a PIN, offline. */
const lockedAway = async (): Promise<Page> => {
  const open = page()
  await open.seals.obtain()
  expect(await open.unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
  isServerThere = false
  await fallsOver(open)
  return open
}
const fallsOver = async (open: Page) => {
  isLocked.set(true)
  await expect.poll(() => isReadable(open)).toEqual([false, false])
}

describe('a PIN', () => {
  it('opens the data that the lock removed, offline, and is reported once when the server is back', async () => {
    const open = await lockedAway()
    expect(await open.unlock.unlock(PIN)).toBe('opened')
    expect([isLocked.get(), ...(await isReadable(open))]).toEqual([false, true, true])
    isServerThere = true
    isReportLost = true
    open.unlock.goOn()
    await expect.poll(() => events().length).toBe(2)
    isReportLost = false
    open.unlock.goOn()
    await expect.poll(() => records.events('nurse')).toEqual([])
    expect(events()).toEqual([
      ['pin_set', 0],
      ['unlocked', 0],
    ])
  })

  it('opens the app after it was closed and opened again, and nothing is readable before', async () => {
    await lockedAway()
    const again = page()
    expect(await isReadable(again)).toEqual([false, false])
    await expect
      .poll(() => again.unlock.view.get())
      .toEqual({
        isRead: true,
        ways: ['pin'],
        name: 'Amara Hughes',
        isPinEnded: false,
        tries_left: 5,
      })
    expect(await again.unlock.unlock(PIN)).toBe('opened')
    expect(await isReadable(again)).toEqual([true, true])
  })

  it('covers a page that is opened locked, as after a crash with the key still stored', async () => {
    const open = page()
    await open.seals.obtain()
    await open.unlock.setPin(PIN, 'Amara Hughes')
    for (const stop of stops) stop()
    isServerThere = false
    isLocked.set(true)
    const again = page()
    await expect.poll(() => isReadable(again)).toEqual([false, false])
  })

  it('opens nothing while the server can be reached, and no try is counted', async () => {
    const open = await lockedAway()
    isServerThere = true
    expect(await open.unlock.unlock('000001')).toBe('not_now')
    isServerThere = false
    expect(await open.unlock.unlock(PIN)).toBe('opened')
    isServerThere = true
    open.unlock.goOn()
    await expect.poll(events).toContainEqual(['unlocked', 0])
  })

  it('that is weak is never set, nor one that the server did not record', async () => {
    const open = page()
    expect(await open.unlock.setPin('123456', 'Amara Hughes')).toBe('not_set')
    isReportLost = true
    expect(await open.unlock.setPin(PIN, 'Amara Hughes')).toBe('not_set')
    expect(await records.read('pin', 'nurse')).toBeNull()
    expect(await snapshots.sealOf('nurse')).toBe('clear')
  })

  it('is reported only where its key could be wrapped', async () => {
    const unanswered = page({ fetchSecret: async () => null })
    expect(await unanswered.unlock.setPin(PIN, 'Amara Hughes')).toBe('not_set')
    const poor = page({ stretch: () => Promise.reject(new RangeError('out of memory')) })
    await expect(poor.unlock.setPin(PIN, 'Amara Hughes')).rejects.toThrow('out of memory')
    expect(events()).toEqual([])
  })

  it('is reported as removed where this device could not store it, but not where a former one still opens', async () => {
    const full: UnlockRecords = { ...records, put: () => Promise.reject(new Error('full')) }
    const opened = page({ records: async () => full })
    await expect(opened.unlock.setPin(PIN, 'Amara Hughes')).rejects.toThrow('full')
    await expect.poll(events).toEqual([
      ['pin_set', 0],
      ['pin_removed', 0],
    ])
    expect(await page().unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
    await expect(opened.unlock.setPin('905173', 'Amara Hughes')).rejects.toThrow('full')
    isServerThere = false
    await fallsOver(opened)
    expect(await opened.unlock.unlock(PIN)).toBe('opened')
    expect(events().filter(([event]) => event === 'pin_removed')).toHaveLength(1)
  })

  it('seals answers also where their store had no owner since it failed when the page was opened', async () => {
    await snapshots.wipe()
    expect(await page().unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
    await snapshots.begin('nurse')
    expect(await snapshots.sealOf('nurse')).toBe('open')
  })

  it('is changed: the old one no longer opens anything', async () => {
    const open = page()
    await open.seals.obtain()
    await open.unlock.setPin(PIN, 'Amara Hughes')
    await open.unlock.setPin('905173', 'Amara Hughes')
    isServerThere = false
    await fallsOver(open)
    expect(await open.unlock.unlock(PIN)).toBe('wrong')
    expect(await open.unlock.unlock('905173')).toBe('opened')
  })

  it('is removed: the lock then leaves everything as without one', async () => {
    const open = page()
    await open.seals.obtain()
    await open.unlock.setPin(PIN, 'Amara Hughes')
    await open.unlock.remove('pin')
    expect([open.unlock.view.get().ways, await records.read('pin', 'nurse')]).toEqual([[], null])
    isServerThere = false
    isLocked.set(true)
    expect(await open.unlock.unlock(PIN)).toBe('locked_out')
    expect(isLocked.get()).toBe(true)
  })
})

describe('wrong PINs', () => {
  it('are counted, and the fifth deletes the wrapped key: the right one then opens nothing', async () => {
    const open = await lockedAway()
    for (const left of [4, 3, 2, 1]) {
      expect(await open.unlock.unlock('000001')).toBe('wrong')
      expect(open.unlock.view.get().tries_left).toBe(left)
    }
    expect(await open.unlock.unlock('000001')).toBe('locked_out')
    expect(await open.unlock.unlock(PIN)).toBe('locked_out')
    expect([open.unlock.view.get().isPinEnded, await records.read('pin', 'nurse')]).toEqual([true, null])
    expect([isLocked.get(), ...(await isReadable(open))]).toEqual([true, false, false])
    isServerThere = true
    open.unlock.goOn()
    await expect.poll(events).toEqual([
      ['pin_set', 0],
      ['locked_out', 5],
    ])
  })

  it('are counted before they are checked: a page that is killed meanwhile has used its try', async () => {
    await lockedAway()
    const spent: UnlockEvent = { id: 'spent', sub: 'nurse', event: 'locked_out', performed_at: NOON, wrong_tries: 5 }
    for (let tries = 0; tries < 5; tries += 1) await records.spendTry('nurse', spent)
    const again = page()
    await expect.poll(() => again.unlock.view.get().isPinEnded).toBe(true)
    expect(await again.unlock.unlock(PIN)).toBe('locked_out')
    expect(await records.read('pin', 'nurse')).toBeNull()
    expect((await records.events('nurse')).map(({ event }) => event)).toContain('locked_out')
  })

  it('of two tabs count together', async () => {
    const one = await lockedAway()
    const other = page()
    const tries = [one, other, one, other, one, other].map(({ unlock }) => unlock.unlock('000001'))
    const outcomes = await Promise.all(tries)
    expect(outcomes.filter((outcome) => outcome === 'wrong').length).toBeLessThanOrEqual(4)
    expect(await records.read('pin', 'nurse')).toBeNull()
    expect((await records.events('nurse')).map(({ event }) => event)).toEqual(['locked_out'])
  })

  it('before the right one are reported, and all tries are restored', async () => {
    const open = await lockedAway()
    await open.unlock.unlock('000001')
    await open.unlock.unlock('000002')
    // The device's clock may change meanwhile: no try depends on it.
    now = NOON - 24 * 60 * 60 * 1000
    expect(await open.unlock.unlock(PIN)).toBe('opened')
    expect(open.unlock.view.get().tries_left).toBe(5)
    isServerThere = true
    open.unlock.goOn()
    await expect.poll(events).toContainEqual(['unlocked', 2])
    expect(reported.at(-1)?.performed_at).toBe(now)
  })
})

describe('wrong PINs that no unlock followed', () => {
  const twoWrong = async () => {
    const opened = await lockedAway()
    for (const pin of ['000001', '000002']) expect(await opened.unlock.unlock(pin)).toBe('wrong')
    now += 60_000
    isServerThere = true
    return opened
  }

  it('are reported with their time where a sign-in opens the device, and its person gets all tries back', async () => {
    const { unlock } = await twoWrong()
    session.set(signedIn('nurse', 'two'))
    isLocked.set(false)
    await expect.poll(events).toContainEqual(['wrong_pins', 2])
    expect(reported.at(-1)?.performed_at).toBe(NOON)
    await expect.poll(() => unlock.view.get().tries_left).toBe(5)
    await unlock.remove('pin')
    await expect.poll(events).toContainEqual(['pin_removed', 0])
    expect(events().filter(([event]) => event === 'wrong_pins')).toHaveLength(1)
  })

  it.each([['a sign-out', SIGNED_OUT] as const, ['another person', signedIn('monitor', 'two')] as const])(
    'are reported in the next session of their person after %s',
    async (_, next) => {
      await twoWrong()
      session.set(next)
      await expect.poll(() => records.read('pin', 'nurse')).toBeNull()
      session.set(signedIn('nurse', 'three'))
      isLocked.set(false)
      await expect.poll(events).toContainEqual(['wrong_pins', 2])
    },
  )

  it('stay counted while the device is locked, also with the server there', async () => {
    const { unlock } = await twoWrong()
    session.set(signedIn('nurse', 'two'))
    await expect.poll(async () => (await records.read('pin', 'nurse'))?.session).toBe('two')
    unlock.goOn()
    isServerThere = false
    expect(await unlock.unlock('000003')).toBe('wrong')
    expect(unlock.view.get().tries_left).toBe(2)
  })

  it('end the PIN once the server is back, where the page closed during the fifth', async () => {
    await lockedAway()
    const never: UnlockEvent = { id: 'never', sub: 'nurse', event: 'locked_out', performed_at: NOON, wrong_tries: 5 }
    for (let tries = 0; tries < 5; tries += 1) await records.spendTry('nurse', never)
    isServerThere = true
    const { unlock } = page()
    await expect.poll(events).toContainEqual(['locked_out', 5])
    expect(await records.read('pin', 'nurse')).toBeNull()
    await expect.poll(() => unlock.view.get().ways).toEqual([])
  })
})

describe('the wrapped key', () => {
  it('is deleted when the server ends the session, and an unreported event waits for its person', async () => {
    const open = await lockedAway()
    await open.unlock.unlock(PIN)
    isServerThere = true
    session.set(SIGNED_OUT)
    await expect.poll(() => records.read('pin', 'nurse')).toBeNull()
    await expect.poll(() => keys.read('one')).toBeNull()
    expect((await records.events('nurse')).map(({ event }) => event)).toEqual(['unlocked'])
    session.set(signedIn('monitor', 'two'))
    open.unlock.goOn()
    expect((await records.events('nurse')).length).toBe(1)
    session.set(signedIn('nurse', 'three'))
    await expect.poll(() => records.events('nurse')).toEqual([])
    expect(await records.read('pin', 'nurse')).toBeNull()
  })

  it('is deleted when another person takes over, and when a page is opened signed out or in another session', async () => {
    for (const next of [signedIn('monitor', 'two'), SIGNED_OUT, signedIn('nurse', 'two')]) {
      session.set(signedIn('nurse', 'one'))
      isLocked.set(false)
      isServerThere = true
      const open = page()
      await open.unlock.setPin(PIN, 'Amara Hughes')
      expect(await records.read('pin', 'nurse')).not.toBeNull()
      for (const stop of stops) stop()
      session.set(next)
      page()
      await expect.poll(() => records.read('pin', 'nurse')).toBeNull()
      for (const stop of stops) stop()
    }
  })

  it('of the next session stays where a slow page follows the end of the last one late', async () => {
    let [answer, isSlow] = [() => {}, false]
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const slow = async () => {
      if (isSlow) await answered
      return records
    }
    const late = page({ records: slow })
    await late.unlock.coverAtLoad()
    isSlow = true
    session.set(SIGNED_OUT)
    session.set(signedIn('nurse', 'two'))
    expect(await page().unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
    answer()
    expect(await late.unlock.unlock('000001')).toBe('not_now')
    expect((await records.read('pin', 'nurse'))?.session).toBe('two')
  })

  it('is deleted at the sign-out also where the store fails at first', async () => {
    let failures = 2
    const failing: UnlockRecords = {
      ...records,
      deleteOthers: async (id) => {
        if (id === null && (failures -= 1) >= 0) throw new Error('silent')
        await records.deleteOthers(id)
      },
    }
    const opened = page({ records: async () => failing })
    expect(await opened.unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
    session.set(SIGNED_OUT)
    await expect.poll(() => records.read('pin', 'nurse')).toBeNull()
  })

  it('passes on when its person signs in over the lock, and stored answers open again with the server’s key', async () => {
    const open = await lockedAway()
    isServerThere = true
    session.set(signedIn('nurse', 'two'))
    isLocked.set(false)
    await expect.poll(() => isReadable(open)).toEqual([true, true])
    expect((await records.read('pin', 'nurse'))?.session).toBe('two')
    isServerThere = false
    await fallsOver(open)
    expect(await open.unlock.unlock(PIN)).toBe('opened')
  })

  it.each([
    ['signs in', ['two']],
    ['signs in twice', ['two', 'three']],
  ])('passes on where its person %s before the store of a slow page opens', async (_, sessions) => {
    expect(await page().unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
    for (const stop of stops) stop()
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    page({
      records: async () => {
        await opened
        return records
      },
    })
    for (const id of sessions) session.set(signedIn('nurse', id))
    open()
    await expect.poll(async () => (await records.read('pin', 'nurse'))?.session).toBe(sessions.at(-1))
  })

  it('that the server gives is asked for again where one answer after the sign-in was lost', async () => {
    await lockedAway()
    for (const stop of stops) stop()
    let isLost = true
    page({
      fetchSecret: async () => {
        if (!isLost) return outboxKeyOf('nurse')
        isLost = false
        return null
      },
    })
    isServerThere = true
    session.set(signedIn('nurse', 'two'))
    isLocked.set(false)
    await expect.poll(() => snapshots.sealOf('nurse')).toBe('open')
  })

  it('copied to another device, or put in another person’s name, opens nothing', async () => {
    const open = await lockedAway()
    deviceId = 'another tablet'
    expect(await open.unlock.unlock(PIN)).toBe('wrong')
    deviceId = 'tablet'
    const record = await records.read('pin', 'nurse')
    session.set(signedIn('monitor', 'two'))
    await expect.poll(() => records.read('pin', 'nurse')).toBeNull()
    if (record) await records.put('pin', { ...record, sub: 'monitor', session: 'two' })
    expect(await open.unlock.unlock(PIN)).toBe('wrong')
  })

  it('needs the key of the device, which cannot be read out', async () => {
    await lockedAway()
    expect((await records.read('pin', 'nurse'))?.device_key.extractable).toBe(false)
  })
})

it('a page that is locked while open drops what it showed, once; one that opens locked has shown nothing', async () => {
  await lockedAway()
  await expect.poll(() => timesDropped).toBe(1)
  const again = page()
  await expect.poll(() => again.unlock.view.get().ways).toEqual(['pin'])
  expect(timesDropped).toBe(1)
})

it('a locked device whose server is back sends with a key in memory alone, and stores none', async () => {
  const open = await lockedAway()
  isServerThere = true
  expect(await open.seals.obtain()).not.toBeNull()
  expect([await keys.read('one'), await stored()]).toEqual([null, null])
})

/** A page with a PIN whose keys are still in memory. */
const open = async (changes: Changes = {}): Promise<Page> => {
  const opened = page(changes)
  await opened.seals.obtain()
  expect(await opened.unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
  isServerThere = false
  return opened
}

describe('a device that cannot', () => {
  it('stretch a PIN counts no try', async () => {
    await lockedAway()
    const poor = page({ stretch: () => Promise.reject(new RangeError('out of memory')) })
    await expect(poor.unlock.unlock(PIN)).rejects.toThrow('out of memory')
    expect((await records.read('pin', 'nurse'))?.tries_left).toBe(5)
  })

  it.each([
    [
      'load a part of the app',
      'not_loaded',
      { records: onceLoaded(() => Promise.reject(new TypeError('Failed to fetch'))) },
    ],
    ['stretch a PIN', 'no_memory', { cost: { memory_kib: 1, passes: 1 } }],
    [
      'store anything',
      'not_stored',
      { records: async () => ({ ...records, put: () => Promise.reject(new Error('full')) }) },
    ],
  ])('%s says so: it is %s', async (_, fault, changes: Changes) => {
    const failed: unknown = await page(changes)
      .unlock.setPin(PIN, 'Amara Hughes')
      .catch((error: unknown) => error)
    expect(unlockFaultOf(failed)).toBe(fault)
    // Its page reports the same fault as long as it works on.
    faults = []
  })

  it('open with the right PIN, since it is full, stays locked and reports no unlock, but the wrong PINs before', async () => {
    expect(await (await lockedAway()).unlock.unlock('000001')).toBe('wrong')
    const full: Snapshots = { ...snapshots, seal: () => Promise.reject(new Error('full')) }
    const { unlock } = page({ snapshots: async () => full })
    await expect(unlock.unlock(PIN)).rejects.toThrow('full')
    await expect(unlock.unlock(PIN)).rejects.toThrow('full')
    expect([isLocked.get(), await records.events('nurse')]).toEqual([
      true,
      [expect.objectContaining({ event: 'wrong_pins', wrong_tries: 1 })],
    ])
  })

  it('lock its answers at once tries again, and hides what it showed in any case', async () => {
    let failures = 2
    const failing: Snapshots = {
      ...snapshots,
      lock: async (sub) => {
        if ((failures -= 1) >= 0) throw new Error('silent')
        await snapshots.lock(sub)
      },
    }
    const opened = await open({ snapshots: async () => failing })
    await fallsOver(opened)
    await expect.poll(() => timesDropped).toBe(1)
  })

  it('lock its answers at all still deletes the key of unsent actions, and hides what it showed', async () => {
    const failing: Snapshots = { ...snapshots, lock: () => Promise.reject(new Error('silent')) }
    const opened = await open({ snapshots: async () => failing })
    isLocked.set(true)
    await expect.poll(() => timesDropped).toBe(1)
    expect([await opened.seals.current(), await keys.read('one')]).toEqual([null, null])
    expect(faults.splice(0)).toEqual([new Error('silent')])
  })

  it("find out whether its answers are sealed still reads the person's ways, such as that another tab removed the PIN", async () => {
    let isSilent = false
    const silent = () => Promise.reject(new Error('silent'))
    const failing: Snapshots = { ...snapshots, sealOf: (sub) => (isSilent ? silent() : snapshots.sealOf(sub)) }
    const [opened, other] = [await open({ snapshots: async () => failing }), page()]
    await other.unlock.remove('pin')
    expect(opened.unlock.view.get().ways).toEqual(['pin'])
    isSilent = true
    isLocked.set(true)
    await expect.poll(() => opened.unlock.view.get().ways).toEqual([])
    await expect.poll(() => faults).toEqual([new Error('silent')])
    faults.splice(0)
  })

  it('read a PIN that it has just stored says that it is set, and of one just deleted that it is removed', async () => {
    let isSilent = false
    const failing: UnlockRecords = {
      ...records,
      read: (way, sub) => (isSilent ? Promise.reject(new Error('silent')) : records.read(way, sub)),
      put: (way, record) => records.put(way, record).then(() => void (isSilent = true)),
      remove: (way, event) => records.remove(way, event).then(() => void (isSilent = true)),
    }
    const opened = page({ records: async () => failing })
    expect(await opened.unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
    isSilent = false
    await opened.unlock.remove('pin')
    expect(faults.splice(0)).toEqual([new Error('silent'), new Error('silent')])
  })

  it('read whether there is a PIN still covers, where it knew of one', async () => {
    let isSilent = false
    const opened = await open({ records: async () => (isSilent ? Promise.reject(new Error('silent')) : records) })
    isSilent = true
    await fallsOver(opened)
    await expect.poll(() => timesDropped).toBe(1)
  })
})

describe('the page below the lock', () => {
  it('is not drawn with a PIN, from the first moment on, until the PIN opens', async () => {
    await open()
    for (const stop of stops) stop()
    isLocked.set(true)
    const again = page()
    expect(again.unlock.isWithheld.get()).toBe(true)
    await again.unlock.coverAtLoad()
    expect([again.unlock.isWithheld.get(), ...(await isReadable(again))]).toEqual([true, false, false])
    expect(await again.unlock.unlock(PIN)).toBe('opened')
    expect(again.unlock.isWithheld.get()).toBe(false)
  })

  it('is drawn again when its person signs in', async () => {
    const opened = await lockedAway()
    await expect.poll(() => opened.unlock.isWithheld.get()).toBe(true)
    isServerThere = true
    session.set(signedIn('nurse', 'two'))
    isLocked.set(false)
    expect(opened.unlock.isWithheld.get()).toBe(false)
  })

  it('is not drawn either once five wrong PINs have deleted it', async () => {
    const opened = await lockedAway()
    for (let tries = 0; tries < 5; tries += 1) await opened.unlock.unlock('000001')
    const again = page()
    await again.unlock.coverAtLoad()
    expect([await records.read('pin', 'nurse'), again.unlock.isWithheld.get()]).toEqual([null, true])
  })

  it('is drawn without a PIN, as soon as that is known, and so is one with unsaved input', async () => {
    isLocked.set(true)
    const without = page()
    await without.unlock.coverAtLoad()
    expect(without.unlock.isWithheld.get()).toBe(false)
    for (const stop of stops) stop()
    isLocked.set(false)
    const typing = await open({ isBusy: () => true })
    await fallsOver(typing)
    expect([typing.unlock.isWithheld.get(), timesDropped]).toEqual([false, 0])
  })

  it('is drawn, with the keys of its session, where its person signs in before it is known whether there is a PIN', async () => {
    let [answer, isAsked] = [() => {}, false]
    let answered = Promise.resolve()
    const slow: UnlockRecords = {
      ...records,
      read: async (way, sub) => {
        isAsked = true
        await answered
        return records.read(way, sub)
      },
    }
    const opened = await open({ records: async () => slow })
    answered = new Promise((resolve) => (answer = resolve))
    isAsked = false
    isLocked.set(true)
    await expect.poll(() => isAsked).toBe(true)
    isServerThere = true
    session.set(signedIn('nurse', 'two'))
    isLocked.set(false)
    await opened.seals.obtain()
    answer()
    await opened.unlock.coverAtLoad()
    expect(opened.unlock.isWithheld.get()).toBe(false)
    expect([await keys.read('two'), await snapshots.sealOf('nurse')]).toEqual([expect.anything(), 'open'])
  })

  it('reads nothing more from the device once it is being left', async () => {
    let readings = 0
    const counted = async () => {
      if (timesDropped > 0) readings += 1
      return records
    }
    await fallsOver(await open({ records: counted }))
    await expect.poll(() => timesDropped).toBe(1)
    await page().unlock.coverAtLoad()
    expect(readings).toBe(0)
  })
})

describe('of two tabs', () => {
  it('one that learns late of a lock covers nothing that the other has opened since', async () => {
    const one = await lockedAway()
    const late = page()
    await late.unlock.coverAtLoad()
    expect(await one.unlock.unlock(PIN)).toBe('opened')
    const dropped = timesDropped
    late.hearsOfLock(true)
    await expect.poll(() => late.unlock.isWithheld.get()).toBe(false)
    await late.unlock.unlock('000001')
    expect([timesDropped, ...(await isReadable(one)), await keys.read('one')]).toEqual([
      dropped,
      true,
      true,
      expect.anything(),
    ])
  })

  it('one opens only when the other has covered', async () => {
    const one = await lockedAway()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const slow = page({ snapshots: () => held.then(() => snapshots) })
    const opening = one.unlock.unlock(PIN)
    await expect.poll(async () => (await records.events('nurse')).length).toBe(1)
    goOn()
    expect(await opening).toBe('opened')
    await slow.unlock.coverAtLoad()
    expect([...(await isReadable(one)), await keys.read('one')]).toEqual([true, true, expect.anything()])
  })
})

describe('a report', () => {
  const twoEvents = async () => {
    const opened = await lockedAway()
    await opened.unlock.unlock(PIN)
    now += 1000
    await fallsOver(opened)
    await opened.unlock.unlock(PIN)
    isServerThere = true
    return opened
  }

  it('that is refused for good blocks no later one', async () => {
    const opened = await twoEvents()
    refusedEvents = ['unlocked']
    opened.unlock.goOn()
    await expect.poll(() => records.events('nurse')).toEqual([])
    expect(events().length).toBe(3)
  })

  it('whose answer is lost is sent again while the server is there, and no more once it is recorded', async () => {
    const opened = await twoEvents()
    isReportLost = true
    opened.unlock.goOn()
    await expect.poll(events).toContainEqual(['unlocked', 0])
    isReportLost = false
    await expect.poll(() => records.events('nurse')).toEqual([])
  })

  describe('that a way was removed which was not stored', () => {
    const FULL = new Error('full')
    /** Such a report, whose answer is lost. */
    const lostReport = async (changes: Partial<UnlockRecords> = {}) => {
      const put = () => {
        isReportLost = true
        return Promise.reject(FULL)
      }
      const full: UnlockRecords = { ...records, put, ...changes }
      await expect(page({ records: async () => full }).unlock.setPin(PIN, 'Amara Hughes')).rejects.toThrow('full')
      await expect.poll(events).toContainEqual(['pin_removed', 0])
      expect(recorded).toEqual(['pin_set'])
    }

    it('is sent again until it is recorded, once', async () => {
      await lostReport()
      isReportLost = false
      await expect.poll(() => records.events('nurse')).toEqual([])
      expect(recorded).toEqual(['pin_set', 'pin_removed'])
    })

    it('is sent by a page that is opened later', async () => {
      await lostReport()
      for (const stop of stops) stop()
      isReportLost = false
      page()
      await expect.poll(() => recorded).toEqual(['pin_set', 'pin_removed'])
    })

    it('is sent again by its page where this device stores nothing at all', async () => {
      const silent = () => Promise.reject(FULL)
      await lostReport({ addEvent: silent })
      isReportLost = false
      await expect.poll(() => recorded).toEqual(['pin_set', 'pin_removed'])
    })

    it('is sent in the next session of its person, which began meanwhile', async () => {
      comesNext = signedIn('nurse', 'two')
      expect(await page().unlock.setPin(PIN, 'Amara Hughes')).toBe('not_set')
      await expect.poll(() => recorded).toEqual(['pin_set', 'pin_removed'])
    })
  })

  it('is not sent in the name of another person who signed in meanwhile', async () => {
    const opened = await twoEvents()
    comesNext = signedIn('monitor', 'two')
    opened.unlock.goOn()
    await expect.poll(async () => (await records.events('nurse')).length).toBe(1)
    expect(events().length).toBe(2)
  })
})

describe('a server that keeps failing', () => {
  const FIRST = 30_000
  /**
   * Opened without the server, which never gives the key once it is back. Its next attempt is made by `goesOn`, as after the last
   * of `pauses`, in seconds.
   */
  const neverAnswered = async () => {
    await lockedAway()
    for (const stop of stops) stop()
    const pauses: number[] = []
    let [asked, goesOn] = [0, () => {}]
    const { setTimeout: later } = globalThis
    vi.stubGlobal('setTimeout', (work: () => void, milliseconds: number) => {
      if (milliseconds < FIRST) return later(work, milliseconds)
      pauses.push(milliseconds / 1000)
      goesOn = work
      return undefined
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const fetchSecret = async () => {
      asked += 1
      return null
    }
    const { unlock } = page({ fetchSecret, retry_ms: FIRST })
    isLocked.set(false)
    isServerThere = true
    unlock.goOn()
    await expect.poll(() => pauses).toEqual([30])
    return { pauses, goesOn: () => goesOn(), asked: () => asked }
  }

  it('is asked again after pauses that double up to five minutes', async () => {
    const { pauses, goesOn } = await neverAnswered()
    for (let count = 2; count <= 7; count += 1) {
      goesOn()
      // oxlint-disable-next-line no-await-in-loop -- one attempt follows the other.
      await expect.poll(() => pauses).toHaveLength(count)
    }
    expect(pauses).toEqual([30, 60, 120, 240, 300, 300, 300])
  })

  it('is not asked by a renewal of the session, but at once in the next one', async () => {
    const { pauses, goesOn, asked } = await neverAnswered()
    const { session: present } = session.get()
    if (present !== null) session.set({ session: { ...present, token: 'renewed' }, ended: null })
    goesOn()
    await expect.poll(() => pauses).toEqual([30, 60])
    expect(asked()).toBe(2)
    session.set(signedIn('nurse', 'two'))
    await expect.poll(() => pauses).toEqual([30, 60, 30])
  })
})

describe('a passkey', () => {
  /** A locked page with a passkey, and with a PIN where `hasPin` is set, offline. */
  const passkeyLockedAway = async (hasPin = false): Promise<Page> => {
    const opened = page()
    await opened.seals.obtain()
    if (hasPin) expect(await opened.unlock.setPin(PIN, 'Amara Hughes')).toBe('set')
    expect(await opened.unlock.setPasskey('Amara Hughes')).toBe('set')
    isServerThere = false
    await fallsOver(opened)
    return opened
  }

  it('opens the data that the lock has sealed, and is reported once when the server is back', async () => {
    const opened = await passkeyLockedAway()
    expect(await isReadable(opened)).toEqual([false, false])
    expect(await opened.unlock.unlockWithPasskey()).toBe('opened')
    expect([isLocked.get(), ...(await isReadable(opened))]).toEqual([false, true, true])
    isServerThere = true
    opened.unlock.goOn()
    await expect.poll(() => records.events('nurse')).toEqual([])
    expect(events()).toEqual([
      ['passkey_set', 0],
      ['unlocked_with_passkey', 0],
    ])
  })

  it('opens the app after it was closed and opened again', async () => {
    await passkeyLockedAway()
    const again = page()
    await expect.poll(() => again.unlock.view.get().ways).toEqual(['passkey'])
    expect(await isReadable(again)).toEqual([false, false])
    expect(await again.unlock.unlockWithPasskey()).toBe('opened')
    expect(await isReadable(again)).toEqual([true, true])
  })

  it.each(['cancelled', 'impossible'] as const)('whose creation is %s is not set, nor reported', async (fault) => {
    authenticator.fails(fault)
    const opened = page()
    expect(await opened.unlock.setPasskey('Amara Hughes')).toBe(fault)
    expect([opened.unlock.view.get().ways, events(), await snapshots.sealOf('nurse')]).toEqual([[], [], 'clear'])
  })

  it('that the server did not record is not set, and the browser forgets it', async () => {
    isReportLost = true
    const opened = page()
    expect(await opened.unlock.setPasskey('Amara Hughes')).toBe('not_set')
    expect([await records.read('passkey', 'nurse'), authenticator.passkeys()]).toEqual([null, 0])
  })

  it('that another tab has set stays unchanged by a tab that does not know it yet', async () => {
    const [one, late] = [page(), page()]
    await one.seals.obtain()
    expect(await one.unlock.setPasskey('Amara Hughes')).toBe('set')
    expect(late.unlock.view.get().ways).toEqual([])
    isReportLost = true
    expect(await late.unlock.setPasskey('Amara Hughes')).toBe('already_set')
    expect([late.unlock.view.get().ways, authenticator.passkeys()]).toEqual([['passkey'], 1])
    isServerThere = false
    await fallsOver(one)
    expect(await one.unlock.unlockWithPasskey()).toBe('opened')
  })

  it('that this device cannot store is deleted by the browser too', async () => {
    const full: UnlockRecords = { ...records, put: () => Promise.reject(new Error('full')) }
    const opened = page({ records: async () => full })
    await expect(opened.unlock.setPasskey('Amara Hughes')).rejects.toThrow('full')
    expect(authenticator.passkeys()).toBe(0)
    await expect.poll(events).toEqual([
      ['passkey_set', 0],
      ['passkey_removed', 0],
    ])
  })

  it('is not set where its person declines to sign in again, and neither is a PIN', async () => {
    isSignInDeclined = true
    const opened = page()
    expect(await opened.unlock.setPasskey('Amara Hughes')).toBe('not_confirmed')
    expect(await opened.unlock.setPin(PIN, 'Amara Hughes')).toBe('not_confirmed')
    expect([await records.read('passkey', 'nurse'), await records.read('pin', 'nurse')]).toEqual([null, null])
    expect(authenticator.passkeys()).toBe(0)
  })

  it('that is not confirmed opens nothing and uses no try', async () => {
    const opened = await passkeyLockedAway(true)
    authenticator.fails('cancelled')
    for (let times = 0; times < 6; times += 1) expect(await opened.unlock.unlockWithPasskey()).toBe('cancelled')
    expect([opened.unlock.view.get().tries_left, isLocked.get(), ...(await isReadable(opened))]).toEqual([
      5,
      true,
      false,
      false,
    ])
    authenticator.fails(null)
    expect(await opened.unlock.unlockWithPasskey()).toBe('opened')
  })

  it('opens nothing while the server can be reached, also where it came back during the prompt', async () => {
    const opened = await passkeyLockedAway()
    authenticator.whileAsking(() => (isServerThere = true))
    expect(await opened.unlock.unlockWithPasskey()).toBe('not_now')
    expect(await opened.unlock.unlockWithPasskey()).toBe('not_now')
    expect(isLocked.get()).toBe(true)
  })

  it('opens nothing where another person has signed in during the prompt', async () => {
    const opened = await passkeyLockedAway()
    authenticator.whileAsking(() => session.set(signedIn('monitor', 'two')))
    expect(await opened.unlock.unlockWithPasskey()).toBe('not_now')
    await expect.poll(() => records.read('passkey', 'nurse')).toBeNull()
    expect(await isReadable(opened)).toEqual([false, false])
  })

  it('of another device, another person or another secret opens nothing', async () => {
    const opened = await passkeyLockedAway()
    deviceId = 'another tablet'
    expect(await opened.unlock.unlockWithPasskey()).toBe('wrong')
    deviceId = 'tablet'
    authenticator.changesSecrets()
    expect(await opened.unlock.unlockWithPasskey()).toBe('wrong')
    const record = await records.read('passkey', 'nurse')
    session.set(signedIn('monitor', 'two'))
    await expect.poll(() => records.read('passkey', 'nurse')).toBeNull()
    if (record) await records.put('passkey', { ...record, sub: 'monitor', session: 'two' })
    expect(await opened.unlock.unlockWithPasskey()).toBe('wrong')
    expect(isLocked.get()).toBe(true)
  })

  it('beside a PIN opens as well as it, and each stays when the other is removed', async () => {
    const opened = await passkeyLockedAway(true)
    expect(opened.unlock.view.get().ways).toEqual(['pin', 'passkey'])
    expect(await opened.unlock.unlock('000001')).toBe('wrong')
    expect(await opened.unlock.unlockWithPasskey()).toBe('opened')
    expect(opened.unlock.view.get().tries_left).toBe(5)
    await fallsOver(opened)
    expect(await opened.unlock.unlock(PIN)).toBe('opened')
    await opened.unlock.remove('pin')
    expect(opened.unlock.view.get().ways).toEqual(['passkey'])
    await fallsOver(opened)
    expect(await opened.unlock.unlockWithPasskey()).toBe('opened')
    isServerThere = true
    opened.unlock.goOn()
    await expect.poll(events).toContainEqual(['unlocked_with_passkey', 1])
  })

  it('still opens after five wrong PINs', async () => {
    const opened = await passkeyLockedAway(true)
    for (let tries = 0; tries < 5; tries += 1) await opened.unlock.unlock('000001')
    expect(opened.unlock.view.get()).toMatchObject({ ways: ['passkey'], isPinEnded: true })
    expect(await opened.unlock.unlockWithPasskey()).toBe('opened')
  })

  it('gives no try back to a PIN whose fifth try was never answered, since its page closed', async () => {
    const opened = await passkeyLockedAway(true)
    const spent: UnlockEvent = { id: 'spent', sub: 'nurse', event: 'locked_out', performed_at: NOON, wrong_tries: 5 }
    for (let tries = 0; tries < 5; tries += 1) await records.spendTry('nurse', spent)
    expect(await opened.unlock.unlockWithPasskey()).toBe('opened')
    expect(await records.read('pin', 'nurse')).toBeNull()
    expect((await records.events('nurse')).map(({ event }) => event).toSorted()).toEqual([
      'locked_out',
      'unlocked_with_passkey',
    ])
    await fallsOver(opened)
    expect(await opened.unlock.unlock(PIN)).toBe('locked_out')
    expect(await opened.unlock.unlockWithPasskey()).toBe('opened')
  })

  it('is removed: the browser forgets it, and the lock leaves everything as without one', async () => {
    const opened = page()
    await opened.seals.obtain()
    await opened.unlock.setPasskey('Amara Hughes')
    await opened.unlock.remove('passkey')
    expect(opened.unlock.view.get().ways).toEqual([])
    await expect.poll(authenticator.passkeys).toBe(0)
    await expect.poll(events).toContainEqual(['passkey_removed', 0])
    isServerThere = false
    isLocked.set(true)
    expect(await opened.unlock.unlockWithPasskey()).toBe('gone')
  })

  it('is deleted when the session ends or another one begins, and passes on where its person signs in over the lock', async () => {
    const opened = await passkeyLockedAway()
    session.set(signedIn('nurse', 'two'))
    await expect.poll(async () => (await records.read('passkey', 'nurse'))?.session).toBe('two')
    expect(await opened.unlock.unlockWithPasskey()).toBe('opened')
    session.set(SIGNED_OUT)
    await expect.poll(() => records.read('passkey', 'nurse')).toBeNull()
  })
})
