// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AssociationBadge } from '../../../../../src/client/subjects/people/users/association-badge'
import { theme } from '../../../../../src/client/ui/theme'
import { aShownUser } from '../../../a-shown-record'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Places the device in a zone: the zone of every format that names none. */
const deviceIn = (timeZone: string) => {
  const Format = Intl.DateTimeFormat
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locales, options) {
    return new Format(locales, { timeZone, ...options })
  })
  // Formats are stored by the device's offset: another zone has another.
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(timeZone.length)
}

test.each([
  ['America/New_York', 'Invited until 27 Nov 2026'],
  ['UTC', 'Invited until 28 Nov 2026'],
])('an invitation ends on the day that the device in %s has then', (zone, words) => {
  deviceIn(zone)
  const invitation = { sent_at: '2026-11-21T02:00:00.000Z', expires_at: '2026-11-28T02:00:00.000Z' }
  render(
    <MantineProvider theme={theme}>
      <AssociationBadge user={aShownUser({ invitation })} />
    </MantineProvider>,
  )
  expect(screen.getByText(words)).toBeDefined()
})
