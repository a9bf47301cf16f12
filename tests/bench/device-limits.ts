import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { laterBuild } from '../support/altered-build'
import { launchChromium } from '../support/chromium'
import { openJourneyPortal, type JourneyPortal } from '../support/journey-portal'
import { signIn } from '../support/server-process'
import { TOKEN } from '../support/visitor'
import { allocatedPacks, queue, type Ward } from './dispensing-ward'
import type { Row } from './table'

/** The number of packs whose dispensing waits on one tablet. */
const QUEUED = Number(process.env['QUEUED'] ?? 2000)
/** The factor by which its processor is slowed. */
const SLOWED = 6
/** The longest time in which all may be sent, in milliseconds. It only ends what hangs. */
const PATIENCE_MS = 3_600_000
/** How often the server's records are counted, in milliseconds: counting delays it. */
const COUNTS_EVERY_MS = 2000

/**
 * Seconds of a slow tablet in Chromium with 2,000 packs dispensed offline: until its outbox is drawn, and until all are
 * sent while two tabs are open and a new version of the app takes their place. Throws unless each pack was dispensed
 * once.
 */
export const deviceLimits = async (): Promise<Row[]> => {
  const portal = await openJourneyPortal('people')
  const browser = await launchChromium()
  const later = laterBuild('later')
  try {
    const token = await signIn(portal.url)
    const ward = await allocatedPacks({ url: portal.url, token }, QUEUED)
    const origins = [{ origin: portal.url, localStorage: [{ name: TOKEN, value: token }] }]
    const tablet = await browser.newContext({ storageState: { cookies: [], origins } })
    const [first, second] = [await tablet.newPage(), await tablet.newPage()]
    await opensOutbox(first, portal)
    await first.evaluate(() => navigator.serviceWorker.ready)
    await portal.front.goDown()
    await queue(first, ward.trialId, ward.packs)
    const drawn: number[] = []
    for (const page of [first, second]) {
      const browserOf = await tablet.newCDPSession(page)
      await browserOf.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
      drawn.push(await secondsOf(() => opensOutbox(page, portal, `Dispense pack ${ward.packs[0]?.pack_id}`)))
    }
    await portal.front.comeBack()
    const sent = await secondsOf(async () => {
      await whenDispensed(portal, ward, QUEUED / 4)
      await portal.deploy(later.folder)
      await whenDispensed(portal, ward, QUEUED)
      await opensOutbox(second, portal, 'Nothing is waiting')
    })
    const twice = [...(await dispensed(portal, ward)).values()].filter((times) => times !== 1).length
    if (twice > 0) throw new Error(`${twice} packs were dispensed more than once`)
    return [
      {
        'waiting on the tablet': QUEUED,
        'outbox drawn (s)': drawn.map((seconds) => seconds.toFixed(1)).join(', '),
        'all sent (s)': sent.toFixed(0),
        'dispensed twice': twice,
      },
    ]
  } finally {
    await browser.close()
    later.remove()
    await portal.stop()
  }
}

const opensOutbox = async (page: Page, { url }: JourneyPortal, text?: string): Promise<void> => {
  await page.goto(`${url}/outbox`)
  await page.getByRole('heading', { name: 'Outbox', level: 1 }).waitFor({ timeout: PATIENCE_MS })
  if (text !== undefined) await page.getByText(text, { exact: true }).first().waitFor({ timeout: PATIENCE_MS })
}

/** Waits until the server has dispensed so many of the packs. */
const whenDispensed = async (portal: JourneyPortal, ward: Ward, count: number): Promise<void> => {
  const began = performance.now()
  while ((await dispensed(portal, ward)).size < count) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`waited in vain until ${count} packs were dispensed`)
    await setTimeout(COUNTS_EVERY_MS)
  }
}

/** How often the server dispensed each pack, by the id of the pack. */
const dispensed = async ({ database }: JourneyPortal, { trialId }: Ward): Promise<Map<number, number>> => {
  const logs = await database.queries
    .selectFrom('study_pack_logs')
    .innerJoin('study_packs', 'study_packs.id', 'study_pack_logs.study_pack_id')
    .select('study_pack_id')
    .where('trial_id', '=', trialId)
    .where('action', '=', 'dispense')
    .execute()
  const times = new Map<number, number>()
  for (const { study_pack_id } of logs) times.set(study_pack_id, (times.get(study_pack_id) ?? 0) + 1)
  return times
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
