// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { refusal } from '#contract/errors'
import { openUnlockRecords } from '#offline/unlock-records'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { BroadcastChannel } from 'node:worker_threads'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { STORED } from '../../../../../src/client/browser/device-storage'
import { connection } from '../../../../../src/client/device/offline/connection'
import { deviceUnlock, followDeviceUnlock } from '../../../../../src/client/device/unlock/device-unlock'
import { deviceLock, watchDeviceLock } from '../../../../../src/client/session/lock/device-lock'
import { NO_PASSKEY, passkeyFailed } from '../../../../../src/client/subjects/sign-in/unlock/passkey-words'
import { NOW } from '../../../fixed-clock'
import { answers, listOf, ME, openApp, refuses, type Reply } from '../../../open-app'

/* A person uses the passkey of a tablet, in a browser that has passkeys. */

class Passkey {
  static isUserVerifyingPlatformAuthenticatorAvailable = async () => true
  rawId = Uint8Array.of(1).buffer
  getClientExtensionResults = () => ({ prf: { enabled: true, results: { first: new Uint8Array(32) } } })
}
/** The number of requests to the browser for a new passkey. */
let created = 0

beforeEach(async () => {
  created = 0
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  vi.stubGlobal('PublicKeyCredential', Passkey)
  const credentials = {
    create: async () => {
      created += 1
      return new Passkey()
    },
    get: () => Promise.reject(new DOMException('The person did not confirm', 'NotAllowedError')),
  }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials })
  await openUnlockRecords('equipoise-unlock').deleteOthers(null)
})

const open = (...replies: Reply[]) => {
  // Watched before the sign-in, as it locks the session that follows.
  onTestFinished(watchDeviceLock(window))
  onTestFinished(deviceLock.open)
  openApp('/user-profile', [
    ...replies,
    answers(api.reportOfflineUnlock, undefined),
    answers(api.listTrials, listOf()),
    answers(api.listOwnSessions, { data: [] }),
    answers(api.listOwnNotifications, { data: [] }),
  ])
  onTestFinished(followDeviceUnlock())
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Set a passkey for this tablet' }))
const confirms = async () => fireEvent.click((await dialog()).getByRole('button', { name: 'Set passkey' }))
const sets = async () => {
  await press('Set passkey')
  await confirms()
  await screen.findByRole('button', { name: 'Remove passkey' })
}
const locksOffline = () =>
  act(() => {
    connection.set({ state: 'offline', since: NOW, doubts: 2 })
    localStorage.setItem(STORED.lock, String(ME.id))
    deviceLock.followStorage()
  })

test('a declined fresh sign-in is named as missing, not the connection', async () => {
  open(refuses(api.reportOfflineUnlock, refusal('sign_in_not_fresh')))
  await press('Set passkey')
  await confirms()
  const asked = within(await screen.findByRole('dialog', { name: 'Sign in again to confirm that it is you' }))
  fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(NO_PASSKEY.not_confirmed)).toBeDefined()
  expect(deviceUnlock.view.get()).toMatchObject({ isRead: true, ways: [] })
})

test('a passkey that another tab has set meanwhile stays unchanged, and the dialog says so', async () => {
  open()
  await sets()
  act(() => deviceUnlock.view.set({ ...deviceUnlock.view.get(), ways: [] }))
  await press('Set passkey')
  await confirms()
  expect(await screen.findByText(NO_PASSKEY.already_set)).toBeDefined()
  expect([created, deviceUnlock.view.get().ways]).toEqual([1, ['passkey']])
})

test('one that the browser no longer has looks like a cancelled one, so the page says what to do in that case', async () => {
  open()
  await sets()
  locksOffline()
  await press('Unlock with passkey')
  expect(await screen.findByText(passkeyFailed('cancelled', false))).toBeDefined()
  expect(passkeyFailed('cancelled', false)).toContain('sign in when the connection is back.')
})

test('beside a PIN, the advice is also to enter it', async () => {
  open()
  await sets()
  expect(await act(() => deviceUnlock.setPin('481502', ME.name))).toBe('set')
  locksOffline()
  await press('Unlock with passkey')
  expect(await screen.findByText(passkeyFailed('cancelled', true))).toBeDefined()
  expect(passkeyFailed('cancelled', true)).toContain('use your PIN')
})
