import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { launchChromium } from '../support/chromium'
import { openFaultProxy, type FaultProxy } from '../support/fault-proxy'
import { startServer } from '../support/server-process'
import { TOKEN } from '../support/visitor'
import { allocatedPacks, queue, type Ward } from './dispensing-ward'
import type { Row } from './table'
import { WILL_BE_SAVED_HERE } from '../../src/client/safety-words'

/** The number of packs dispensed by a press offline, and of all packs that wait when the server is back. */
const TAPS = 20
const QUEUED = 100
const ROUND_TRIP_MS = 150
/** The shortest time for which a person looks at a pack before pressing, in milliseconds. */
const LOOKS_MS = 500
const SPEEDS = [
  { device: 'as it is', slowed: 1 },
  { device: 'slowed 4×', slowed: 4 },
] as const

/**
 * Milliseconds in Chromium from the press to "Saved on this tablet", and seconds in which a queue is sent over a slow
 * network.
 */
export const outboxRates = async (work: string): Promise<Row[]> => {
  const server = await startServer({ database_url: undefined, data_dir: join(work, 'outbox') })
  const front = await openFaultProxy()
  front.passTo(server.url)
  const browser = await launchChromium()
  try {
    const rows: Row[] = []
    for (const { device, slowed } of SPEEDS) {
      const ward = await allocatedPacks(server, QUEUED)
      const origins = [{ origin: front.url, localStorage: [{ name: TOKEN, value: server.token }] }]
      const context = await browser.newContext({ storageState: { cookies: [], origins } })
      rows.push({ device, ...(await rateOf(front, context, ward, slowed)) })
      await context.close()
    }
    return rows
  } finally {
    await browser.close()
    await front.goDown()
    await server.stop()
  }
}

const rateOf = async (front: FaultProxy, context: BrowserContext, { trialId, packs }: Ward, slowed: number) => {
  const page = await context.newPage()
  const address = (pack = '') => `${front.url}/trials/${trialId}/study-packs/dispense${pack}`
  await page.goto(address())
  await page.getByRole('heading', { name: 'Scan the pack' }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.getByRole('heading', { name: 'Scan the pack' }).waitFor()
  await front.goDown()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  const taps: number[] = []
  for (const { pack_id } of packs.slice(0, TAPS)) {
    await page.goto(address(`?pack=${pack_id}`))
    const button = page.getByRole('button', { name: `Dispense pack ${pack_id}` })
    await button.waitFor()
    await page.getByText(WILL_BE_SAVED_HERE).waitFor()
    await setTimeout(LOOKS_MS)
    taps.push(await button.evaluate(untilSaved))
  }
  await queue(page, trialId, packs.slice(TAPS))
  const way = front.inflict({ delayed: ROUND_TRIP_MS })
  await front.comeBack()
  await page.goto(`${front.url}/outbox`)
  const began = Date.now()
  await page.getByText('Nothing is waiting').waitFor({ timeout: 180_000 })
  const seconds = (Date.now() - began) / 1000
  way.lift()
  return {
    [`saved, p95 of ${TAPS} (ms)`]: Math.round(taps.toSorted((a, b) => a - b)[Math.ceil(TAPS * 0.95) - 1] ?? 0),
    [`${QUEUED} queued, ${ROUND_TRIP_MS} ms round trip (s)`]: seconds.toFixed(1),
  }
}

/** Presses, and returns the milliseconds until the page says that it is saved. */
const untilSaved = (button: Element): Promise<number> =>
  new Promise((resolve) => {
    const began = performance.now()
    new MutationObserver((_, watching) => {
      if (!document.body.textContent.includes('Saved on this tablet')) return
      watching.disconnect()
      resolve(performance.now() - began)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    if (button instanceof HTMLElement) button.click()
  })
