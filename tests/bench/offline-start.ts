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

/** How often each is measured; the middle one counts. */
const RUNS = 3
const PACKS = 5000
/** By how much the processor is slowed. */
const SPEEDS = [
  { device: 'as it is', slowed: 1 },
  { device: 'slowed 4×', slowed: 4 },
] as const

/**
 * Milliseconds from the opening of the app, in a new browser process and with the server dead, to its first row; and those that
 * a refresh of a large inventory takes, with the longest task on the page's thread.
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

/** Opens the pages with the server there, so that the tablet keeps them, and measures what a refresh of the packs takes. */
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

/** Each page opened so often by a new browser process; the middle time of each until its first row, in milliseconds. */
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

/** Marks the moment at which the first row of a list has been drawn. */
const markFirstRow = () => {
  const observer = new MutationObserver(() => {
    if (document.querySelector('main tbody tr') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('first row')))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** `longest` is the longest task of the page's thread meanwhile; the browser tells those over 50 ms, so that 0 is none. */
type Refresh = { ms: number; longest: number }

/**
 * Comes back to the page until what it shows is no longer fresh, is asked for again and drawn. It names no function
 * of its own: the page would not know what is put in the place of the name.
 */
const refresh = async (): Promise<Refresh> => {
  const tasks: PerformanceEntry[] = []
  const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  watch.observe({ type: 'longtask' })
  // The browser remembers a few hundred requests, and no more.
  performance.clearResourceTimings()
  let entry: PerformanceEntry | undefined
  while (entry === undefined) {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    entry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/study-packs'))
  }
  // What is drawn of it is drawn by then.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  watch.disconnect()
  const began = entry.startTime
  const own = tasks.filter(({ startTime }) => startTime >= began)
  const ends = [entry, ...own].map(({ startTime, duration }) => startTime + duration)
  return { ms: Math.max(...ends) - began, longest: Math.max(0, ...own.map(({ duration }) => duration)) }
}
