import { isFull } from './full'
import type { JourneyPortal } from './journey-portal'
import { pageFaults } from './page-faults'
import type { Visitor } from './visitor'

/** A screen in one of its states. */
export type Screen = {
  screen: string
  path: string
  heading: string | RegExp
  /** Brings the screen into its state; faults of the network are undone afterwards. */
  afterwards?: (who: Visitor, portal: JourneyPortal) => Promise<unknown>
  /** Opens the menu of this button, at each width again: a row that is drawn as a card closes its menu. */
  menuOf?: string | RegExp
}

/**
 * The faults of each of these screens, seen by one person in one browser. A screen that does not appear does not
 * prevent the others.
 */
export const faultsOf = async (who: Visitor, portal: JourneyPortal, screens: readonly Screen[]) => {
  const faults: Record<string, string[]> = {}
  for (const screen of screens) {
    const faultsFound = await look(who, portal, screen).catch((error: unknown) => [String(error)])
    if (faultsFound.length > 0) faults[screen.screen] = faultsFound
    await portal.front.heal()
  }
  return faults
}

const opensMenu = async (who: Visitor, button: string | RegExp) => {
  if (!(await who.page.getByRole('menu').isVisible())) await who.finds('button', button).first().click()
  await who.page.getByRole('menuitem').first().waitFor()
}

const look = async (
  who: Visitor,
  portal: JourneyPortal,
  { path, heading, afterwards, menuOf }: Screen,
): Promise<string[]> => {
  await who.opens(path)
  await who.seesHeading(heading)
  await afterwards?.(who, portal)
  await who.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
  const faults = await pageFaults(who.page, isFull, menuOf === undefined ? undefined : () => opensMenu(who, menuOf))
  if (menuOf !== undefined) await who.page.keyboard.press('Escape')
  return faults
}
