import type { Page } from 'playwright-core'
import type { Visitor } from './visitor'

/** Signs in at the provider in the tab that the dialog opens, and returns from there. */
export const signsInAgain = async ({ page, context }: Visitor, link: string, person: RegExp): Promise<Page> => {
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: link, exact: true }).click()
  const tab = await opened
  await tab.getByRole('button', { name: person }).click()
  return tab
}
