import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** A profile of a browser, for one person. */
export type Profile = {
  context: BrowserContext
  /** Closes what the person has open. One that the person changed, such as its clock, goes to no one else. */
  leave: (isChanged: boolean) => Promise<void>
}

/** Settles a new profile before its first page. */
type Prepare = (context: BrowserContext) => Promise<void>

/** What a browser stores for the portal when a person arrives. */
type Stored = NonNullable<Exclude<BrowserContextOptions['storageState'], string>>['origins'][number]

/** A new profile, which is deleted when the person leaves. */
export const newProfile = async (
  browser: Browser,
  options: BrowserContextOptions,
  stored: Stored,
  prepare: Prepare,
): Promise<Profile> => {
  const context = await browser.newContext({ ...options, storageState: { cookies: [], origins: [stored] } })
  await prepare(context)
  return { context, leave: () => context.close() }
}

type Lent = { context: BrowserContext; anchor: Page; empty: () => Promise<unknown> }

/** The profiles of each browser that wait for a person, by how they were opened. */
const waiting = new Map<Browser, Map<string, Lent[]>>()

/**
 * A profile that others may have had before. Of theirs it has only the app's own files and their compiled code, which
 * a browser stores for the portal's address, so that a page opens with half the work. `prepare` is called for a new one.
 */
export const lendProfile = async (
  browser: Browser,
  options: BrowserContextOptions,
  stored: Stored,
  prepare: Prepare,
): Promise<Profile> => {
  const byOptions = waiting.get(browser) ?? new Map<string, Lent[]>()
  waiting.set(browser, byOptions)
  const key = JSON.stringify({ ...options, origin: stored.origin })
  const free = byOptions.get(key) ?? []
  byOptions.set(key, free)
  const lent = free.pop() ?? (await openLendable(browser, options, stored.origin, prepare))
  const { context, anchor } = lent
  await lent.empty()
  await anchor.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, stored.localStorage)
  let isLent = true
  return {
    context,
    leave: async (isChanged) => {
      if (isChanged) return await context.close()
      for (const page of context.pages()) if (page !== anchor) await page.close()
      if (isLent) free.push(lent)
      isLent = false
    },
  }
}

/** A picture of the portal: a page of its address that runs no code. */
const ANCHOR = '/favicon.svg'

/** Whether a page is no person's. */
export const isAnchor = (page: Page): boolean => page.url().endsWith(ANCHOR)

/**
 * A profile whose anchor stays open: the process of the portal's pages lives as long, so the next page finds the app
 * compiled. Emptying goes through it, as Playwright's own would also delete the app's files.
 */
const openLendable = async (
  browser: Browser,
  options: BrowserContextOptions,
  origin: string,
  prepare: Prepare,
): Promise<Lent> => {
  const context = await browser.newContext(options)
  const anchor = await context.newPage()
  await anchor.goto(`${origin}${ANCHOR}`)
  await prepare(context)
  const devTools = await context.newCDPSession(anchor)
  const empty = async () => {
    await context.clearCookies()
    await devTools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  }
  return { context, anchor, empty }
}
