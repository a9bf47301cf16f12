import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

/** A profile of a browser, for one person. */
export type Profile = {
  context: BrowserContext
  /** Closes what the person has open. One that the person changed, such as its clock, goes to no one else. */
  leave: (isChanged: boolean) => Promise<void>
}

/** Settles a new profile before its first page. */
type Prepare = (context: BrowserContext) => Promise<void>

/** A new profile, which is deleted when the person leaves. */
export const newProfile = async (
  browser: Browser,
  options: BrowserContextOptions,
  prepare: Prepare,
): Promise<Profile> => {
  const context = await browser.newContext(options)
  await prepare(context)
  return { context, leave: () => context.close() }
}

/** The profiles of each browser that wait for a person, by how they were opened. */
const waiting = new Map<Browser, Map<string, BrowserContext[]>>()

/**
 * A profile that others may have had before. Of theirs it has only the app's own files and their compiled code, which
 * a browser stores for the portal's address, so that a page opens with half the work. `prepare` is called for a new one.
 */
export const lendProfile = async (
  browser: Browser,
  { storageState = { cookies: [], origins: [] }, ...options }: BrowserContextOptions,
  prepare: Prepare,
): Promise<Profile> => {
  const byOptions = waiting.get(browser) ?? new Map<string, BrowserContext[]>()
  waiting.set(browser, byOptions)
  const key = JSON.stringify(options)
  const free = byOptions.get(key) ?? []
  byOptions.set(key, free)
  const lent = free.pop()
  const context = lent ?? (await browser.newContext(options))
  if (lent === undefined) await prepare(context)
  await context.setStorageState(storageState)
  let isLent = true
  return {
    context,
    leave: async (isChanged) => {
      if (isChanged) return await context.close()
      for (const page of context.pages()) await page.close()
      if (isLent) free.push(context)
      isLent = false
    },
  }
}
