import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { launchChromiumIn } from '../support/chromium'
import { givePacks } from '../support/many-packs'
import { startServer, type ServerProcess } from '../support/server-process'
import { TOKEN } from '../support/visitor'
import { median } from './median'

type Row = Record<string, string | number>

/** The number of measurements of each; the middle one counts. */
const RUNS = 3
const PACKS = 5000
/** The factors by which the processor is slowed. */
const SPEEDS = [
  { device: 'as it is', slowed: 1 },
  { device: 'slowed 4×', slowed: 4 },
] as const

/**
 * Milliseconds from the opening of the app, in a new browser process and with the server dead, to its first row. Then
 * those of a refresh of a large inventory, with the longest task on the page's thread.
 */
export const offlineStarts = async (work: string): Promise<Row[]> => {
  const place = { database_url: undefined, data_dir: join(work, 'offline') }
  const profile = join(work, 'tablet')
  const trialId = await stockedTrial(place)
  const server = await startServer(place)
  let isAlive = true
  try {
    const pages = ['/trials', `/trials/${trialId}/study-packs`] as const
    const refreshes = await keepOnTablet(server, profile, pages)
    await server.kill()
    isAlive = false
    const rows: Row[] = []
    for (const { device, slowed } of SPEEDS) {
      const [list, packs] = await coldStarts(server.url, profile, pages, slowed)
      const refresh = refreshes.get(slowed)
      rows.push({
        device,
        'trials, first row (ms)': list ?? Number.NaN,
        'packs, first row (ms)': packs ?? Number.NaN,
        'refresh of 5,000 packs (ms)': refresh?.ms ?? Number.NaN,
        'longest task (ms)': refresh?.longest ?? Number.NaN,
      })
    }
    return rows
  } finally {
    if (isAlive) await server.kill()
    rmSync(profile, { recursive: true, force: true })
  }
}

const stockedTrial = async (place: { database_url: undefined; data_dir: string }): Promise<number> => {
  const server = await startServer(place)
  const { id } = await server.ask('POST', 'trials', {
    title: 'Packs on a tablet',
    start_on: '2024-01-01',
    end_on: '2030-12-31',
    org_name: 'Bench',
    is_managing_packs: true,
    is_site_managing_packs: true,
    sites: Array.from({ length: 20 }, (_, n) => ({ title: `Hospital ${n + 1}` })),
    study_groups: [{ name: 'Aspirin' }, { name: 'Placebo' }],
  })
  await server.stop()
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    await givePacks(database.queries, id, { count: PACKS, around: '2026-11-21' })
  } finally {
    await database.close()
  }
  return id
}

/** Opens the pages while the server runs, so that the tablet stores them, and times a refresh of the packs. */
const keepOnTablet = async (
  server: ServerProcess,
  profile: string,
  [list, packs]: readonly [string, string],
): Promise<Map<number, Refresh>> => {
  const tablet = await launchChromiumIn(profile)
  try {
    const page = await tablet.newPage()
    await page.goto(server.url)
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN, server.token] as const)
    await page.evaluate(() => navigator.serviceWorker.ready)
    for (const path of [list, packs]) {
      await page.goto(`${server.url}${path}`)
      await page.locator('main tbody tr').first().waitFor()
    }
    const refreshes = new Map<number, Refresh>()
    for (const { slowed } of SPEEDS) {
      await slow(tablet, page, slowed)
      const measured: Refresh[] = []
      for (let run = 0; run < RUNS; run += 1) measured.push(await page.evaluate(refresh))
      refreshes.set(slowed, {
        ms: Math.round(median(measured.map(({ ms }) => ms))),
        longest: Math.round(Math.max(...measured.map(({ longest }) => longest))),
      })
    }
    return refreshes
  } finally {
    await tablet.close()
  }
}

/** The median time of each page until its first row, in milliseconds; a new browser process opens it each time. */
const coldStarts = async (
  origin: string,
  profile: string,
  pages: readonly string[],
  slowed: number,
): Promise<number[]> => {
  const medians: number[] = []
  for (const path of pages) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const tablet = await launchChromiumIn(profile)
      const page = await tablet.newPage()
      await slow(tablet, page, slowed)
      await page.addInitScript(markFirstRow)
      await page.goto(`${origin}${path}`)
      await page.waitForFunction(() => performance.getEntriesByName('first row').length > 0)
      times.push(await page.evaluate(() => performance.getEntriesByName('first row')[0]?.startTime ?? NaN))
      await tablet.close()
    }
    medians.push(Math.round(median(times)))
  }
  return medians
}

const slow = async (tablet: BrowserContext, page: Page, rate: number): Promise<void> => {
  const browser = await tablet.newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Marks the time at which the first row of a list was drawn. */
const markFirstRow = () => {
  const observer = new MutationObserver(() => {
    if (document.querySelector('main tbody tr') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('first row')))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/**
 * `longest` is the longest task of the page's thread meanwhile. The browser reports those over 50 ms, so 0 means none.
 */
type Refresh = { ms: number; longest: number }

/**
 * Returns to the page until its data are stale, requested again and drawn. It must not call functions outside itself:
 * they do not exist in the page.
 */
const refresh = async (): Promise<Refresh> => {
  const tasks: PerformanceEntry[] = []
  const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  watch.observe({ type: 'longtask' })
  // The browser only remembers a few hundred requests.
  performance.clearResourceTimings()
  let entry: PerformanceEntry | undefined
  while (entry === undefined) {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    entry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/study-packs'))
  }
  // Everything visible is drawn by then.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  watch.disconnect()
  const began = entry.startTime
  const own = tasks.filter(({ startTime }) => startTime >= began)
  const ends = [entry, ...own].map(({ startTime, duration }) => startTime + duration)
  return { ms: Math.max(...ends) - began, longest: Math.max(0, ...own.map(({ duration }) => duration)) }
}
