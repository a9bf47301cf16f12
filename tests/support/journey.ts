import { test } from 'vitest'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { sharedChromium } from './chromium'
import { openJourneyPortal, type Holding } from './journey-portal'
import { signedInAs } from './sign-in'
import { TOKEN, visitorOf, type Visitor } from './visitor'

type Arrival = {
  /** Signed in already, without the way through a provider. */
  as?: SampleAccountKey
  /** Signed in with this token, whatever it is worth. */
  token?: string
  viewport?: { width: number; height: number }
  /** In a browser that has a service worker, unlike private windows; as the journeys of the file say where it is left out. */
  hasWorker?: boolean
}

type Manner = { hasWorker?: boolean; hasMotion?: boolean; at?: string }

/**
 * `test` for journeys: one portal for the file, the browser that every file shares, and `arrive`, with which people arrive, each with a
 * browser profile of their own. What a journey did to the way to the server is undone after it, and it fails when any page complained
 * on its console. Storing the app takes a fifth of a journey's time, and moving what appears an eighth: `hasWorker` and `hasMotion` are
 * for those where they matter. `at` is a moment at which server and browsers stand.
 */
export const journeys = (holding: Holding, { hasWorker: isWithWorker = false, hasMotion = false, at }: Manner = {}) =>
  test
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads what a fixture needs out of its braces.
    .extend('portal', { scope: 'file' }, async ({}, { onCleanup }) => {
      const portal = await openJourneyPortal(holding, at)
      onCleanup(portal.stop)
      return portal
    })
    .extend('arrive', async ({ portal, task }, { onCleanup }) => {
      const browser = await sharedChromium()
      const visitors: Visitor[] = []
      onCleanup(async () => {
        if (task.result?.state === 'fail') for (const visitor of visitors) process.stderr.write(await whereIs(visitor))
        await portal.front.heal()
        for (const visitor of visitors) await visitor.leaves()
      })
      return async ({ as, token, viewport = { width: 1024, height: 768 }, hasWorker = isWithWorker }: Arrival = {}) => {
        const value = as === undefined ? token : (await signedInAs(portal, as)).token
        const localStorage = value === undefined ? [] : [{ name: TOKEN, value }]
        const storageState = { cookies: [], origins: [{ origin: portal.url, localStorage }] }
        const context = await browser.newContext({
          viewport,
          storageState,
          locale: 'en-GB',
          reducedMotion: hasMotion ? 'no-preference' : 'reduce',
        })
        if (at !== undefined) await context.clock.setFixedTime(at)
        if (!hasWorker)
          await context.addInitScript(() => {
            Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
          })
        const visitor = await visitorOf(context, portal.url)
        visitors.push(visitor)
        return visitor
      }
    })

/** What stands on the pages of somebody whose journey failed. */
const whereIs = async ({ context }: Visitor): Promise<string> => {
  const pages = context.pages().map(async (page) => `${page.url()}\n${await page.locator('body').ariaSnapshot()}\n`)
  return (await Promise.all(pages)).join('\n')
}
