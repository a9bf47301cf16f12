import { describe, expect, test } from 'vitest'
import { deviceStorage, STORED } from '../../../../src/client/browser/device-storage'
import { askForPersistence, persistenceNow } from '../../../../src/client/device/offline/persistence'
import type { SessionState } from '../../../../src/client/session/session-store'
import { createStore } from '../../../../src/client/browser/store'
import { memoryStorage } from '../../memory-storage'
import { aNewFlag, stored } from '../outbox/some-actions'

const SIGNED_OUT: SessionState = { session: null, ended: 'none', last_sub: null }
const SIGNED_IN: SessionState = { session: { token: 't', sub: 'nurse', id: 's', expires_at: 0 }, ended: null }

/** A browser that does or does not promise persistence, and counts the requests for it. */
const aBrowser = (promises: boolean) => {
  const requests = { times: 0, isPersisted: false }
  const persist = () => {
    requests.times += 1
    requests.isPersisted = promises
    return Promise.resolve(promises)
  }
  return { requests, browser: { storage: { persist, persisted: () => Promise.resolve(requests.isPersisted) } } }
}

/** A person at this browser, whose session and outbox the test changes. */
const aDevice = (promises: boolean) => {
  const { requests, browser } = aBrowser(promises)
  const storage = deviceStorage(() => local)
  const local = memoryStorage()
  const session = createStore<SessionState>(SIGNED_OUT)
  const outbox = createStore({ content: { actions: new Array<ReturnType<typeof stored>>() } })
  const open = () => askForPersistence(browser, storage, { session, outbox })
  return { requests, browser, storage, session, outbox, open }
}

describe('the browser is asked not to delete stored data', () => {
  test('when a person is signed in, once on this device', () => {
    const { requests, session, open } = aDevice(false)
    const close = open()
    expect(requests.times).toBe(0)
    session.set(SIGNED_IN)
    session.set(SIGNED_OUT)
    session.set({ ...SIGNED_IN })
    expect(requests.times).toBe(1)
    close()
    open()
    expect(requests.times).toBe(1)
  })

  test('and again with the first unsent action, once on each page', () => {
    const { requests, session, outbox, open } = aDevice(false)
    session.set(SIGNED_IN)
    open()
    for (const id of ['a', 'b']) outbox.set({ content: { actions: [stored(aNewFlag(id))] } })
    expect(requests.times).toBe(2)
  })

  test('not for a done action', () => {
    const { requests, storage, session, outbox, open } = aDevice(false)
    storage.write(STORED.persistenceRequested, '1')
    session.set(SIGNED_IN)
    open()
    outbox.set({ content: { actions: [stored(aNewFlag('a'), { state: 'done' })] } })
    expect(requests.times).toBe(0)
  })
})

describe('the state of the promise', () => {
  test.each([
    { promises: true, isAsked: false, expected: 'not_asked' },
    { promises: true, isAsked: true, expected: 'kept' },
    { promises: false, isAsked: true, expected: 'refused' },
  ])('promised $promises, asked $isAsked: $expected', async ({ promises, isAsked, expected }) => {
    const { browser, storage, session, open } = aDevice(promises)
    if (isAsked) session.set(SIGNED_IN)
    open()
    expect(await persistenceNow(browser, storage)).toBe(expected)
  })

  test('a browser that gives no answer, or fails, counts as unknown', async () => {
    const { storage } = aDevice(false)
    const failing = { persist: () => Promise.resolve(false), persisted: () => Promise.reject(new Error('blocked')) }
    expect(await persistenceNow({}, storage)).toBe('unknown')
    expect(await persistenceNow({ storage: failing }, storage)).toBe('unknown')
  })
})
