// @vitest-environment happy-dom
// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import { createOutbox } from '#offline/outbox'
import { openOutboxDatabase } from '#offline/outbox-database'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connection } from '../../../../../src/client/device/offline/connection'
import { session } from '../../../../../src/client/session/this-session'
import { useLeaving } from '../../../../../src/client/subjects/sign-in/leaving/use-leaving'
import { deviceOutbox, OUTBOX_NAME } from '../../../../../src/client/device/outbox/device-outbox'
import { NOW, stopClock } from '../../../fixed-clock'
import { sealOf } from '../../../../support/action-seals'
import { aNewFlag } from '../../../device/outbox/some-actions'
import { aToken } from '../../../tokens'

beforeEach(() => {
  stopClock()
  connection.set({ state: 'offline', since: NOW, doubts: 2 })
  session.start(aToken('nurse'))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Presses "Sign out" before anything has looked at the outbox. */
const pressed = () => {
  expect(deviceOutbox.view.get().isLoaded).toBe(false)
  const { result } = renderHook(useLeaving)
  act(() => result.current.press())
  expect(result.current).toMatchObject({ isQuestionOpen: false, isLeaving: true })
  return result
}

test('signing out where the outbox cannot be opened asks, and says so, instead of waiting for it', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  })
  const result = pressed()
  await vi.waitFor(() => expect(result.current).toMatchObject({ isQuestionOpen: true, isLeaving: false }))
  expect(session.token()).not.toBeNull()
})

test('signing out before the outbox was looked at asks about what lies in it', async () => {
  deviceOutbox.view.set({ ...deviceOutbox.view.get(), isLoaded: false, unavailable: null })
  const opened = await openOutboxDatabase(OUTBOX_NAME)
  if (!opened.ok) throw new Error(opened.refusal.words)
  await createOutbox(opened.value, Date.now).store(aNewFlag('a'), await sealOf('nurse'))
  const result = pressed()
  await vi.waitFor(() => expect(result.current).toMatchObject({ isQuestionOpen: true, isLeaving: false }))
  act(() => result.current.stay())
  expect(result.current.isQuestionOpen).toBe(false)
  opened.value.close()
})
