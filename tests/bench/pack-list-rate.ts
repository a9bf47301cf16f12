import type { StudyPack } from '#contract/study-packs'
import type { PackFilter } from '#domain/study-packs/study-pack-filter'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { aShownPack } from '../client/a-shown-pack'
import { filterPacks, indexPacks } from '../../src/client/subjects/study-packs/list/pack-index'
import { packRows } from '../../src/client/subjects/study-packs/list/pack-rows'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { launchChromium } from '../support/chromium'
import { givePacks } from '../support/many-packs'
import { startServer, type ServerProcess } from '../support/server-process'
import { TOKEN } from '../support/visitor'
import { median } from './median'
import type { Row } from './table'

const SIZES = [1_000, 5_000, 20_000, 50_000]
const TODAY = '2026-11-21'
const ASKED = 21

/** Milliseconds in which packs are laid out once and then filtered by a search, as a trial's packs grow. */
export const packFilterRates = (): Row[] =>
  SIZES.map((count) => {
    const batches = somePacks(count)
    const index = indexPacks(batches)
    const search = { q: '77', status: [] } satisfies PackFilter
    const filters = { ...search, status: ['active', 'expired'], expiry: 'within_90_days' } satisfies PackFilter
    return {
      packs: count.toLocaleString('en-GB'),
      'laid out (ms)': timed(() => indexPacks(batches).entries()),
      'search (ms)': timed(() => packRows(filterPacks(index, search, TODAY))),
      'search and filters (ms)': timed(() => packRows(filterPacks(index, filters, TODAY))),
      'all of them (ms)': timed(() => packRows(filterPacks(index, { ...search, q: '' }, TODAY))),
    }
  })

/** Milliseconds in Chromium from the received answer to the drawn list, and those of its frames during scrolling. */
export const packListRates = async (work: string): Promise<Row[]> => {
  const place = { database_url: undefined, data_dir: join(work, 'packs') }
  const trials = await stockedTrials(place)
  const server = await startServer(place)
  const browser = await launchChromium()
  try {
    const rows: Row[] = []
    for (const { count, trialId } of trials) rows.push(await packListRate(server, browser, count, trialId))
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A trial of each size. No other process may have the embedded database open while its packs are inserted. */
const stockedTrials = async (place: { database_url: undefined; data_dir: string }) => {
  const server = await startServer(place)
  const trials: { count: number; trialId: number }[] = []
  for (const count of SIZES) {
    const { id } = await server.ask('POST', 'trials', {
      title: `${count} packs`,
      start_on: '2024-01-01',
      end_on: '2030-12-31',
      org_name: 'Bench',
      is_managing_packs: true,
      is_site_managing_packs: true,
      sites: Array.from({ length: 20 }, (_, n) => ({ title: `Hospital ${n + 1}` })),
      study_groups: [{ name: 'Aspirin' }, { name: 'Placebo' }],
    })
    trials.push({ count, trialId: id })
  }
  await server.stop()
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    for (const { count, trialId } of trials) await givePacks(database.queries, trialId, { count, around: TODAY })
  } finally {
    await database.close()
  }
  return trials
}

const packListRate = async (server: ServerProcess, browser: Browser, count: number, trialId: number): Promise<Row> => {
  const origins = [{ origin: server.url, localStorage: [{ name: TOKEN, value: server.token }] }]
  const storageState = { cookies: [], origins }
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, storageState })
  const page = await context.newPage()
  // The app is stored before the measurement, as on any day but the first.
  await page.goto(`${server.url}/trials`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.addInitScript(noteFirstRow)
  const openings: number[] = []
  for (let run = 0; run < OPENINGS; run += 1) {
    await page.goto(`${server.url}/trials/${trialId}/study-packs`)
    openings.push(await opening(page))
  }
  const still = await page.evaluate(framesWhile, 0)
  const frames = await page.evaluate(framesWhile, 120)
  await context.close()
  return {
    packs: count.toLocaleString('en-GB'),
    'opened (ms)': median(openings).toFixed(0),
    'fastest (ms)': Math.min(...openings).toFixed(0),
    'slowest (ms)': Math.max(...openings).toFixed(0),
    'frame (ms)': median(frames).toFixed(1),
    'late of 121': frames.filter((frame) => frame > LATE_MS).length,
    'late while it stands still': still.filter((frame) => frame > LATE_MS).length,
    'worst frame (ms)': Math.max(...frames).toFixed(1),
  }
}

/** The number of times that each list is opened. */
const OPENINGS = 7

/** Milliseconds from the received answer to the first drawn row. */
const opening = async (page: Page): Promise<number> => {
  await page.locator('tr[data-index="1"]').waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('first row').length > 0)
  return page.evaluate(() => {
    const answer = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/study-packs'))
    const drawn = performance.getEntriesByName('first row').at(0)
    const arrived = answer instanceof PerformanceResourceTiming ? answer.responseEnd : Number.NaN
    return (drawn?.startTime ?? Number.NaN) - arrived
  })
}

/** A longer frame has missed its turn at 60 a second, in milliseconds. */
const LATE_MS = 20

/** Marks the time at which the first row of packs was drawn. */
const noteFirstRow = () => {
  const observer = new MutationObserver(() => {
    if (document.querySelector('tr[data-index="1"]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('first row')))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** The times of 121 frames while the list is scrolled by this many px in each. */
const framesWhile = async (step: number): Promise<number[]> => {
  const times: number[] = []
  let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
  for (let at = 0; at < 121; at += 1) {
    scrollBy(0, step)
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    times.push(now - before)
    before = now
  }
  return times
}

const timed = (work: () => unknown): string => {
  const times = Array.from({ length: ASKED }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return median(times).toFixed(2)
}

const somePacks = (count: number): { batch_id: string; study_packs: StudyPack[] }[] => {
  const batches = Array.from({ length: Math.ceil(count / 1000) }, (_, n) => ({
    batch_id: `B${n + 1}`,
    study_packs: Array.from({ length: Math.min(1000, count - n * 1000) }, (_, at) =>
      somePack(n * 1000 + at, `B${n + 1}`),
    ),
  }))
  return batches
}

const somePack = (n: number, batch_id: string): StudyPack => ({
  ...aShownPack(),
  id: n + 1,
  pack_id: `A-${100_000 + ((n * 7919) % 900_000)}`,
  batch_id,
  study_pack_status_id: STUDY_PACK_STATUSES[n % STUDY_PACK_STATUSES.length]?.id ?? 1,
  site_id: 1 + (n % 20),
  duration: 28,
  expire_on: `2026-12-${String(1 + (n % 28)).padStart(2, '0')}`,
  last_allocation_date: '2026-11-30',
  is_confirmable: true,
  ...(n % 3 === 0 ? { participant: { id: n + 1, trial_sequence_no: n + 1 } } : {}),
})
