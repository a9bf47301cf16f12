// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
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

/** Presses "Sign out" before the outbox is read. */
const pressed = () => {
  expect(deviceOutbox.view.get().isLoaded).toBe(false)
  const { result } = renderHook(useLeaving)
  act(() => result.current.press())
  expect(result.current).toMatchObject({ isQuestionOpen: false, isLeaving: true })
  return result
}

test('signing out while the outbox cannot be opened asks, and says so, instead of waiting', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  })
  const result = pressed()
  await vi.waitFor(() => expect(result.current).toMatchObject({ isQuestionOpen: true, isLeaving: false }))
  expect(session.token()).not.toBeNull()
})

test('signing out before the outbox was read asks about its content', async () => {
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
