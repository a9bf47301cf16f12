// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { importCells } from '#domain/study-packs/study-pack-import'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dispensingTrial } from '../../../../support/dispensing'
import { openFaultProxy, type FaultProxy } from '../../../../support/fault-proxy'
import { stoppedClock, testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { packsShown, type PackTrial } from '../../../../support/study-packs'
import { TOKEN } from '../../../../support/visitor'
import { aShownTrial } from '../../../a-shown-trial'
import { NOW } from '../../../fixed-clock'
import { pageAt } from '../../../page-at'
import type { ImportWork } from '../../../../../src/client/subjects/study-packs/import/import-worker-messages'

/* The data that a list is checked against come from the real server, over a network that can be disturbed. */

vi.setConfig({ expect: { poll: { timeout: 15_000 } } })

const load = async () => ({
  ...(await import('@testing-library/react')),
  ...(await import('../../../../../src/client/subjects/study-packs/import/use-import')),
  ...(await import('../../../../../src/client/subjects/study-packs/import/generated-rows')),
  ...(await import('../../../../../src/client/subjects/study-packs/import/import-packs')),
  ...(await import('../../../../../src/client/api/query-client')),
  ...(await import('../../../../../src/client/device/call')),
})
let portal: TestPortal
let front: FaultProxy
let trial: PackTrial
let app: Awaited<ReturnType<typeof load>>
let works: ImportWork[] = []

/** A stand-in for the browser's worker: it receives the text to check. */
class HeardWorker {
  addEventListener() {}
  terminate() {}
  postMessage(work: ImportWork) {
    works.push(work)
  }
}

beforeAll(async () => {
  // The page and the server have one clock.
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  portal = await testPortal({ clock: stoppedClock(new Date(NOW).toISOString()) })
  trial = await dispensingTrial(portal)
  front = await openFaultProxy()
  front.passTo(portal.url)
  pageAt(`${front.url}/`)
  // The app works without a worker and without locks, which this page does not have.
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent })
  vi.stubGlobal('Worker', HeardWorker)
  localStorage.setItem(TOKEN, (await signedInAs(portal, 'administrator')).token)
  app = await load()
})
afterEach(async () => {
  await front.heal()
  app.cleanup()
  works = []
})
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await front.goDown()
  await portal.stop()
})

const DAY_MS = 86_400_000

const rows = [importCells((column) => column)]

const opened = () => {
  const client = app.createQueryClient(app.call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return app.renderHook(() => app.useImport(aShownTrial({ id: trial.trial_id })), { wrapper })
}

test('a list is judged by the day of the server, not of a device whose clock is a year ahead', async () => {
  // What an answer says of the time is by the true clock of its server.
  const today = () => new Date(performance.timeOrigin + performance.now()).toISOString().slice(0, 10)
  const before = today()
  vi.setSystemTime(NOW + 400 * DAY_MS)
  try {
    const { result } = opened()
    // The packs that are fetched for the first list bring the server's time.
    app.act(() => result.current.checkRows('a.csv', rows))
    await expect.poll(() => works).toHaveLength(1)
    expect([before, today()]).toContain(works[0]?.against.today)
  } finally {
    vi.setSystemTime(NOW)
  }
})

test('a list is checked against the ids of every pack of the trial', async () => {
  const { result } = opened()
  app.act(() => result.current.checkRows('a.csv', rows))
  await expect.poll(() => works).toHaveLength(1)
  const ids = (await packsShown(trial, trial.people.administrator)).map(({ pack_id }) => pack_id)
  expect(ids.length).toBeGreaterThan(0)
  expect(works[0]?.against.pack_ids.toSorted()).toEqual(ids.toSorted())
})

test('a list is checked alone where the packs cannot be fetched', async () => {
  front.inflict('answer_lost', { method: 'GET', path: /study-packs$/ })
  const { result } = opened()
  app.act(() => result.current.checkRows('a.csv', rows))
  await expect.poll(() => works).toHaveLength(1)
  expect(works[0]?.against.pack_ids).toEqual([])
})

test('of two lists chosen in turn, the first is no longer checked', async () => {
  const { result } = opened()
  app.act(() => result.current.checkRows('a.csv', rows))
  app.act(() => result.current.checkRows('b.csv', [...rows, ...rows]))
  await expect.poll(() => works.map(({ source }) => 'rows' in source && source.rows.length)).toEqual([2])
  expect(result.current.state).toMatchObject({ phase: 'reading', name: 'b.csv' })
})

test('rows from another screen are checked once, also under StrictMode', async () => {
  app.setGeneratedRows({ batch_id: 'B-7', rows })
  app.render(
    <StrictMode>
      <QueryClientProvider client={app.createQueryClient(app.call)}>
        <MantineProvider env="test">
          <app.ImportPacks trial={aShownTrial({ id: trial.trial_id })} />
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  await app.waitFor(() => expect(works.map(({ source }) => source)).toEqual([{ rows }]), { timeout: 15_000 })
  expect(app.getGeneratedRows()).toBeNull()
})
