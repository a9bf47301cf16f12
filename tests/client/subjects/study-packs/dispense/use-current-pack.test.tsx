// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dispensingTrial, servedAt } from '../../../../support/dispensing'
import { openFaultProxy, type FaultProxy } from '../../../../support/fault-proxy'
import { stoppedClock, testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { packShown, type PackTrial } from '../../../../support/study-packs'
import { TOKEN } from '../../../../support/visitor'
import { aNewDispense, contentOf, stored } from '../../../device/outbox/some-actions'
import { NOW } from '../../../fixed-clock'
import { pageAt } from '../../../page-at'

/* A pack is open on the screen while the tablet sleeps. */

const load = async () => ({
  ...(await import('@testing-library/react')),
  ...(await import('../../../../../src/client/subjects/study-packs/dispense/use-current-pack')),
  ...(await import('../../../../../src/client/api/query-client')),
  ...(await import('../../../../../src/client/device/call')),
  ...(await import('../../../../../src/client/device/outbox/device-outbox')),
  ...(await import('../../../../../src/client/device/outbox/outbox-view')),
  ...(await import('../../../../../src/client/session/this-session')),
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
  app.deviceOutbox.view.set(app.UNREAD_OUTBOX)
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
  const { result } = app.renderHook(
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
      return currentPack
    },
    { wrapper },
  )
  const becomes = (how: string) => app.waitFor(() => expect(seen.at(-1)).toBe(how), { timeout: 15_000 })
  await becomes('now')
  return { pack, seen, becomes, shown: () => result.current }
}

/** Hours pass in which no timer runs, and then the page is shown again. */
const wakesAfter = (hours: number) => {
  vi.setSystemTime(NOW + hours * 3_600_000)
  app.act(() => void document.dispatchEvent(new window.Event('visibilitychange')))
}

/** The outbox sends the dispense of a pack, and the server accepts it at this time. */
const accepts = (packId: number, at: number) => {
  const author = { sub: app.session.state.get().session?.sub ?? '', name: 'Amara Hughes' }
  const action = stored({ ...aNewDispense('d', [packId]), author }, { state: 'done', call: null })
  const done = { ...action, receipt: { dispensed: [packId] }, notes: [{ at, event: 'accepted' as const, words: null }] }
  const content = { ...contentOf(), actions: [done] }
  app.act(() => app.deviceOutbox.view.set({ ...app.UNREAD_OUTBOX, isLoaded: true, content }))
}

test('a dispense that the server accepted while an older answer was on its way stays shown', async () => {
  const { pack, becomes, shown } = await opened()
  const held = front.inflict('held', { method: 'GET', path: /\/study-packs\/\d+$/ })
  wakesAfter(2)
  const requested = Date.now()
  await expect.poll(held.met).toBe(1)
  accepts(pack.id, requested + 1000)
  vi.setSystemTime(requested + 2000)
  held.lift()
  await becomes('now')
  expect(shown()).toMatchObject({ pack: { study_pack_status_id: studyPackStatusId('dispensed') }, as_of: requested })
})

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
