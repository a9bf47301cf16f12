import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/* The page paints its own first screen before the app's scripts are loaded, and the app replaces it. */

const test = journeys('people')

const PHONE = { width: 360, height: 740 }
const WORDS = /randomises participants of research studies here/
const SIGN_IN_WORDS = /Choose the account that you use/

/** Holds the app's scripts back until the returned function is called. */
const holdsScripts = async ({ page }: Visitor): Promise<() => void> => {
  let letThrough = () => {}
  const through = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await through
    await route.continue()
  })
  return letThrough
}

/** A script that counts the formats of numbers and times that a page makes. */
const COUNT_FORMATS = `
  window.formatsMade = []
  const counting = (called, name) =>
    new Proxy(called, {
      construct: (...parameters) => (formatsMade.push(name), Reflect.construct(...parameters)),
      apply: (...parameters) => (formatsMade.push(name), Reflect.apply(...parameters)),
    })
  for (const name of ['NumberFormat', 'DateTimeFormat', 'ListFormat', 'PluralRules']) Intl[name] = counting(Intl[name], name)
  Number.prototype.toLocaleString = counting(Number.prototype.toLocaleString, 'toLocaleString')
`

const topOf = async (words: Locator): Promise<number> => (await words.boundingBox())?.y ?? NaN

const painted = ({ page }: Visitor) => page.locator('#first-paint')

test.for([
  ['the welcome', '/', WORDS, /^Welcome to the/],
  ['how to sign in', '/sign-in', SIGN_IN_WORDS, 'Sign in'],
] as const)(
  'a visitor reads %s before the app has loaded, which then replaces it',
  async (page, { arrive, portal }) => {
    const [, path, words, heading] = page
    const visitor = await arrive({ viewport: PHONE })
    const letThrough = await holdsScripts(visitor)
    await visitor.page.addInitScript(COUNT_FORMATS)
    await visitor.page.goto(`${portal.url}${path}`, { waitUntil: 'commit' })
    await painted(visitor).getByText(words).waitFor()
    const top = await topOf(painted(visitor).getByText(words))
    letThrough()
    await visitor.seesHeading(heading)
    await expect.poll(() => painted(visitor).count()).toBe(0)
    expect(await visitor.page.getByText(words).count()).toBe(1)
    // Its own letters may break a line elsewhere.
    expect(Math.abs((await topOf(visitor.page.getByText(words))) - top)).toBeLessThan(40)
    // The first format loads the language, which blocks a weak tablet for 50 ms. By now the scripts of later screens are loaded too.
    await visitor.page.waitForLoadState('networkidle')
    expect(await visitor.page.evaluate('formatsMade')).toEqual([])
  },
)

test('a signed-in person sees the head of the page alone, and no words for visitors', async ({ arrive, portal }) => {
  const nurse = await arrive({ as: 'nurse', viewport: PHONE })
  const letThrough = await holdsScripts(nurse)
  await nurse.page.goto(`${portal.url}/`, { waitUntil: 'commit' })
  await painted(nurse).locator('.head').waitFor()
  expect(await painted(nurse).getByText(WORDS).isVisible()).toBe(false)
  letThrough()
  await nurse.seesHeading(/^Welcome, /)
  await expect.poll(() => painted(nurse).count()).toBe(0)
})

const notLoaded = ({ page }: Visitor) => page.getByRole('alert').filter({ hasText: 'The portal has not loaded yet.' })

/** Opens the portal by a network that loses every script, and reads that it has not loaded. */
const loadsWithoutScripts = async (visitor: Visitor, address: string) => {
  visitor.expectsError(/ERR_FAILED/)
  visitor.expectsError(/dynamically imported module/)
  await visitor.page.route('**/assets/*.js', (route) => route.abort())
  await visitor.page.goto(address)
  await notLoaded(visitor).waitFor()
}

describe('a page whose scripts do not come', () => {
  test('says so as soon as one failed, and loads when it is reloaded', async ({ arrive, portal }) => {
    const nurse = await arrive({ as: 'nurse', viewport: PHONE })
    await loadsWithoutScripts(nurse, portal.url)
    await nurse.page.unroute('**/assets/*.js')
    await nurse.page.getByRole('link', { name: 'Reload the page' }).click()
    await nurse.seesHeading(/^Welcome, /)
    expect(await notLoaded(nurse).count()).toBe(0)
  })

  test('loads again as soon as the network is back', async ({ arrive, portal }) => {
    const nurse = await arrive({ as: 'nurse', viewport: PHONE })
    await loadsWithoutScripts(nurse, portal.url)
    await nurse.page.unroute('**/assets/*.js')
    await nurse.page.evaluate(() => dispatchEvent(new Event('online')))
    await nurse.seesHeading(/^Welcome, /)
  })

  test('says so after a while where nothing failed yet', async ({ arrive, portal }) => {
    const nurse = await arrive({ as: 'nurse', viewport: PHONE })
    const letThrough = await holdsScripts(nurse)
    await nurse.page.goto(`${portal.url}/`, { waitUntil: 'commit' })
    await painted(nurse).locator('.head').waitFor()
    expect(await notLoaded(nurse).count()).toBe(0)
    await nurse.page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))
    await notLoaded(nurse).waitFor()
    letThrough()
    await nurse.seesHeading(/^Welcome, /)
    expect(await notLoaded(nurse).count()).toBe(0)
  })
})
