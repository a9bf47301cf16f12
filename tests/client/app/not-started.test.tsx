// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connection, initialConnection } from '../../../src/client/device/offline/connection'
import { session } from '../../../src/client/session/this-session'
import { NotStarted } from '../../../src/client/app/not-started'
import { theme } from '../../../src/client/ui/theme'
import { NOW } from '../fixed-clock'
import { aToken } from '../tokens'

/* The first screen while the kind of instance is not known yet, for example signed out and without an answer. */

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  connection.set(initialConnection(0))
})

const pendingQuery = { error: null, refetch: () => new Promise<never>(() => {}) }
const show = () =>
  render(
    <MantineProvider theme={theme}>
      <NotStarted query={pendingQuery} />
    </MantineProvider>,
  )
const liveText = () => document.querySelector('[aria-live]')?.textContent
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

describe('a server that gives no answer', () => {
  test('is reported after a second, not before: answers are sometimes slow', () => {
    show()
    pass(999)
    expect(liveText()).toBe('')
    pass(1)
    expect(liveText()).toContain('The server has not answered yet')
    expect(liveText()).not.toContain('No connection')
  })

  test('is reported at once while it is known to be away', () => {
    connection.set({ state: 'offline', since: 0, doubts: 2 })
    show()
    expect(liveText()).toContain('No connection')
    expect(liveText()).not.toContain('session')
  })
})

test('the expiry of the session is shown without the server', () => {
  session.start(aToken('nurse', NOW / 1000 + 60))
  vi.setSystemTime(NOW + 60_000)
  session.endIfExpired()
  show()
  expect(liveText()).toBe('')
  pass(1000)
  expect(liveText()).toContain('Your session has expired. Please sign in again')
  expect(liveText()).toContain('The server has not answered yet')
})
