import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { giveParticipants } from '../support/many-participants'
import { givePacks } from '../support/many-packs'
import { packTrial } from '../support/study-packs'
import type { Visitor } from '../support/visitor'

/* A printed page has whole records, says which part of the list it has, and has nothing to press. */

const test = journeys('people')

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
/** An upright sheet within its margins, in px. */
const SHEET = { width: 718, height: 1000 }

const print = ({ page }: Visitor) => page.emulateMedia({ media: 'print' })

const sheets = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length

/** A trial with so many participants, of whom the list is open with the first one beside it. */
const participantsOf = async (portal: JourneyPortal, who: Visitor, count: number): Promise<number> => {
  const { trial_id } = await aTrial(portal, { trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] })
  const { queries } = portal.database
  await giveParticipants(queries, trial_id, { count, days: 60, until: portal.clock.now() })
  const { id } = await queries
    .selectFrom('participants')
    .select('id')
    .where('trial_id', '=', trial_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await who.opens(`/trials/${trial_id}/participants?page_size=25&open=${id}`)
  await who.finds('table', 'Participants').waitFor()
  await who.finds('link', 'Open the whole page').waitFor()
  return trial_id
}

test.for([
  ['table', DESK, 'table[aria-label="Study packs"] tbody tr:has(a)'],
  ['list of cards', PHONE, 'ul[aria-label="Study packs"] > li:has(a)'],
] as const)(
  'a %s of packs is printed whole, with their number, and has no blank sheets',
  async ([, viewport, packs], { arrive, portal }) => {
    const { trial_id } = await packTrial(portal)
    await givePacks(portal.database.queries, trial_id, { count: 600, around: '2026-12-01' })
    const coordinator = await arrive({ as: 'coordinator', viewport })
    const { page } = coordinator
    await coordinator.opens(`/trials/${trial_id}/study-packs`)
    await coordinator.sees('600 study packs')
    const drawn = () => page.locator(packs).count()
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await drawn()).toBe(600)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(drawn).toBeLessThan(100)
    // A list too long for that says so, and leaves no room for what is not drawn.
    await print(coordinator)
    await coordinator.sees('600 study packs')
    await coordinator.sees(/^Not all packs are printed\./)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(100 * 52)
  },
)

test('a list has the sheet for itself, says which rows it has and in which zone, and has no buttons', async ({
  arrive,
  portal,
}) => {
  const administrator = await arrive({ as: 'administrator', viewport: DESK })
  const { page } = administrator
  await participantsOf(portal, administrator, 60)
  await print(administrator)
  const widthOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().width)
  expect(await widthOf('table[aria-label="Participants"]')).toBeGreaterThan(0.95 * (await widthOf('main')))
  await administrator.sees('1–25 of 60')
  await administrator.sees(/ · Started · Times are in \S+$/)
  const buttons = page.getByRole('button').filter({ visible: true, hasNot: page.locator('xpath=ancestor::thead') })
  expect(await buttons.allTextContents()).toEqual([])
  expect(await administrator.finds('columnheader', 'Actions').count()).toBe(0)
})

test('rows stay whole, and headings stand where they belong on each sheet', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator', viewport: DESK })
  await participantsOf(portal, administrator, 30)
  await print(administrator)
  const styles = await administrator.page.locator('table[aria-label="Participants"]').evaluate((table) => ({
    headings: [...table.querySelectorAll('thead, th')].map((element) => getComputedStyle(element).position),
    rows: [...table.querySelectorAll('tbody tr')].map((element) => getComputedStyle(element).breakInside),
  }))
  expect(new Set(styles.headings)).toEqual(new Set(['static']))
  expect(new Set(styles.rows)).toEqual(new Set(['avoid']))
})

test('an open dialog is printed alone', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator', viewport: DESK })
  const { page } = administrator
  await participantsOf(portal, administrator, 60)
  await administrator.presses('Flag: participant 59')
  await page.getByRole('dialog').waitFor()
  await print(administrator)
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
  expect(await page.locator('main').isVisible()).toBe(false)
  expect(await page.locator('.mantine-Modal-overlay').isVisible()).toBe(false)
  expect(await sheets(page)).toBe(1)
})

test('the first lines of a stock are counted as they are printed', async ({ arrive, portal }) => {
  const { trial_id } = await packTrial(portal, {
    sites: Array.from({ length: 12 }, (_, n) => ({ title: `Hospital ${n + 1}` })),
  })
  await givePacks(portal.database.queries, trial_id, { count: 120, around: '2026-12-01' })
  const administrator = await arrive({ as: 'administrator', viewport: DESK })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.presses('Show all 12')
  await administrator.sees('All 12, lowest stock first.')
  await print(administrator)
  await administrator.sees('The first 8 of 12, lowest stock first.')
  expect(await administrator.page.getByText('All 12, lowest stock first.').isVisible()).toBe(false)
})

test('a part of a balance report is named', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator', viewport: DESK })
  const id = await participantsOf(portal, administrator, 30)
  await administrator.opens(`/trials/${id}/reports/view?report=balance-open`)
  await administrator.finds('combobox', 'Show').selectOption('Site')
  await print(administrator)
  await administrator.sees('Shown: Site')
})

test('no column of a table of the help is cut', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: SHEET })
  const { page } = administrator
  for (const name of ['validation', 'settings']) {
    await administrator.opens(`/help/${name}`)
    await page.locator('main section > table').first().waitFor()
    await print(administrator)
    const cut = await administrator.page
      .locator('section:has(> table)')
      .evaluateAll((sections) =>
        sections
          .filter((section) => section.scrollWidth > section.clientWidth || section.getBoundingClientRect().right > 719)
          .map((section) => section.textContent?.trim().slice(0, 40)),
      )
    expect(cut).toEqual([])
    await page.emulateMedia({ media: 'screen' })
  }
})
