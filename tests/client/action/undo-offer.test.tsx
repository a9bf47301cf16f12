// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { notifications, Notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNDO_NOT_KNOWN } from '../../../src/client/safety-words'
import { UndoOffer, type UndoOfferProps } from '../../../src/client/action/undo-offer'

const PROBLEM = { type: 'about:blank', title: 'Not undone', status: 409, code: 'not_undone' } as const
const REQUEST = {
  method: 'POST',
  path: 'trials/1/participants/2/flag',
  at: '2026-11-27T10:42:00.000Z',
  request_id: 'r-1',
}

/* An action can be undone for ten seconds. Slow readers and keyboard users have longer. */

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  act(() => notifications.clean())
  cleanup()
  vi.useRealTimers()
})

const offer = (send: UndoOfferProps['send']) => {
  render(
    <MantineProvider env="test">
      <button>Before</button>
      <Notifications />
    </MantineProvider>,
  )
  act(() => {
    notifications.show({
      id: 'undo',
      autoClose: false,
      message: <UndoOffer id="undo" done="Participant 12 is flagged." undone="It is unflagged again." send={send} />,
    })
  })
  return screen.getByRole('button', { name: 'Undo' })
}

const isOffered = () => screen.queryByText('Participant 12 is flagged.') !== null
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

test('it is read out, can be pressed for ten seconds, and is gone then', async () => {
  offer(() => Promise.resolve(null))
  expect(screen.getByRole('alert').textContent).toContain('Participant 12 is flagged.')
  await wait(9)
  expect(isOffered()).toBe(true)
  await wait(2)
  await waitFor(() => expect(isOffered()).toBe(false))
})

test('it stays while the pointer or the focus is on it', async () => {
  const button = offer(() => Promise.resolve(null))
  fireEvent.mouseEnter(button)
  await wait(30)
  expect(isOffered()).toBe(true)
  fireEvent.mouseLeave(button)
  act(() => button.focus())
  await wait(30)
  expect(isOffered()).toBe(true)
  act(() => screen.getByRole('button', { name: 'Before' }).focus())
  await wait(11)
  await waitFor(() => expect(isOffered()).toBe(false))
})

test('after the undo it says so, and the focus returns', async () => {
  const button = offer(() => Promise.resolve(null))
  const before = screen.getByRole('button', { name: 'Before' })
  act(() => before.focus())
  act(() => button.focus())
  fireEvent.click(button)
  await screen.findByText('It is unflagged again.')
  expect(document.activeElement).toBe(before)
  await waitFor(() => expect(isOffered()).toBe(false))
})

test("a refusal is shown in the server's words, and the undo is not offered again", async () => {
  const message = 'Nothing was undone: it has been changed again since'
  const button = offer(() =>
    Promise.resolve({
      kind: 'refused',
      status: 409,
      problem: { ...PROBLEM, detail: message, message },
      request: REQUEST,
    }),
  )
  fireEvent.click(button)
  await screen.findByText('Not undone')
  await waitFor(() => expect(isOffered()).toBe(false))
})

test('a lost answer is called neither undone nor refused, and the undo can be pressed again', async () => {
  const button = offer(() => Promise.resolve({ kind: 'network', code: 'ECONNABORTED', request: REQUEST }))
  fireEvent.click(button)
  await screen.findByText(UNDO_NOT_KNOWN.title)
  expect(screen.queryByText('Not undone')).toBeNull()
  await wait(11)
  expect(isOffered()).toBe(true)
})
