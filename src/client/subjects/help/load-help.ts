import { groups } from 'virtual:help-contents'
import type { HelpPage } from './help-page'

/** The pages for everybody; the device stores them with the app. */
export const loadPeoplePages = (): Promise<readonly HelpPage[]> =>
  import('virtual:help-people').then(({ pages }) => pages)

/** The pages for operators; offline they fail to load, unless one was opened before. */
export const loadOperatorsPages = (): Promise<readonly HelpPage[]> =>
  import('virtual:help-operators').then(({ pages }) => pages)

/** The page with this name; null where there is none. */
export const loadHelpPage = async (name: string): Promise<HelpPage | null> => {
  const isLate = groups.some((group) => group.isLate && group.pages.some((page) => page.name === name))
  const pages = await (isLate ? loadOperatorsPages() : loadPeoplePages())
  return pages.find((page) => page.name === name) ?? null
}
