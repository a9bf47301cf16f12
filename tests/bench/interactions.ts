import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchChromium } from '../support/chromium'
import { startServer } from '../support/server-process'
import { PATIENCE, TOKEN } from '../support/visitor'
import { largeWard } from './large-ward'
import { median } from './median'
import type { Row } from './table'

const SIZE = 20_000
/** The number of times that each is done; the middle and the longest are printed. */
const RUNS = 5

type Interaction = { what: string; path: (trialId: number) => string; act: (page: Page) => Promise<void> }

const participants = (trialId: number) => `/trials/${trialId}/participants`
const packs = (trialId: number) => `/trials/${trialId}/study-packs`

const types = async (page: Page) => {
  await page.getByRole('searchbox').or(page.locator('#search')).first().pressSequentially('12', { delay: 60 })
}
const opensFirst = (page: Page) =>
  page
    .getByRole('button', { name: /^(Actions|Flag): / })
    .first()
    .click()
const opensFilter = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true }).click()
const goesByRows = async (page: Page) => {
  await page.locator('main tbody tr a').first().focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown', { delay: 60 })
}
const sorts = (page: Page) => page.getByRole('columnheader').getByRole('button').first().click()

const INTERACTIONS: readonly Interaction[] = [
  { what: 'participants: search', path: participants, act: types },
  { what: 'participants: sort', path: participants, act: sorts },
  { what: 'participants: filter', path: participants, act: opensFilter },
  { what: 'participants: action of a row', path: participants, act: opensFirst },
  { what: 'participants: rows by arrows', path: participants, act: goesByRows },
  { what: 'packs: search', path: packs, act: types },
  { what: 'packs: filter', path: packs, act: opensFilter },
  { what: 'packs: action of a row', path: packs, act: opensFirst },
  { what: 'packs: rows by arrows', path: packs, act: goesByRows },
]

/**
 * Milliseconds from a press or key to the next paint in Chromium (Event Timing), over 20,000 participants and packs at
 * 1440×900; then those from the opening of home to its first trial.
 */
export const interactionTimes = async (work: string): Promise<Row[]> => {
  const place = { database_url: undefined, data_dir: join(work, 'interactions') }
  const trialId = await largeWard(place, SIZE)
  const server = await startServer(place)
  const browser = await launchChromium()
  try {
    const origins = [{ origin: server.url, localStorage: [{ name: TOKEN, value: server.token }] }]
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      storageState: { cookies: [], origins },
    })
    const page = await context.newPage()
    await page.goto(`${server.url}/trials`)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.addInitScript(notesTimes)
    const rows: Row[] = []
    for (const { what, path, act } of INTERACTIONS) {
      const times: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        await page.goto(`${server.url}${path(trialId)}`)
        await page.locator('main tbody tr').nth(1).waitFor({ timeout: PATIENCE })
        await settles(page)
        await act(page)
        await settles(page)
        times.push(await page.evaluate(() => Number(document.documentElement.dataset['longest'] ?? 0)))
      }
      rows.push({ what, 'median (ms)': median(times), 'longest (ms)': Math.max(...times) })
    }
    const homes: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      await page.goto(server.url)
      await page
        .getByText(/Ward of/)
        .first()
        .waitFor()
      homes.push(await page.evaluate(() => Math.round(performance.now())))
    }
    rows.push({ what: 'home: first trial', 'median (ms)': median(homes), 'longest (ms)': Math.max(...homes) })
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** So that what the page still loads is not taken for the answer to a press. */
const settles = (page: Page): Promise<void> => page.waitForTimeout(1000)

/** Notes in the page the longest time from a press or key to the next paint. The browser rounds to 8 ms. */
const notesTimes = () => {
  const observer = new PerformanceObserver((list) => {
    const { dataset } = document.documentElement
    for (const { duration } of list.getEntries())
      dataset['longest'] = String(Math.max(duration, Number(dataset['longest'] ?? 0)))
  })
  // TypeScript does not know the threshold, and the browser's own would leave out what is quick.
  const wanted = { type: 'event', durationThreshold: 16 }
  observer.observe(wanted)
}
