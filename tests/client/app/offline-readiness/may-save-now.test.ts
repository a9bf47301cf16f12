// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { maySaveNow } from '../../../../src/client/app/offline-readiness/may-save-now'
import { busy } from '../../../../src/client/browser/busy'
import { deviceTraffic } from '../../../../src/client/api/device-traffic'
import { connection, initialConnection, type ConnectionState } from '../../../../src/client/device/offline/connection'
import { deviceLock } from '../../../../src/client/session/lock/device-lock'

/* The app may only use the network in advance when it costs the person nothing. */

afterEach(() => {
  connection.set(initialConnection(0))
  deviceLock.isLocked.set(false)
  deviceTraffic.set({ answers: [], errors: [], clock: null })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const reaches = (state: ConnectionState, doubts = 0) => connection.set({ state, since: 0, doubts })

test('on a good connection, while nobody is doing anything', () => {
  vi.stubGlobal('navigator', { connection: { saveData: false } })
  expect(maySaveNow(new QueryClient())).toBe(true)
})

test.each<[string, (client: QueryClient) => unknown]>([
  ['the connection is slow', () => reaches('degraded')],
  ['the last answer took a second', () => deviceTraffic.set({ ...deviceTraffic.get(), latest_ms: 1000 })],
  ['the connection is lost', () => reaches('offline')],
  ['a Wi-Fi wants a sign-in', () => reaches('intercepted')],
  ['one request failed', () => reaches('online', 1)],
  ['the page is hidden', () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')],
  ['the device is locked', () => deviceLock.isLocked.set(true)],
  ['the browser is to save data', () => vi.stubGlobal('navigator', { connection: { saveData: true } })],
  [
    'a page is waiting for an answer',
    (client) => void client.prefetchQuery({ queryKey: ['shown'], queryFn: () => new Promise(() => {}) }),
  ],
])('not while %s', (_case, occur) => {
  const client = new QueryClient()
  occur(client)
  expect(maySaveNow(client)).toBe(false)
})

test.each(['form', 'wizard', 'sending'] as const)('not while the page is busy: %s', async (reason) => {
  const release = busy.hold(reason)
  expect(maySaveNow(new QueryClient())).toBe(false)
  release()
  await Promise.resolve()
  expect(maySaveNow(new QueryClient())).toBe(true)
})
