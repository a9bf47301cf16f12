import { API_BASE } from '#contract/api-address'
import { join } from 'node:path'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { launchChromium } from '../support/chromium'
import { startServer } from '../support/server-process'
import { TOKEN } from '../support/visitor'

type Row = Record<string, string | number>

/** The time of an answer on a slow ward network, in milliseconds. */
const ANSWER_MS = 400
/**
 * The pause without a new request after which the waiting ones are answered, in milliseconds. All requests that need no
 * earlier answer are sent by then.
 */
const REST_MS = 1500
/** No page needs this many. */
const MOST_TRIPS = 6

/** Pages of the sample data, whose trial 5 has packs, each with the call that fetches its content. */
const PAGES = [
  ['home', '/', 'trials'],
  ['trials', '/trials', 'trials'],
  ['overview', '/trials/5', 'trials/5/statistics'],
  ['participants', '/trials/5/participants', 'trials/5/participants'],
  ['a participant', '/trials/5/participants/{participant}', 'trials/5/participants/{participant}'],
  ['randomise', '/trials/5/participants/new', 'auth/me/trial-permission/5/sites'],
  ['study packs', '/trials/5/study-packs', 'trials/5/study-packs'],
  ['a pack', '/trials/5/study-packs/{pack}', 'trials/5/study-packs/{pack}'],
  ['dispense', '/trials/5/study-packs/dispense', 'trials/5/study-packs'],
  ['import of packs', '/trials/5/study-packs/import', 'trials/5/study-packs'],
  ['packs and labels', '/trials/5/study-packs/label-generator', 'trials/5/study-packs'],
  ['user permissions', '/trials/5/users', 'trials/5/users'],
  ['emails', '/trials/5/messages', 'trials/5/messages'],
  ['settings', '/trials/5/settings', 'trials/5'],
  ['proof', '/trials/5/proof', 'trials/5/guessability'],
  ['users', '/users', 'users'],
  ['a user', '/users/2', 'users/2'],
  ['permissions of a user', '/users/2/permissions', 'users/2/permissions'],
  ['audit log', '/audit-logs', 'audit-logs'],
  ['status', '/status', 'service-status'],
  ['profile', '/user-profile', 'auth/me/sessions'],
] as const

/**
 * Opens each page cold, without a service worker. All requests wait until the page sends no more; then all are
 * answered, and so on. So it counts the consecutive answers that a person waits for, however busy the machine is.
 */
export const pageTrips = async (work: string): Promise<Row[]> => {
  const server = await startServer({ database_url: undefined, data_dir: join(work, 'trips') })
  const browser = await launchChromium()
  try {
    return await tripsAt(server.url, server.token, () => browser.newContext({ serviceWorkers: 'block' }))
  } finally {
    await browser.close()
    await server.stop()
  }
}

const tripsAt = async (url: string, token: string, newContext: () => Promise<BrowserContext>): Promise<Row[]> => {
  const ids = await idsAt(url, token)
  const withIds = (pattern: string) => pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
  const rows: Row[] = []
  for (const [page, address, content] of PAGES) {
    const context = await newContext()
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [TOKEN, token] as const)
    const trip = await tripOf(await context.newPage(), `${url}${withIds(address)}`, withIds(content))
    rows.push({ page, 'answers in a row': trip, 'at 400 ms each (ms)': trip * ANSWER_MS })
    await context.close()
  }
  return rows
}

/** The first participant and the first pack of the trial. */
const idsAt = async (url: string, token: string): Promise<Record<string, number>> => {
  const ask = async (path: string): Promise<string> => {
    const answer = await fetch(`${url}${API_BASE}/${path}`, { headers: { Authorization: `Bearer ${token}` } })
    return answer.text()
  }
  const firstId = (text: string): number => Number(/"id":(\d+)/.exec(text)?.[1])
  return {
    participant: firstId(await ask('trials/5/participants')),
    pack: firstId(/"study_packs":.*/.exec(await ask('trials/5/study-packs'))?.[0] ?? ''),
  }
}

/** The number of the round trip that brings the page's own content. */
const tripOf = async (page: Page, address: string, content: string): Promise<number> => {
  let waiting: { route: Route; path: string }[] = []
  let askedAt = performance.now()
  await page.route(`**${API_BASE}/**`, (route) => {
    askedAt = performance.now()
    waiting.push({ route, path: new URL(route.request().url()).pathname.slice(API_BASE.length + 1) })
  })
  await page.goto(address)
  for (let trip = 1; trip <= MOST_TRIPS; trip += 1) {
    while (waiting.length === 0 || performance.now() - askedAt < REST_MS) await page.waitForTimeout(50)
    if (waiting.some(({ path }) => path === content)) return trip
    const answered = waiting
    waiting = []
    await Promise.all(answered.map(({ route }) => route.continue()))
    askedAt = performance.now()
  }
  throw new Error(`${address} asked for ${content} in none of ${MOST_TRIPS} rows of requests`)
}
