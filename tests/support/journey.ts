import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import { test } from 'vitest'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { sharedChromium } from './chromium'
import { openJourneyPortal, type Holding } from './journey-portal'
import { signedInAs } from './sign-in'
import { reportRefusedByPolicy } from './page-noise'
import { isAnchor, lendProfile, newProfile } from './profiles'
import { TOKEN, visitorWith, type Visitor } from './visitor'

type Arrival = {
  /** Signed in directly, without a provider. */
  as?: SampleAccountKey
  /** Signed in with this token, valid or not. */
  token?: string
  viewport?: { width: number; height: number }
  /** In a browser with a service worker, which stores the app and trials. The default is set for the file's journeys. */
  hasWorker?: boolean
  /** In a browser that no one has used before, as each with a service worker is. */
  isNew?: boolean
}

type Manner = { hasWorker?: boolean; hasMotion?: boolean; at?: string }

/**
 * `test` for journeys: one portal for the file, a shared browser, and `arrive`, which gives each person a browser
 * profile without anything of others. Faults of the network are undone after each journey, and a complaint on any page's console
 * fails it. Storing the app takes a fifth of a journey's time, and animations an eighth, so `hasWorker` and `hasMotion`
 * are only for journeys that need them. `at` stops the clocks of server and browsers at a time.
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
        if (task.result?.state === 'fail') for (const visitor of visitors) process.stderr.write(await pagesOf(visitor))
        await portal.front.heal()
        for (const visitor of visitors) await visitor.leaves()
      })
      return async ({
        as,
        token,
        viewport = { width: 1024, height: 800 },
        hasWorker = isWithWorker,
        isNew = hasWorker || at !== undefined,
      }: Arrival = {}) => {
        const value = as === undefined ? token : (await signedInAs(portal, as)).token
        const localStorage = value === undefined ? [] : [{ name: TOKEN, value }]
        const stored = { origin: portal.url, localStorage }
        const options: BrowserContextOptions = {
          viewport,
          locale: 'en-GB',
          reducedMotion: hasMotion ? 'no-preference' : 'reduce',
        }
        const prepare = async (context: BrowserContext) => {
          await reportRefusedByPolicy(context)
          if (at !== undefined) await context.clock.setFixedTime(at)
          if (!hasWorker) await context.addInitScript(storeNothing)
        }
        const openProfile = isNew ? newProfile : lendProfile
        const visitor = await visitorWith(await openProfile(browser, options, stored, prepare), portal.url)
        visitors.push(visitor)
        return visitor
      }
    })

/** A private window of a browser that saves data: the app stores neither itself nor trials. */
const storeNothing = () => {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
}

/** The text on the pages of a person whose journey failed. */
const pagesOf = async ({ context }: Visitor): Promise<string> => {
  const ofPerson = context.pages().filter((page) => !isAnchor(page))
  const pages = ofPerson.map(async (page) => `${page.url()}\n${await page.locator('body').ariaSnapshot()}\n`)
  return (await Promise.all(pages)).join('\n')
}
