import { groups } from 'virtual:help-contents'
import type { HelpPage } from './help-page'

/** The pages that the device stores with the app. */
export const loadStoredPages = (): Promise<readonly HelpPage[]> =>
  import('virtual:help-stored').then(({ pages }) => pages)

/** The pages on statistics and for operators; offline they fail to load, unless one was opened before. */
export const loadLatePages = (): Promise<readonly HelpPage[]> => import('virtual:help-late').then(({ pages }) => pages)

/** The page with this name; null where there is none. */
export const loadHelpPage = async (name: string): Promise<HelpPage | null> => {
  const isLate = groups.some((group) => group.isLate && group.pages.some((page) => page.name === name))
  const pages = await (isLate ? loadLatePages() : loadStoredPages())
  return pages.find((page) => page.name === name) ?? null
}
