// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createBusyRegistry } from '../../../../src/client/browser/busy'
import { UpdateBanner } from '../../../../src/client/app/update/update-banner'
import { createUpdates } from '../../../../src/client/app/update/updates'
import { theme } from '../../../../src/client/ui/theme'

afterEach(cleanup)

const updateButton = () => screen.queryByRole('button', { name: 'Update now' })

/** The banner on a page with a dirty form, so that a new version is offered and not applied. */
function aBannerOnABusyPage() {
  const busy = createBusyRegistry()
  const calls = { applied: 0 }
  const updates = createUpdates({
    busy,
    hasInteracted: () => true,
    isEngaged: () => true,
    now: () => 0,
    after: () => undefined,
    applyUpdate: () => {
      calls.applied += 1
    },
    reload: () => undefined,
  })
  render(
    <MantineProvider theme={theme}>
      <UpdateBanner updates={updates} />
    </MantineProvider>,
  )
  return { busy, calls, updates }
}

describe('the update banner', () => {
  test('is empty while there is no new version', () => {
    aBannerOnABusyPage()
    expect(updateButton()).toBeNull()
  })

  test('waits until a request has been sent', async () => {
    const { busy, calls, updates } = aBannerOnABusyPage()
    const sent = busy.hold('sending')
    act(() => updates.found('waiting'))
    expect(updateButton()?.hasAttribute('disabled')).toBe(true)
    await act(async () => sent())
    expect(updateButton()?.hasAttribute('disabled')).toBe(false)
    expect(calls.applied).toBe(0)
  })

  test('goes away with "Later"', () => {
    const { calls, updates } = aBannerOnABusyPage()
    act(() => updates.found('waiting'))
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(updateButton()).toBeNull()
    expect(calls.applied).toBe(0)
  })

  test('applies the update once and shows that it does', () => {
    const { calls, updates } = aBannerOnABusyPage()
    act(() => updates.found('waiting'))
    fireEvent.click(screen.getByRole('button', { name: 'Update now' }))
    const button = updateButton()
    expect(button?.hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('button', { name: 'Later' }).hasAttribute('disabled')).toBe(true)
    expect(calls.applied).toBe(1)
  })
})
