// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { openUnlockRecords } from '#offline/unlock-records'
import { act, screen } from '@testing-library/react'
import { BroadcastChannel } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followDeviceUnlock } from '../../../../../src/client/device/unlock/device-unlock'
import { purposeOf, WAY_WORDS } from '../../../../../src/client/subjects/sign-in/unlock/unlock-words'
import { answers, listOf, openApp } from '../../../open-app'

/*
 * The offer while the browser has not yet said whether the device verifies its user. Some browsers take long, and some
 * never answer.
 */

test('a PIN is offered at once, and passkeys are not mentioned until the browser has answered', async () => {
  let answer = (_isAvailable: boolean) => {}
  const available = new Promise<boolean>((resolve) => (answer = resolve))
  // Before the pages are loaded, as they check for passkeys at once.
  vi.stubGlobal('PublicKeyCredential', { isUserVerifyingPlatformAuthenticatorAvailable: () => available })
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  await openUnlockRecords('equipoise-unlock').deleteOthers(null)
  const { go } = openApp('/user-profile', [
    answers(api.listTrials, listOf()),
    answers(api.listOwnSessions, { data: [] }),
    answers(api.listOwnNotifications, { data: [] }),
  ])
  onTestFinished(followDeviceUnlock())
  await screen.findByRole('heading', { name: WAY_WORDS.passkey.title })
  expect(screen.queryByRole('button', { name: 'Set PIN' })).not.toBeNull()
  for (const { impossible } of Object.values(WAY_WORDS)) expect(screen.queryByText(impossible)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Set passkey' })).toBeNull()

  await go('/')
  await screen.findByText(purposeOf(['pin']), { exact: false })
  await go('/user-profile')
  await screen.findByRole('button', { name: 'Set PIN' })
  await act(async () => answer(true))
  await screen.findByRole('button', { name: 'Set passkey' })
})
