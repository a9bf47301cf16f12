// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { InstallHint } from '../../../../src/client/device/offline/install-hint'
import { wayToInstall, watchInstallOffer } from '../../../../src/client/device/offline/install-offer'
import { theme } from '../../../../src/client/ui/theme'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const TITLE = 'Install the app on this tablet'

test.each([
  {
    browser: 'Safari on an iPad',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    maxTouchPoints: 5,
    way: 'by_hand',
  },
  {
    browser: 'Safari on an iPhone',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)',
    maxTouchPoints: 5,
    way: 'by_hand',
  },
  {
    browser: 'Safari on a Mac',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    maxTouchPoints: 0,
    way: null,
  },
  { browser: 'Firefox on Linux', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0, way: null },
])('in $browser the app is installed $way', ({ userAgent, maxTouchPoints, way }) => {
  const browser = { userAgent, maxTouchPoints }
  expect(wayToInstall(null, browser, false)).toBe(way)
  expect(wayToInstall(() => {}, browser, false)).toBe('by_question')
  expect(wayToInstall(() => {}, browser, true)).toBeNull()
})

test('the browser’s offer becomes a button that asks once; the hint vanishes with it, and for good when it was dismissed', () => {
  const stop = watchInstallOffer(window)
  const show = () =>
    render(
      <MantineProvider theme={theme}>
        <InstallHint />
      </MantineProvider>,
    )
  show()
  expect(screen.queryByText(TITLE)).toBeNull()
  let prompts = 0
  const offers = () => {
    const prompt = () => Promise.resolve((prompts += 1))
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    act(() => void window.dispatchEvent(event))
    return event.defaultPrevented
  }
  expect(offers()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Install the app' }))
  expect(prompts).toBe(1)
  expect(screen.queryByText(TITLE)).toBeNull()

  offers()
  fireEvent.click(screen.getByRole('button', { name: 'Do not show this again' }))
  cleanup()
  show()
  expect(screen.queryByText(TITLE)).toBeNull()
  stop()
})
