import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { pageNoise } from './page-noise'
import type { Role, Tablet } from './tablet'

/** Where the app keeps the token of who is signed in. */
export const TOKEN = 'equipoise.token'

/** Somebody at a browser of these journeys: what they do and what they see, beside what they do at any tablet. */
export type Visitor = Omit<Tablet, 'opensTab'> & {
  context: BrowserContext
  page: Page
  presses: (name: string | RegExp, role?: Role) => Promise<void>
  /** A button or link as it is found by its name. */
  finds: (role: Role, name: string | RegExp) => Locator
  seesHeading: (name: string | RegExp) => Promise<void>
  isAt: (address: string | RegExp) => Promise<void>
  /** The token that this browser keeps. */
  token: () => Promise<string | null>
  isFocusedOn: (thing: Locator) => Promise<void>
  /** The Wi-Fi goes and comes, as the browser notices it; that the server is dead it does not. */
  losesTheNetwork: () => Promise<void>
  findsTheNetworkAgain: () => Promise<void>
  /** From the home page through the sample provider's page and back. */
  signsInAs: (key: SampleAccountKey) => Promise<void>
  signsOut: () => Promise<void>
  /** Another tab of the same browser. */
  opensTab: (path: string) => Promise<Visitor>
  /** Leaves; throws where a page complained about anything that was not expected. */
  leaves: () => Promise<void>
}

/** How long anything may take to appear, in milliseconds. */
export const PATIENCE = 30_000

/** A visitor whose browser is this one and who finds the portal at `origin`. */
export const visitorOf = async (context: BrowserContext, origin: string): Promise<Visitor> => {
  context.setDefaultTimeout(PATIENCE)
  const noise = await pageNoise(context)

  const visitorAt = (page: Page): Visitor => {
    const finds: Visitor['finds'] = (role, name) => page.getByRole(role, { name, exact: typeof name === 'string' })
    const presses: Visitor['presses'] = (name, role = 'button') => finds(role, name).click()
    const sees: Visitor['sees'] = (text) => page.getByText(text).filter({ visible: true }).first().waitFor()
    return {
      context,
      page,
      opens: async (path) => {
        await page.goto(`${origin}${path}`)
      },
      reloads: async () => {
        await page.reload()
      },
      presses,
      pressesInDialog: (name) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
      // A field for a password has no role.
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
        expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
      },
      losesTheNetwork: () => context.setOffline(true),
      findsTheNetworkAgain: () => context.setOffline(false),
      signsInAs: async (key) => {
        const account = SAMPLE_ACCOUNTS.find((one) => one.key === key)
        await finds('link', 'Sign in').first().click()
        await presses('University single sign-on', 'link')
        await presses(new RegExp(`^${account?.name}`))
        await finds('heading', `Welcome, ${account?.name}`).waitFor()
      },
      signsOut: async () => {
        noise.allow(/status of 401 .*\/notices\/shown/, 'asked for as a page opens, answered after the session ended')
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
        await context.close()
        expect(noise.unexpected()).toEqual([])
        expect(noise.missing()).toEqual([])
      },
    }
  }
  return visitorAt(await context.newPage())
}
