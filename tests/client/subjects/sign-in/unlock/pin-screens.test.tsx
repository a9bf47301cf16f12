// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { refusal } from '#contract/errors'
import { openUnlockRecords } from '#offline/unlock-records'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { BroadcastChannel } from 'node:worker_threads'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { STORED } from '../../../../../src/client/browser/device-storage'
import { connection } from '../../../../../src/client/device/offline/connection'
import { deviceUnlock, followDeviceUnlock } from '../../../../../src/client/device/unlock/device-unlock'
import { deviceLock, watchDeviceLock } from '../../../../../src/client/session/lock/device-lock'
import {
  LOCKED_OUT,
  NO_PIN,
  PIN_FAULTS,
  pinTries,
  PINS_DIFFER,
  wrongPin,
} from '../../../../../src/client/subjects/sign-in/unlock/pin-words'
import { WAY_WORDS, WORKS_OFFLINE } from '../../../../../src/client/subjects/sign-in/unlock/unlock-words'
import { NOW } from '../../../fixed-clock'
import { answers, holds, listOf, loses, ME, openApp, refuses, type Reply } from '../../../open-app'

/* A person uses the PIN of a tablet: it is offered, set, changed, removed and asked for. */

const PIN = '481502'
const recorded = answers(api.reportOfflineUnlock, undefined)

beforeEach(async () => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  await openUnlockRecords('equipoise-unlock').deleteOthers(null)
})

const open = (at: string, ...replies: Reply[]) => {
  // Watched before the sign-in, as it locks the session that follows.
  onTestFinished(watchDeviceLock(window))
  onTestFinished(deviceLock.open)
  const app = openApp(at, [
    ...replies,
    recorded,
    answers(api.listTrials, listOf()),
    answers(api.listOwnSessions, { data: [] }),
    answers(api.listOwnNotifications, { data: [] }),
  ])
  onTestFinished(followDeviceUnlock())
  return app
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = async () => within(await screen.findByRole('dialog', { name: /PIN for this tablet$/ }))
const types = (pin: string) => {
  const keys = within(screen.getByRole('group', { name: 'Keypad' }))
  for (const digit of pin) fireEvent.click(keys.getByRole('button', { name: digit }))
}
const submits = (name: RegExp) => {
  const form = screen.getByLabelText(name, { selector: 'input' }).closest('form')
  if (form) fireEvent.submit(form)
}
const sets = async (pin: string, again = pin) => {
  await inDialog()
  types(pin)
  submits(/New PIN/)
  await screen.findByLabelText('Enter the new PIN again')
  types(again)
  submits(/again/)
}
/** A browser that finds no room for Argon2id. */
const isShortOfMemory = () => {
  const short = vi.spyOn(WebAssembly, 'instantiate').mockRejectedValue(new RangeError('Out of memory'))
  onTestFinished(() => short.mockRestore())
}
const setsInProfile = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Set PIN' }))
  await sets(PIN)
  await screen.findByRole('button', { name: 'Change PIN' })
}

