// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { storableAnswerAt } from '#offline/storable-answer'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { deviceTraffic } from '../../../../src/client/api/device-traffic'
import { deviceStorage } from '../../../../src/client/browser/device-storage'
import { deviceSnapshots, followSnapshotOwner, whenOwned } from '../../../../src/client/device/offline/device-snapshots'
import { createSessionStore } from '../../../../src/client/session/session-store'
import { NOW, stopClock } from '../../fixed-clock'
import { memoryStorage } from '../../memory-storage'
import { aToken } from '../../tokens'

const INSTANCE = storableAnswerAt(new URL('https://portal.example/api/v1/app-instance'))
if (INSTANCE === null) throw new Error('what the installation is, is not kept')

afterEach(() => void vi.restoreAllMocks())

const isInstanceKept = async () => {
  await whenOwned()
  return (await (await deviceSnapshots()).read(null, INSTANCE.scope)) !== null
}

test('a page’s requests while the previous session is wiped are stored for the next start; its own sign-out deletes them', async () => {
  stopClock()
  // The page was loaded at the time of the clock.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(NOW)
  const snapshots = await deviceSnapshots()
  await snapshots.begin('yesterday')
  const session = createSessionStore(
    deviceStorage(() => memoryStorage()),
    Date.now,
  )
  await snapshots.store(null, INSTANCE, NOW, { service_name: 'Randomisation Service' })
  const stop = followSnapshotOwner(session.state)
  expect(await isInstanceKept()).toBe(true)

  session.start(aToken('nurse'))
  expect(await isInstanceKept()).toBe(true)
  session.end()
  expect(await isInstanceKept()).toBe(false)
  stop()
})

test('how far the clock was put back is remembered while answers of before are stored, and no longer', async () => {
  stopClock()
  const put_back = { at: NOW, by: 365 * 86_400_000 }
  deviceTraffic.set({ ...deviceTraffic.get(), clock: { offset_ms: 0, heard_at: NOW, steady: 5, put_back } })
  onTestFinished(() => deviceTraffic.set({ ...deviceTraffic.get(), clock: null }))
  const session = createSessionStore(
    deviceStorage(() => memoryStorage()),
    Date.now,
  )
  session.start(aToken('nurse'))
  onTestFinished(followSnapshotOwner(session.state))
  await whenOwned()
  expect(deviceTraffic.get().clock?.put_back).toEqual(put_back)
  session.end()
  await whenOwned()
  expect(deviceTraffic.get().clock).toEqual({ offset_ms: 0, heard_at: NOW, steady: 5 })
})
