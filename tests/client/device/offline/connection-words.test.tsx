// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connection, CONNECTION_STATES, initialConnection } from '../../../../src/client/device/offline/connection'
import { ConnectionPill } from '../../../../src/client/device/offline/connection-pill'
import { AgeNotice } from '../../../../src/client/device/offline/age-notice'
import { formatClock } from '../../../../src/client/ui/format-time'
import { theme } from '../../../../src/client/ui/theme'
import { NOW, stopClock } from '../../fixed-clock'

/* The words for each of the four states of the connection (src/specification/offline.md#the-connection). */

afterEach(() => {
  cleanup()
  connection.set(initialConnection(0))
})

const SINCE = Date.parse('2026-11-21T10:42:00.000Z')

const SAID = {
  online: ['Online', 'The server has not answered yet.'],
  degraded: ['Slow connection', 'Slow connection. The server has not answered yet.'],
  offline: [`Offline · since ${formatClock(SINCE)}`, 'No connection.'],
  intercepted: ['Sign in to the Wi-Fi', 'Sign in to the Wi-Fi to go online.'],
} as const

test.each(CONNECTION_STATES)('%s: the pill, and why stored content is shown', (state) => {
  stopClock()
  connection.set({ state, since: SINCE, doubts: 0 })
  const asOf = NOW - 12 * 60_000
  render(
    <MantineProvider theme={theme}>
      <ConnectionPill />
      <AgeNotice asOf={asOf} />
    </MantineProvider>,
  )
  const [pill, reason] = SAID[state]
  expect(screen.getByText(pill)).toBeDefined()
  const notice = screen.getByRole('status').textContent
  expect(notice).toBe(`${reason} Last updated ${formatClock(asOf)} (12 min ago).`)
})
