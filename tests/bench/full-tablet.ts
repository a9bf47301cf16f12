import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { laterBuild } from '../support/altered-build'
import { launchChromiumIn } from '../support/chromium'
import { openJourneyPortal, type JourneyPortal } from '../support/journey-portal'
import { signIn } from '../support/server-process'
import { until } from '../support/until'
import { TOKEN } from '../support/visitor'
import { manyWards, PHARMACIST } from './many-wards'
import { median } from './median'
import { RUNS, slow } from './slowed-tablet'
import type { Row } from './table'

/** The trials of one person, and the packs of each. */
const TRIALS = Number(process.env['TRIALS'] ?? 50)
const PACKS = Number(process.env['PACKS'] ?? 2000)
/** The factor by which the tablet's processor is slowed. */
const SLOWED = 6
/** The time in which a page must appear, in milliseconds. It only ends what hangs. */
const PATIENCE_MS = 300_000

/**
 * Seconds of a slow tablet in Chromium that stores every trial of a person, each with its packs: from the opening of a
 * page to its first content, while the server answers, and in a new browser process while it is down, before and after a
 * new version of the app was taken over beside a second tab. Throws where an answer that was stored is missing afterwards.
 */
export const fullTablet = async (work: string): Promise<Row[]> => {
  const portal = await openJourneyPortal('people')
  const profile = join(work, 'full-tablet')
  const later = laterBuild('later')
  try {
    const trials = await manyWards(portal, await signIn(portal.url), { trials: TRIALS, packs: PACKS })
    const pages = pagesOf(portal, trials[trials.length - 1] ?? 0)
    await storesAll(portal, profile, trials)
    const rows = [await rowOf('online', portal, profile, pages)]
    await portal.front.goDown()
    const [before, ...row] = [await storedIn(portal, profile), await rowOf('offline', portal, profile, pages)]
    rows.push(...row)
    await portal.front.comeBack()
    await takesOver(portal, profile, later.folder)
    await portal.front.goDown()
    const after = await storedIn(portal, profile)
    if (before.scopes.join() !== after.scopes.join())
      throw new Error(`${before.scopes.length} answers were stored, and ${after.scopes.length} after the update`)
    rows.push(await rowOf('offline, updated', portal, profile, pages))
    return rows.map((one) => ({ ...one, 'stored (MB)': (after.bytes / 1e6).toFixed(1) }))
  } finally {
    later.remove()
    await portal.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** A page, and what is done on it until its content is drawn. */
type Opened = { title: string; path: string; isDrawn: (page: Page) => Promise<unknown> }

const pagesOf = (_: JourneyPortal, trialId: number): Opened[] => [
  { title: 'home', path: '/', isDrawn: (page) => page.locator('main li').first().waitFor() },
  { title: 'trials', path: '/trials', isDrawn: isListed },
  { title: `packs of ${PACKS}`, path: `/trials/${trialId}/study-packs`, isDrawn: isListed },
  { title: 'pack found', path: `/trials/${trialId}/study-packs/dispense`, isDrawn: findsPack },
]

const isListed = (page: Page) => page.locator('main tbody tr').first().waitFor()

/** The pack that `givePacks` makes first. It is of some status, and the page says whether it can be dispensed. */
const PACK = 'A-107919'

const findsPack = async (page: Page) => {
  await page.getByRole('heading', { name: 'Scan the pack' }).waitFor()
  await page.getByLabel('Or type the pack ID').fill(PACK)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Scan the pack' }).waitFor({ state: 'detached' })
}

/** Opens every trial's packs while the server answers, and waits until the tablet has stored all of them. */
const storesAll = async ({ url }: JourneyPortal, profile: string, trials: readonly number[]): Promise<void> => {
  const token = await signIn(url, PHARMACIST.email)
  await onTablet(profile, async (tablet) => {
    const page = await tablet.newPage()
    await page.goto(url)
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN, token] as const)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.reload()
    for (const id of trials) {
      await page.goto(`${url}/trials/${id}/study-packs`)
      await isListed(page)
    }
    await until(
      'the packs of every trial are stored',
      async () => (await scopesOf(page)).filter((scope) => scope.includes('/study-packs?')).length >= trials.length,
      PATIENCE_MS,
    )
    await page.goto(`${url}/trials`)
    await isListed(page)
  })
}

/** The row of each page's seconds, the middle of several runs, each in a new process of the browser. */
const rowOf = async (
  state: string,
  { url }: JourneyPortal,
  profile: string,
  pages: readonly Opened[],
): Promise<Row> => {
  const row: Row = { state, trials: TRIALS, packs: TRIALS * PACKS }
  for (const { title, path, isDrawn } of pages) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1)
      await onTablet(profile, async (tablet) => {
        const page = await tablet.newPage()
        await slow(tablet, page, SLOWED)
        const began = performance.now()
        await page.goto(`${url}${path}`)
        await isDrawn(page)
        times.push((performance.now() - began) / 1000)
      })
    row[`${title} (s)`] = median(times).toFixed(1)
  }
  return row
}

/** Takes over a new version in two tabs of one slow browser, one of which shows the work of the day. */
const takesOver = async (portal: JourneyPortal, profile: string, build: string): Promise<void> => {
  await onTablet(profile, async (tablet) => {
    const tabs = [await tablet.newPage(), await tablet.newPage()]
    for (const tab of tabs) {
      await slow(tablet, tab, SLOWED)
      await tab.goto(portal.url)
    }
    await portal.deploy(build)
    for (const tab of tabs) {
      // A page that is being replaced ends its navigation, and gives no answer.
      const build = async () => {
        await tab.goto(`${portal.url}/trials`)
        await isListed(tab)
        return tab.locator('html').getAttribute('data-build')
      }
      await until('the new version runs', async () => (await build().catch(() => null)) === 'later', PATIENCE_MS)
    }
  })
}

/** What the tablet has stored: the addresses of the answers, and the bytes of everything by the browser's own count. */
const storedIn = ({ url }: JourneyPortal, profile: string): Promise<{ scopes: string[]; bytes: number }> =>
  onTablet(profile, async (tablet) => {
    const page = await tablet.newPage()
    await page.goto(`${url}/trials`)
    await isListed(page)
    const bytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    return { scopes: await scopesOf(page), bytes }
  })

/** The addresses of the stored answers. It is read in the page, so it calls nothing outside itself. */
const scopesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(String(request.error))))
      })
    const store = await done(indexedDB.open('equipoise-snapshots'))
    const keys = await done(store.transaction('snapshots').objectStore('snapshots').getAllKeys())
    store.close()
    return keys.map(String)
  })

const onTablet = async <Result>(
  profile: string,
  work: (tablet: BrowserContext) => Promise<Result>,
): Promise<Result> => {
  const tablet = await launchChromiumIn(profile)
  tablet.setDefaultTimeout(PATIENCE_MS)
  try {
    return await work(tablet)
  } finally {
    await tablet.close()
  }
}
