import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { launchChromiumIn } from '../support/chromium'
import { givePacks } from '../support/many-packs'
import { signIn, startServer } from '../support/server-process'
import { TOKEN } from '../support/visitor'
import { largeWard, WARD_EMAIL } from './large-ward'
import { timeRefreshes } from './inventory-refresh'
import { median } from './median'
import { RUNS, slow, SPEEDS } from './slowed-tablet'

type Row = Record<string, string | number>

const PACKS = 5000
/** The participants, and the packs, of a ward whose pages are opened too. */
const WARD = 20_000
/** The first row of a list, and at home the first item of the day's work. */
const ROW = 'main tbody tr'
const ITEM = 'main li'

/** The time in which a page must appear, in milliseconds. It only ends what hangs. */
const PATIENCE_MS = 300_000

/** A page of the app, and what shows that its content is drawn. */
type Shown = { path: string; first: string }

/**
 * Milliseconds from the opening of the app, in a new browser process and with the server dead, to its first row: of an
 * administrator's lists, then of a pharmacist with a large ward. Then those of a refresh of a large inventory, with the
 * longest task on the page's thread.
 */
export const offlineStarts = async (work: string): Promise<Row[]> => {
  const place = { database_url: undefined, data_dir: join(work, 'offline') }
  const [profile, wardProfile] = [join(work, 'tablet'), join(work, 'ward')]
  const trialId = await stockedTrial(place)
  const wardId = await largeWard(place, WARD)
  const server = await startServer(place)
  let isAlive = true
  try {
    const lists: Shown[] = ['/trials', `/trials/${trialId}/study-packs`].map((path) => ({ path, first: ROW }))
    const ward: Shown[] = [
      { path: `/trials/${wardId}/participants`, first: ROW },
      { path: `/trials/${wardId}/study-packs`, first: ROW },
      { path: '/', first: ITEM },
    ]
    const refreshes = await onTablet(server.url, profile, server.token, lists, timeRefreshes)
    await onTablet(server.url, wardProfile, await signIn(server.url, WARD_EMAIL), ward, isReadyForOffline(wardId))
    await server.kill()
    isAlive = false
    const rows: Row[] = []
    for (const { device, slowed } of SPEEDS) {
      const [list, packs] = await coldStarts(server.url, profile, lists, slowed)
      const [ofWard, packsOfWard, home] = await coldStarts(server.url, wardProfile, ward, slowed)
      const refresh = refreshes.get(slowed)
      rows.push({
        device,
        'trials (ms)': list ?? Number.NaN,
        'packs of 5,000 (ms)': packs ?? Number.NaN,
        'home (ms)': home ?? Number.NaN,
        'participants of 20,000 (ms)': ofWard ?? Number.NaN,
        'packs of 20,000 (ms)': packsOfWard ?? Number.NaN,
        'refresh of 5,000 packs (ms)': refresh?.ms ?? Number.NaN,
        'longest task (ms)': refresh?.longest ?? Number.NaN,
      })
    }
    return rows
  } finally {
    if (isAlive) await server.kill()
    for (const folder of [profile, wardProfile]) rmSync(folder, { recursive: true, force: true })
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

/** Opens the pages while the server runs, so that the tablet stores them, and then does something on the last one. */
const onTablet = async <Result>(
  origin: string,
  profile: string,
  token: string,
  pages: readonly Shown[],
  then: (tablet: BrowserContext, page: Page) => Promise<Result>,
): Promise<Result> => {
  const tablet = await launchChromiumIn(profile)
  tablet.setDefaultTimeout(PATIENCE_MS)
  try {
    const page = await tablet.newPage()
    await page.goto(origin)
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN, token] as const)
    await page.evaluate(() => navigator.serviceWorker.ready)
    for (const { path, first } of pages) {
      await page.goto(`${origin}${path}`)
      await page.locator(first).first().waitFor()
    }
    return await then(tablet, page)
  } finally {
    await tablet.close()
  }
}

/** Waits until the bar of a trial says that all of it is stored. */
const isReadyForOffline = (trialId: number) => async (_: BrowserContext, page: Page) => {
  await page.goto(new URL(`/trials/${trialId}`, page.url()).href)
  await page
    .getByText(/^Ready for offline/)
    .filter({ visible: true })
    .waitFor()
}

/** The median time of each page until its first row, in milliseconds; a new browser process opens it each time. */
const coldStarts = async (
  origin: string,
  profile: string,
  pages: readonly Shown[],
  slowed: number,
): Promise<number[]> => {
  const medians: number[] = []
  for (const { path, first } of pages) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const tablet = await launchChromiumIn(profile)
      const page = await tablet.newPage()
      await slow(tablet, page, slowed)
      await page.addInitScript(markFirst, first)
      await page.goto(`${origin}${path}`)
      await page.waitForFunction(() => performance.getEntriesByName('first row').length > 0)
      times.push(await page.evaluate(() => performance.getEntriesByName('first row')[0]?.startTime ?? NaN))
      await tablet.close()
    }
    medians.push(Math.round(median(times)))
  }
  return medians
}

/** Marks the time at which the first row of a list, or item of the day's work, was drawn. */
const markFirst = (first: string) => {
  const observer = new MutationObserver(() => {
    if (document.querySelector(first) === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('first row')))
  })
  observer.observe(document, { childList: true, subtree: true })
}
