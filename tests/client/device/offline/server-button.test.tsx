// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connection, initialConnection, type ConnectionState } from '../../../../src/client/device/offline/connection'
import { OFFLINE_REASONS } from '../../../../src/client/offline-reasons'
import { ServerButton } from '../../../../src/client/device/offline/server-button'
import { theme } from '../../../../src/client/ui/theme'

let pressed = 0
let sent = 0
beforeEach(() => {
  pressed = 0
  sent = 0
})
afterEach(() => {
  cleanup()
  connection.set(initialConnection(0))
})

const setState = (state: ConnectionState) => connection.set({ state, since: 0, doubts: 2 })

const aForm = (isDisabled = false) => {
  render(
    <MantineProvider theme={theme}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent += 1
        }}
      >
        <ServerButton action="changeSettings" type="submit" disabled={isDisabled} onClick={() => (pressed += 1)}>
          Save
        </ServerButton>
      </form>
    </MantineProvider>,
  )
  return screen.getByRole('button', { name: 'Save' })
}

const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

test.each(['online', 'degraded'] as const)('%s, it is a button like any other', (state) => {
  setState(state)
  const button = aForm()
  fireEvent.click(button)
  expect([pressed, sent, button.getAttribute('aria-disabled')]).toEqual([1, 1, null])
})

test.each(['offline', 'intercepted'] as const)(
  '%s, it does nothing, can still be focused, and says why to screen readers',
  (state) => {
    setState(state)
    const button = aForm(true)
    fireEvent.click(button)
    expect([pressed, sent]).toEqual([0, 0])
    expect([button.getAttribute('aria-disabled'), button.hasAttribute('disabled')]).toEqual(['true', false])
    expect(reasonOf(button)).toBe(OFFLINE_REASONS.changeSettings)
    button.focus()
    expect(document.activeElement).toBe(button)
  },
)

test('a person whose focus is on it when the connection is lost stays there, and sees the reason', async () => {
  const button = aForm()
  act(() => button.focus())
  act(() => setState('offline'))
  expect(document.activeElement).toBe(button)
  fireEvent.blur(button)
  fireEvent.focus(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe(OFFLINE_REASONS.changeSettings)
})