describe('in the profile', () => {
  test('a PIN is set, and nothing of it is sent', async () => {
    const { sent } = open('/user-profile')
    await setsInProfile()
    const [report] = sent.filter(({ call }) => call.endsWith('offline-unlocks'))
    expect(report?.body).toEqual({
      device_id: expect.any(String),
      event: 'pin_set',
      performed_at: new Date(NOW).toISOString(),
      wrong_tries: 0,
    })
    expect(JSON.stringify(sent)).not.toContain(PIN)
    expect(JSON.stringify(localStorage)).not.toContain(PIN)
  })

  test('a PIN that is easy to guess, short, or differs the second time is not set', async () => {
    const { sent } = open('/user-profile')
    fireEvent.click(await screen.findByRole('button', { name: 'Set PIN' }))
    await inDialog()
    for (const [pin, words] of [
      ['4815', PIN_FAULTS.incomplete],
      ['111111', PIN_FAULTS.repeated],
      ['654321', PIN_FAULTS.in_order],
    ] as const) {
      fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: pin } })
      submits(/New PIN/)
      expect(await screen.findByText(words)).toBeDefined()
    }
    fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: '' } })
    await sets(PIN, '481503')
    expect(await screen.findByText(PINS_DIFFER)).toBeDefined()
    expect(sent).toEqual([])
  })

  test('a refused PIN is deleted from the field, so that the next digits are those of another one', async () => {
    open('/user-profile')
    fireEvent.click(await screen.findByRole('button', { name: 'Set PIN' }))
    await inDialog()
    const field = () => screen.getByLabelText<HTMLInputElement>('New PIN').value
    types('4815')
    submits(/New PIN/)
    await screen.findByText(PIN_FAULTS.incomplete)
    expect(field()).toBe('4815')
    fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: '111111' } })
    submits(/New PIN/)
    await screen.findByText(PIN_FAULTS.repeated)
    expect(field()).toBe('')
    types('48')
    expect(field()).toBe('48')
  })

  test('where the server does not record it, no PIN is set', async () => {
    open('/user-profile', loses(api.reportOfflineUnlock))
    fireEvent.click(await screen.findByRole('button', { name: 'Set PIN' }))
    await sets(PIN)
    expect(await screen.findByText(NO_PIN.not_set)).toBeDefined()
    expect(deviceUnlock.view.get()).toMatchObject({ isRead: true, ways: [] })
  })

  test('where the tablet cannot store it, no PIN is set, and the words do not blame the connection', async () => {
    open('/user-profile')
    fireEvent.click(await screen.findByRole('button', { name: 'Set PIN' }))
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    onTestFinished(() => full.mockRestore())
    await sets(PIN)
    expect(await screen.findByText(NO_PIN.not_stored)).toBeDefined()
    expect(deviceUnlock.view.get()).toMatchObject({ isRead: true, ways: [] })
  })

  test('where the tablet is short of memory, no PIN is set, and the words do not blame its storage', async () => {
    open('/user-profile')
    fireEvent.click(await screen.findByRole('button', { name: 'Set PIN' }))
    isShortOfMemory()
    await sets(PIN)
    expect(await screen.findByText(NO_PIN.no_memory)).toBeDefined()
    expect(NO_PIN.no_memory).not.toContain('storage')
    expect(deviceUnlock.view.get()).toMatchObject({ isRead: true, ways: [] })
  })

  test('a PIN that the tablet cannot remove stays, and its person learns of it', async () => {
    open('/user-profile')
    await setsInProfile()
    const silent = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('silent', 'UnknownError')
    })
    onTestFinished(() => silent.mockRestore())
    await press('Remove PIN')
    expect(await screen.findByText(WAY_WORDS.pin.isNotRemoved)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Change PIN' })).toBeDefined()
  })

  test('setting one asks for a fresh sign-in, and without it sets none', async () => {
    open('/user-profile', refuses(api.reportOfflineUnlock, refusal('sign_in_not_fresh')))
    fireEvent.click(await screen.findByRole('button', { name: 'Set PIN' }))
    await sets(PIN)
    const asked = within(await screen.findByRole('dialog', { name: 'Sign in again to confirm that it is you' }))
    fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(NO_PIN.not_confirmed)).toBeDefined()
    expect(deviceUnlock.view.get()).toMatchObject({ isRead: true, ways: [] })
  })

  test('a PIN is removed', async () => {
    const { sent } = open('/user-profile')
    await setsInProfile()
    await press('Remove PIN')
    await screen.findByRole('button', { name: 'Set PIN' })
    await waitFor(() =>
      expect(sent.map(({ body }) => body)).toContainEqual(expect.objectContaining({ event: 'pin_removed' })),
    )
  })
})

describe('on home', () => {
  const OFFER = 'Unlock this tablet offline'

  test('a PIN is offered, until the person declines it on this tablet', async () => {
    const { go } = open('/')
    await screen.findByText(OFFER)
    await press('Not now')
    await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull())
    await go('/user-profile')
    await screen.findByRole('button', { name: 'Set PIN' })
    await go('/')
    await screen.findByRole('heading', { name: 'Active trials' })
    expect(screen.queryByText(OFFER)).toBeNull()
    expect(localStorage.getItem(STORED.unlockDeclined)).toBe(JSON.stringify([String(ME.id)]))
  })

  test('is not offered without a connection', async () => {
    open('/')
    await screen.findByText(OFFER)
    act(() => connection.set({ state: 'offline', since: NOW, doubts: 2 }))
    expect(screen.queryByText(OFFER)).toBeNull()
  })
})

