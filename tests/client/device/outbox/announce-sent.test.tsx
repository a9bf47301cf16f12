// @vitest-environment happy-dom
import type { StoredAction } from '#contract/stored-action'
import { notificationsStore } from '@mantine/notifications'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnnounceSent } from '../../../../src/client/device/outbox/announce-sent'
import { deviceOutbox } from '../../../../src/client/device/outbox/device-outbox'
import { UNREAD_OUTBOX } from '../../../../src/client/device/outbox/outbox-view'
import { session } from '../../../../src/client/session/this-session'
import { NOW } from '../../fixed-clock'
import { aToken } from '../../tokens'
import { aNewFlag, contentOf, stored } from './some-actions'

/** More than the outbox must be unchanged before sent actions are announced, in milliseconds. */
const A_WHILE = 5000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] })
  session.start(aToken('nurse'))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const showsFlag = (state: StoredAction['state']) =>
  act(() => deviceOutbox.view.set({ ...UNREAD_OUTBOX, content: contentOf(stored(aNewFlag('a'), { state })) }))
const announced = () => notificationsStore.getState().notifications.map(({ message }) => message)

const passes = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

/** A flag that waits on the open page, and is then confirmed by the server. */
const confirmsFlag = () => {
  showsFlag('waiting')
  render(<AnnounceSent />)
  showsFlag('done')
}

test('announces to its author that an action was sent and recorded', () => {
  confirmsFlag()
  passes(A_WHILE)
  expect(announced()).toEqual(['Sent and recorded: Flag participant 7'])
})

test.each([
  ['after a sign-out', () => session.end()],
  ['to the next person', () => session.start(aToken('pharmacist'))],
])('announces nothing of its author %s', (_, change) => {
  confirmsFlag()
  act(change)
  passes(A_WHILE)
  expect(announced()).toEqual([])
})
