import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { journeys } from '../support/journey'
import { axeFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'

/*
 * Every element that says it opens a menu, a list or a dialog is opened, and axe finds nothing wrong, in both schemes.
 */

const test = journeys('sample')
const [STROKE, CEDAR] = [1, 5]
const TABLET = { width: 768, height: 1024 }

/** The person and the pages of each walk, and some openers that must be found: otherwise nothing was tested. */
const WALKS: { as: SampleAccountKey; paths: readonly string[]; opens: readonly string[] }[] = [
  {
    as: 'nurse',
    paths: ['/', `/trials/${CEDAR}/participants`, `/trials/${CEDAR}/participants/new`],
    opens: ['Account menu', 'Filter', 'CEDAR: fosfomycin or nitrofurantoin for lower urinary tract infection'],
  },
  {
    as: 'pharmacist',
    paths: [`/trials/${CEDAR}/study-packs`, `/trials/${CEDAR}/study-packs/dispense`],
    opens: ['Filter', 'Actions: pack'],
  },
  {
    as: 'administrator',
    paths: [
      `/trials/${CEDAR}`,
      `/trials/${STROKE}/participants`,
      `/trials/${CEDAR}/study-packs`,
      `/trials/${CEDAR}/users`,
      `/trials/${CEDAR}/users/new`,
      `/trials/${STROKE}/messages`,
      '/trials',
      '/users',
      '/audit-logs',
      '/reports',
      '/simulation',
    ],
    opens: ['More', 'More ways to supply packs', 'Export', 'Actions: Amara Hughes'],
  },
]

const OPENS_SOMETHING = ':is(header, main) [aria-haspopup]'

test.for(WALKS)('the menus, lists and dialogs of the $as', async ({ as, paths, opens }, { arrive }) => {
  const who = await arrive({ as, viewport: TABLET })
  const faults: Record<string, string[]> = {}
  const opened = new Set<string>()
  for (const path of paths) {
    await who.opens(path)
    await who.page.locator('main h1').first().waitFor()
    await who.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
    for (const opener of await who.page.locator(OPENS_SOMETHING).all()) {
      if (!(await opener.isVisible())) continue
      const name = await nameOf(opener)
      if (opened.has(name)) continue
      opened.add(name)
      const found = await faultsWhileOpen(who, opener)
      if (found.length > 0) faults[`${path}: ${name}`] = found
    }
  }
  expect(faults).toEqual({})
  expect([...opened]).toEqual(expect.arrayContaining([...opens]))
})

const faultsWhileOpen = async (who: Visitor, opener: Locator): Promise<string[]> => {
  await opener.click()
  await who.page.locator(':is([role=menu], [role=listbox], [role=dialog])').filter({ visible: true }).first().waitFor()
  const light = await axeFaults(who.page, null)
  await who.page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeFaults(who.page, ['color-contrast'])
  await who.page.emulateMedia({ colorScheme: 'light' })
  await who.page.keyboard.press('Escape')
  return [...light, ...dark].filter((fault) => !isScrolledByField(fault))
}

/**
 * The arrow keys of a field move through its list, which scrolls with them. axe wants the list itself to be focusable.
 */
const isScrolledByField = (fault: string): boolean => fault.startsWith('scrollable-region-focusable')

/** The opener's name without the part that differs from row to row. */
const nameOf = (opener: Locator): Promise<string> =>
  opener.evaluate((element) => {
    const labels =
      element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.textContent) : []
    const name = element.getAttribute('aria-label') ?? (labels.join(' ') || (element.textContent ?? ''))
    return name
      .replace(/ [A-Z]{2}-\d+$/, '')
      .replace(/ (\d+|\(ID \d+\))$/, '')
      .trim()
  })
