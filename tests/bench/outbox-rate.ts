import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { STORED_ACTION_VERSION } from '#contract/stored-action'
import { studyPackTarget } from '#offline/targets'
import { storedAt } from '#offline/outbox-item'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import * as v from 'valibot'
import { launchChromium } from '../support/chromium'
import { openFaultProxy, type FaultProxy } from '../support/fault-proxy'
import { startServer, type ServerProcess } from '../support/server-process'
import { doneHere, storesSealed, type DoneHere } from '../support/store-in-outbox'
import { TOKEN } from '../support/visitor'
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

type Ward = { trialId: number; packs: readonly { id: number; pack_id: string }[] }

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

/** Adds packs to the outbox of the page's device, as if each had been dispensed. */
const queue = (page: Page, trialId: number, packs: Ward['packs']): Promise<void> => {
  const at = Date.now()
  const performed_at = new Date(at).toISOString()
  const { notes, ...delivery } = storedAt(at)
  const actions = packs.map(({ id, pack_id }): DoneHere => ({
    id: crypto.randomUUID(),
    version: STORED_ACTION_VERSION,
    trial: { id: trialId, title: 'Bench' },
    kind: 'dispense',
    targets: [studyPackTarget(id)],
    label: `Dispense pack ${pack_id}`,
    performed_at,
    call: {
      kind: 'dispense',
      parameters: { trial_id: String(trialId) },
      body: { study_pack_id: id, study_pack_ids: null, comment: 'Bench', confirmation_code: null, performed_at },
    },
    ...delivery,
    notes: [...notes],
  }))
  return page.evaluate(storesSealed, doneHere('Bench', actions))
}

/** A trial with this many participants, each with an allocated pack. */
const allocatedPacks = async ({ ask, url, token }: ServerProcess, count: number): Promise<Ward> => {
  const trial = await ask('POST', 'trials', {
    title: 'Outbox',
    start_on: '2024-01-01',
    end_on: '2030-12-31',
    org_name: 'Bench',
    is_managing_packs: true,
    sites: [{ title: 'Ward' }],
    study_groups: [{ name: 'Aspirin' }, { name: 'Placebo' }],
  })
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${url}${API_BASE}/trials/${trial.id}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': crypto.randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const answer: unknown = await response.json()
    return answer
  }
  const listed = async () =>
    v.parse(api.listStudyPacks.response, await call('study-packs')).data.flatMap(({ study_packs }) => study_packs)
  const study_packs = Array.from({ length: count * 2 }, (_, n) => ({
    pack_id: `K-${(n * 7919) % 100_003}`,
    study_group: n % 2 === 0 ? 'Aspirin' : 'Placebo',
    site: '',
    duration: null,
    expire_on: null,
    confirmation_code: null,
  }))
  await call('study-packs/import', { batch_id: 'K', study_packs, acknowledge_pattern: 'Bench' })
  const study_pack_ids = (await listed()).map(({ id }) => id)
  await call('study-packs/activate', { study_pack_ids, comment: 'Bench' })
  await ask('POST', `trials/${trial.id}/status`, { trial_status_id: 3, reason: 'Bench' })
  for (let made = 0; made < count; made += 1) await call('participants', { site_id: trial.sites[0]?.id })
  const packs = (await listed()).filter(({ participant }) => participant !== undefined)
  return { trialId: trial.id, packs }
}
