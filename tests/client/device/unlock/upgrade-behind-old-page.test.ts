// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { openOutboxKeys } from '#offline/outbox-keys'
import { openSnapshots } from '#offline/snapshots'
import { DATABASE_TIMEOUT_MS } from '#offline/timeout'
import { openUnlockRecords } from '#offline/unlock-records'
import { Dexie } from 'dexie'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from '../../../../src/client/browser/store'
import { createOutboxSeals } from '../../../../src/client/device/outbox/outbox-seals'
import { createDeviceUnlock } from '../../../../src/client/device/unlock/create-device-unlock'
import { stretchPin } from '../../../../src/client/device/unlock/stretch-pin'
import type { SessionState } from '../../../../src/client/session/session-store'
import { anAuthenticator } from '../../../support/authenticator'
import { holdsFirstVersion, storesInFirstVersion } from '../../../support/first-unlock-records'
import { aPinRecord } from '../../../support/unlock-record'

/*
 * A tablet with a PIN after an update. A suspended page of the former version holds its database open (decision 0089).
 */

const NAMES = { records: 'held-records-of-a-test', keys: 'keys-beside-held', answers: 'answers-beside-held' }

afterEach(async () => {
  vi.useRealTimers()
  for (const name of Object.values(NAMES)) await Dexie.delete(name)
})

/** A page of the new version. */
const aPage = (isLocked: boolean) => {
  const faults: unknown[] = []
  const session = createStore<SessionState>({
    session: { token: 'token', sub: 'nurse', id: 'one', expires_at: 0 },
    ended: null,
  })
  const locked = createStore(isLocked)
  const [records, keys, snapshots] = [
    openUnlockRecords(NAMES.records),
    openOutboxKeys(NAMES.keys),
    openSnapshots(NAMES.answers),
  ]
  const seals = createOutboxSeals({
    session,
    keys: async () => keys,
    fetchKey: async () => null,
    mayStore: () => !locked.get(),
    onReady: () => {},
    report: (error) => faults.push(error),
  })
  const unlock = createDeviceUnlock({
    session,
    lock: { isLocked: locked, open: () => locked.set(false), followStorage: () => {} },
    alone: async (work) => {
      await work()
      return true
    },
    records: async () => records,
    snapshots: async () => snapshots,
    seals,
    fetchSecret: async () => null,
    canReach: () => false,
    retry_ms: 1,
    report: async () => 'unanswered',
    stretch: stretchPin,
    cost: { memory_kib: 64, passes: 1 },
    passkeys: async () => anAuthenticator().prompts,
    origin: 'https://portal.example',
    deviceId: () => 'tablet',
    now: () => 0,
    makeId: () => 'an id',
    isBusy: () => false,
    dropMemory: () => {},
    onError: (error) => faults.push(error),
  })
  onTestFinished(unlock.follow())
  return { unlock, faults }
}

/** The number of reads and covers when a page opens. */
const works = (isLocked: boolean): number => (isLocked ? 3 : 2)

it.each([true, false])(
  'offers the PIN as soon as the old page is gone, without a reload (locked: %s)',
  async (isLocked) => {
    await storesInFirstVersion(NAMES.records, await aPinRecord(), [])
    const letGo = await holdsFirstVersion(NAMES.records)
    // The database itself does not use these timers.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { unlock, faults } = aPage(isLocked)
    const faultsAfter = async (wait_ms: number) => {
      await vi.advanceTimersByTimeAsync(wait_ms)
      return faults.length
    }
    await expect.poll(() => faultsAfter(DATABASE_TIMEOUT_MS)).toBe(works(isLocked))
    expect([unlock.view.get().isRead, unlock.isWithheld.get()]).toEqual([false, isLocked])
    letGo()
    await expect
      .poll(() => faultsAfter(1).then(() => unlock.view.get()))
      .toMatchObject({ ways: ['pin'], tries_left: 5 })
    expect([unlock.isWithheld.get(), faults.length]).toEqual([isLocked, works(isLocked)])
  },
)
