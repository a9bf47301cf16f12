// @vitest-environment happy-dom
// First of all: Dexie takes hold of the browser's database as it is loaded.
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

/* The passkey of a tablet as its person meets it, in a browser that has them. */

class Passkey {
  static isUserVerifyingPlatformAuthenticatorAvailable = async () => true
  rawId = Uint8Array.of(1).buffer
  getClientExtensionResults = () => ({ prf: { enabled: true, results: { first: new Uint8Array(32) } } })
}
/** How often the browser was asked for a new passkey. */
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
  // Before the sign-in, whose lock it is from then on.
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

test('a fresh sign-in that its person declines is named as what is missing, not the connection', async () => {
  open(refuses(api.reportOfflineUnlock, refusal('sign_in_not_fresh')))
  await press('Set passkey')
  await confirms()
  const asked = within(await screen.findByRole('dialog', { name: 'Sign in again to confirm that it is you' }))
  fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(NO_PASSKEY.not_confirmed)).toBeDefined()
  expect(deviceUnlock.view.get()).toMatchObject({ isRead: true, ways: [] })
})

test('a passkey that another tab has set meanwhile is left as it is, and the dialog says so', async () => {
  open()
  await sets()
  act(() => deviceUnlock.view.set({ ...deviceUnlock.view.get(), ways: [] }))
  await press('Set passkey')
  await confirms()
  expect(await screen.findByText(NO_PASSKEY.already_set)).toBeDefined()
  expect([created, deviceUnlock.view.get().ways]).toEqual([1, ['passkey']])
})

test('one that the browser no longer has is answered as a cancelled one, so the page says what to do then', async () => {
  open()
  await sets()
  locksOffline()
  await press('Unlock with passkey')
  expect(await screen.findByText(passkeyFailed('cancelled', false))).toBeDefined()
  expect(passkeyFailed('cancelled', false)).toContain('sign in when the connection is back.')
})

test('beside a PIN, what to do then is also to enter it', async () => {
  open()
  await sets()
  expect(await act(() => deviceUnlock.setPin('481502', ME.name))).toBe('set')
  locksOffline()
  await press('Unlock with passkey')
  expect(await screen.findByText(passkeyFailed('cancelled', true))).toBeDefined()
  expect(passkeyFailed('cancelled', true)).toContain('use your PIN')
})
