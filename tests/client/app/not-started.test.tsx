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

/* What every page shows while it is not known what the installation is, as where somebody is signed out and nothing is answered. */

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
const said = () => document.querySelector('[aria-live]')?.textContent
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

describe('a server that gives no answer', () => {
  test('is told of after a second, not before: an answer is slow at times', () => {
    show()
    pass(999)
    expect(said()).toBe('')
    pass(1)
    expect(said()).toContain('The server has not answered yet')
    expect(said()).not.toContain('No connection')
  })

  test('is told of at once where it is known to be away', () => {
    connection.set({ state: 'offline', since: 0, doubts: 2 })
    show()
    expect(said()).toContain('No connection')
    expect(said()).not.toContain('session')
  })
})

test('that the session has run out is said without the server', () => {
  session.start(aToken('nurse', NOW / 1000 + 60))
  vi.setSystemTime(NOW + 60_000)
  session.endIfExpired()
  show()
  expect(said()).toBe('')
  pass(1000)
  expect(said()).toContain('Your session has expired. Please sign in again')
  expect(said()).toContain('The server has not answered yet')
})