describe('on the locked page', () => {
  const lock = () =>
    act(() => {
      localStorage.setItem(STORED.lock, String(ME.id))
      deviceLock.followStorage()
    })
  const losesConnection = () => act(() => connection.set({ state: 'offline', since: NOW, doubts: 2 }))
  const FIELD = ['PIN for this tablet', { selector: 'input' }] as const
  const tries = async (pin: string) => {
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(...FIELD).disabled).toBe(false))
    types(pin)
    submits(/^PIN for/)
  }
  const isLocked = () => screen.findByRole('heading', { name: 'This screen is locked' })
  const locked = async (...replies: Reply[]) => {
    const app = open('/user-profile', ...replies)
    await setsInProfile()
    lock()
    await isLocked()
    return app
  }
  const isDrawnBelow = () => document.querySelector('#main')?.textContent !== ''

  test('the PIN is asked for only while there is no connection', async () => {
    await locked()
    await screen.findByText(/can sign in to continue/)
    expect(screen.queryByLabelText(...FIELD)).toBeNull()
    losesConnection()
    await screen.findByText('It was not used for a while. Grace Okafor can enter their PIN to continue.')
    await screen.findByLabelText(...FIELD)
    expect([screen.getByText(WORKS_OFFLINE), screen.getByText(pinTries(5))]).toHaveLength(2)
    act(() => connection.set({ state: 'online', since: NOW, doubts: 0 }))
    await waitFor(() => expect(screen.queryByLabelText(...FIELD)).toBeNull())
  })

  test('a wrong PIN says how many tries are left, and the right one opens', async () => {
    await locked()
    losesConnection()
    await screen.findByLabelText(...FIELD)
    expect(screen.getByLabelText<HTMLInputElement>(...FIELD).type).toBe('password')
    await tries('481503')
    await screen.findByText(wrongPin(4))
    expect(screen.getByLabelText<HTMLInputElement>(...FIELD).value).toBe('')
    await tries(PIN)
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'This screen is locked' })).toBeNull())
  })

  test('the fifth wrong PIN ends it, and the page says what to do', async () => {
    await locked()
    losesConnection()
    await screen.findByLabelText(...FIELD)
    const sub = String(ME.id)
    const spent = { id: 'spent', sub, event: 'locked_out', performed_at: NOW, wrong_tries: 5 } as const
    for (let count = 0; count < 4; count += 1) await openUnlockRecords('equipoise-unlock').spendTry(sub, spent)
    await tries('481503')
    await screen.findByText(LOCKED_OUT)
    expect(screen.queryByLabelText(...FIELD)).toBeNull()
  })
  test('with a PIN, nothing is drawn or requested below until the PIN opens', async () => {
    let asked = 0
    const counting: Reply = {
      endpoint: api.getTrial,
      respond: () => {
        asked += 1
        return new Promise(() => {})
      },
    }
    const { go, address } = await locked(counting, holds(api.getTrialPermission))
    await waitFor(() => expect(isDrawnBelow()).toBe(false))
    await act(() => go('/trials/1'))
    expect([address(), isDrawnBelow(), asked]).toEqual(['/trials/1', false, 0])
    losesConnection()
    await screen.findByLabelText(...FIELD)
    await tries(PIN)
    await waitFor(() => expect(asked).toBeGreaterThan(0))
  })

  test('without a PIN, the page below stays as it is', async () => {
    open('/user-profile')
    await screen.findByRole('button', { name: 'Set PIN' })
    lock()
    await isLocked()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    expect(screen.getByRole('button', { name: 'Set PIN', hidden: true })).toBeDefined()
  })
})

describe('in a browser without passkeys', () => {
  test('the profile says so, and offers none', async () => {
    open('/user-profile')
    await screen.findByText(WAY_WORDS.passkey.impossible)
    await screen.findByRole('button', { name: 'Set PIN' })
    expect(screen.queryByRole('button', { name: 'Set passkey' })).toBeNull()
  })
})
