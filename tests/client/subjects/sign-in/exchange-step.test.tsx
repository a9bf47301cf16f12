// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { loginFromPing } from '#contract/session'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { stoppedClock, testPortal, type TestPortal } from '../../../support/portal'
import { returnedFrom } from '../../../support/sign-in'
import { webBrowser } from '../../../support/web-browser'
import { pageAt } from '../../page-at'

/* The return from a sign-in provider: the whole app under React's StrictMode, with the real server. */

let portal: TestPortal
let exchanges = 0
let close = () => {}
beforeAll(async () => {
  portal = await testPortal({ clock: stoppedClock(new Date().toISOString()) })
})
afterAll(async () => {
  // The page's globals remain, as React may still finish scheduled work.
  close()
  await portal.stop()
})

/** Opens the app at the provider's return address, with the cookies of the browser that began. */
const openReturnPage = async () => {
  const browser = webBrowser()
  const address = await returnedFrom(portal, 'sso', 'administrator', browser)
  const cookies = browser.cookieLines().map((line) => line.split(';')[0])
  const { fetch } = globalThis
  pageAt(address.href)
  for (const name of Object.getOwnPropertyNames(window)) {
    if (!(name in globalThis)) vi.stubGlobal(name, Reflect.get(window, name))
  }
  // A page without a service worker and without locks.
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent })
  vi.stubGlobal('fetch', (request: Request) => {
    if (new URL(request.url).pathname.endsWith(loginFromPing.path)) exchanges += 1
    request.headers.set('Cookie', cookies.join('; '))
    return fetch(request)
  })
  const [{ cleanup, render, screen }, { App }, { startUpdates }] = await Promise.all([
    import('@testing-library/react'),
    import('../../../../src/client/app/app'),
    import('../../../../src/client/app/update/start-updates'),
  ])
  close = cleanup
  render(
    <StrictMode>
      <MantineProvider env="test">
        <App updates={startUpdates()} />
      </MantineProvider>
    </StrictMode>,
  )
  return screen
}

test('exchanges the one-time reference of a sign-in once under StrictMode, and opens the home page', async () => {
  const screen = await openReturnPage()
  expect(await screen.findByText(/Welcome, Grace Okafor/, {}, { timeout: 15_000 })).toBeDefined()
  expect(exchanges).toBe(1)
})
