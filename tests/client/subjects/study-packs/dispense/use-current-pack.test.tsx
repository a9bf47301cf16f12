// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dispensingTrial, servedAt } from '../../../../support/dispensing'
import { openFaultProxy, type FaultProxy } from '../../../../support/fault-proxy'
import { stoppedClock, testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { packShown, type PackTrial } from '../../../../support/study-packs'
import { TOKEN } from '../../../../support/visitor'
import { NOW } from '../../../fixed-clock'
import { pageAt } from '../../../page-at'

/* A pack is open on the screen while the tablet sleeps. */

const load = async () => ({
  ...(await import('@testing-library/react')),
  ...(await import('../../../../../src/client/subjects/study-packs/dispense/use-current-pack')),
  ...(await import('../../../../../src/client/api/query-client')),
  ...(await import('../../../../../src/client/device/call')),
})
let portal: TestPortal
let front: FaultProxy
let trial: PackTrial
let app: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  // The page and the server have one clock.
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  portal = await testPortal({ clock: stoppedClock(new Date(NOW).toISOString()) })
  trial = await dispensingTrial(portal)
  front = await openFaultProxy()
  front.passTo(portal.url)
  pageAt(`${front.url}/`)
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent })
  localStorage.setItem(TOKEN, (await signedInAs(portal, 'pharmacist')).token)
  app = await load()
})
afterEach(async () => {
  vi.setSystemTime(NOW)
  app.cleanup()
  await front.heal()
})
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await front.goDown()
  await portal.stop()
})

/**
 * Opens the pack on the screen, as the server has just sent it. `seen` has how current the pack was at each render
 * since.
 */
const opened = async () => {
  const { pack: served } = await servedAt(trial)
  const pack = await packShown(trial, trial.people.pharmacist, served.id)
  const client = app.createQueryClient(app.call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const seen: string[] = []
  const listed = { pack, as_of: NOW }
  app.renderHook(
    () => {
      const { currentPack } = app.useCurrentPack({ id: trial.trial_id, is_dispense_checked: false }, listed)
      seen.push(
        currentPack === null
          ? 'nothing'
          : currentPack.isConfirmedByServer
            ? 'now'
            : currentPack.isRefetching
              ? 'refetching'
              : 'old',
      )
    },
    { wrapper },
  )
  const becomes = (how: string) => app.waitFor(() => expect(seen.at(-1)).toBe(how), { timeout: 15_000 })
  await becomes('now')
  return { seen, becomes }
}

/** Hours pass in which no timer runs, and then the page is shown again. */
const wakesAfter = (hours: number) => {
  vi.setSystemTime(NOW + hours * 3_600_000)
  app.act(() => void document.dispatchEvent(new window.Event('visibilitychange')))
}

test('without any answer it is awaited for a while, and then judged by its age', async () => {
  const { seen, becomes } = await opened()
  front.inflict('held', { method: 'GET', path: /\/study-packs\/\d+$/ })
  wakesAfter(2)
  expect(seen.at(-1)).toBe('refetching')
  await becomes('old')
})

test('with a connection it becomes the server’s answer again, never judged by its age', async () => {
  const { seen, becomes } = await opened()
  wakesAfter(2)
  expect(seen.at(-1)).toBe('refetching')
  await becomes('now')
  expect(seen).not.toContain('old')
})
