// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CannotSave } from '../../../../src/client/device/outbox/cannot-save'
import { deviceOutbox } from '../../../../src/client/device/outbox/device-outbox'
import { UNREAD_OUTBOX, type OutboxView } from '../../../../src/client/device/outbox/outbox-view'
import { theme } from '../../../../src/client/ui/theme'
import { NOTHING_CAN_BE_SAVED } from '../../../../src/client/safety-words'

/* A browser that gives the app no storage, or none within three seconds. */

afterEach(() => {
  cleanup()
  deviceOutbox.view.set(UNREAD_OUTBOX)
})

const becomes = (view: Partial<OutboxView>) =>
  act(() => deviceOutbox.view.set({ ...UNREAD_OUTBOX, isLoaded: true, ...view }))

test('is shown on every page, and no longer once the storage opens', () => {
  render(
    <MantineProvider theme={theme}>
      <CannotSave />
    </MantineProvider>,
  )
  expect(screen.queryByRole('alert')).toBeNull()
  becomes({ unavailable: { cause: 'not_kept', words: 'The storage of this browser does not answer' } })
  expect(screen.getByRole('alert').textContent).toContain(NOTHING_CAN_BE_SAVED.title)
  expect(screen.getByRole('alert').textContent).toContain(NOTHING_CAN_BE_SAVED.words)
  becomes({ unavailable: null })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('is not shown for storage that a newer version has changed: a reload solves that', () => {
  render(
    <MantineProvider theme={theme}>
      <CannotSave />
    </MantineProvider>,
  )
  becomes({ unavailable: { cause: 'newer', words: 'A newer version of the app has changed the stored data' } })
  expect(screen.queryByRole('alert')).toBeNull()
})
