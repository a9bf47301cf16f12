import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { pageNoise, reportRefusedByPolicy } from './page-noise'
import type { Profile } from './profiles'
import type { Role, Tablet } from './tablet'

/** The app's storage key for the token of the signed-in person. */
export const TOKEN = 'equipoise.token'

/** A person at a browser of these journeys: acts and sights beyond those at any tablet. */
export type Visitor = Omit<Tablet, 'opensTab'> & {
  /** The browser's profile. Reading it counts as a change, so clocks are set here and not on a page. */
  context: BrowserContext
  page: Page
  presses: (name: string | RegExp, role?: Role) => Promise<void>
  /** A button or link, found by its name. */
  finds: (role: Role, name: string | RegExp) => Locator
  seesHeading: (name: string | RegExp) => Promise<void>
  isAt: (address: string | RegExp) => Promise<void>
  /** The token that this browser stores. */
  token: () => Promise<string | null>
  isFocusedOn: (thing: Locator) => Promise<void>
  /** Turns the Wi-Fi off and on, which the browser notices. It does not notice a dead server. */
  losesTheNetwork: () => Promise<void>
  findsTheNetworkAgain: () => Promise<void>
  /** From the home page through the sample provider's page and back. */
  signsInAs: (key: SampleAccountKey) => Promise<void>
  signsOut: () => Promise<void>
  /** Another tab of the same browser. */
  opensTab: (path: string) => Promise<Visitor>
  /** Leaves. Throws where a page made an unexpected complaint. */
  leaves: () => Promise<void>
}

/** The time in which an element must appear, in milliseconds. It only ends what hangs. */
export const PATIENCE = 60_000

/** Waits until a page of the app has begun to draw: its scripts run only after the browser calls it loaded. */
const startsApp = async (page: Page): Promise<void> => {
  const root = page.locator('#root')
  if ((await root.count()) > 0) await root.locator('> :not(.not-loaded)').first().waitFor({ state: 'attached' })
}

/** A visitor with this browser, which finds the portal at `origin`, and is closed when they leave. */
export const visitorOf = async (context: BrowserContext, origin: string): Promise<Visitor> => {
  await reportRefusedByPolicy(context)
  return visitorWith({ context, leave: () => context.close() }, origin)
}

/** A visitor with this profile, which finds the portal at `origin`. */
export const visitorWith = async ({ context, leave }: Profile, origin: string): Promise<Visitor> => {
  context.setDefaultTimeout(PATIENCE)
  const noise = pageNoise(context)
  let isContextChanged = false

  const visitorAt = (page: Page): Visitor => {
    const finds: Visitor['finds'] = (role, name) => page.getByRole(role, { name, exact: typeof name === 'string' })
    const presses: Visitor['presses'] = (name, role = 'button') => finds(role, name).click()
    const sees: Visitor['sees'] = (text) => page.getByText(text).filter({ visible: true }).first().waitFor()
    return {
      get context() {
        isContextChanged = true
        return context
      },
      page,
      opens: async (path) => {
        await page.goto(`${origin}${path}`)
        await startsApp(page)
      },
      reloads: async () => {
        await page.reload()
        await startsApp(page)
      },
      presses,
      pressesInDialog: (name) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
      // A password field has no role.
      fills: (label, text) =>
        finds('textbox', label)
          .or(page.getByLabel(label, { exact: true }))
          .fill(text),
      isThere: (role, name) => finds(role, name).first().isVisible(),
      evaluates: (find, argument) => page.evaluate(find, argument),
      finds,
      sees,
      seesHeading: (name) => finds('heading', name).waitFor(),
      seesNot: (text) => page.getByText(text).first().waitFor({ state: 'hidden' }),
      isAt: (address) => page.waitForURL(typeof address === 'string' ? `${origin}${address}` : address),
      token: () => page.evaluate((key) => localStorage.getItem(key), TOKEN),
      isFocusedOn: async (thing) =>
        await expect.poll(() => thing.evaluate((element) => element === document.activeElement)).toBe(true),
      reloadsFromTheDevice: async () => {
        await page.evaluate(() => navigator.serviceWorker.ready)
        await page.reload()
        await startsApp(page)
        expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
      },
      losesTheNetwork: () => {
        isContextChanged = true
        return context.setOffline(true)
      },
      findsTheNetworkAgain: () => context.setOffline(false),
      signsInAs: async (key) => {
        const account = SAMPLE_ACCOUNTS.find((one) => one.key === key)
        await finds('link', 'Sign in').first().click()
        await presses('University single sign-on', 'link')
        await presses(new RegExp(`^${account?.name}`))
        await finds('heading', `Welcome, ${account?.name}`).waitFor()
      },
      signsOut: async () => {
        // A page that was just opened saves trials for offline, too.
        noise.allow(
          /status of 401 .*\/(notices\/shown|trials\/)/,
          'asked for by an open page, answered after the session ended',
        )
        await presses('Sign out')
        await finds('heading', /^Welcome to/).waitFor()
      },
      opensTab: async (path) => {
        const tab = visitorAt(await context.newPage())
        await tab.opens(path)
        return tab
      },
      expectsError: noise.expect,
      allowsError: noise.allow,
      leaves: async () => {
        await leave(isContextChanged)
        noise.end()
        expect(noise.unexpected().join('\n')).toBe('')
        expect(noise.missing()).toEqual([])
      },
    }
  }
  return visitorAt(await context.newPage())
}
