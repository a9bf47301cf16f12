import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { strictCsv } from '../support/export-calls'
import { giveParticipants } from '../support/many-participants'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import { readXlsx } from '../support/read-xlsx'
import type { Visitor } from '../support/visitor'

/*
 * Reports in a window of their own and as spreadsheets. Some browsers open no window, and some reports cannot be
 * generated.
 */

const test = journeys('people', { hasWorker: true })

/** A trial with this many participants, and a coordinator who is blinded in it. */
const aReportedTrial = async (portal: JourneyPortal, count: number, packs = 0): Promise<number> => {
  const { trial_id } = await aTrial(portal, {
    title: 'A trial to report on',
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    packs,
  })
  const { queries } = portal.database
  await giveParticipants(queries, trial_id, { count, days: 60, until: portal.clock.now() })
  await queries.updateTable('trials').set({ last_sequence_no: count }).where('id', '=', trial_id).execute()
  const site_id = null
  await grant(portal, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id, is_blinded_whole: true })
  return trial_id
}

const chooses = async ({ page }: Visitor, list: string, option: string) => {
  await page.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The reason why the window's console messages may be missing. */
const MAY_BE_GONE = 'the window may be gone before'

/** Presses, and returns the window that opens at once. */
const opensWindow = async ({ context, presses }: Visitor, button: string) => {
  const [opened] = await Promise.all([context.waitForEvent('page'), presses(button)])
  return opened
}

const takes = async ({ page, presses }: Visitor, button: string) => {
  const [download] = await Promise.all([page.waitForEvent('download'), presses(button)])
  const sheet = readXlsx(new Uint8Array(readFileSync(await download.path())))
  return { name: download.suggestedFilename(), sheet }
}

test('a long report opens in its own window, blinded like its reader', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 30)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${id}`)
  await coordinator.presses('Reports', 'link')
  const report = await opensWindow(coordinator, 'Generate report')
  await report.getByRole('heading', { name: 'Long report' }).waitFor()
  await report.getByRole('columnheader', { name: 'Sex (as used)' }).waitFor()
  expect(await report.getByRole('row').count()).toBe(31)
  expect(await report.getByRole('cell', { name: 'Blinded', exact: true }).count()).toBe(30)
  await coordinator.sees('The report is shown in a new window.')
  await report.reload()
  await report.getByRole('row').nth(30).waitFor()
  expect(await pageFaults(report)).toEqual([])
})

test('a blocked window is reported with the way to allow it', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 3)
  const coordinator = await arrive({ as: 'coordinator' })
  // Pop-up blockers return no window.
  await coordinator.page.addInitScript(() => {
    window.open = () => null
  })
  await coordinator.opens(`/trials/${id}/reports`)
  await coordinator.presses('Generate report')
  const alert = coordinator.page.getByRole('alert')
  await alert.getByText('Report was unable to be displayed in a new window.', { exact: true }).waitFor()
  expect(await alert.textContent()).toContain('Please check the pop-up settings of your browser')
  expect(await pageFaults(coordinator.page)).toEqual([])
})

test('a report that fails closes its window, and the page says why', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 3)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${id}/reports`)
  // A failure without console messages, as the window may close before they arrive.
  const fault = portal.front.inflict('captive_portal', { method: 'POST', path: /\/reports\/long$/ })
  const report = await opensWindow(coordinator, 'Generate report')
  if (!report.isClosed()) await report.waitForEvent('close')
  await coordinator.sees('The report could not be generated')
  await coordinator.sees(/Another page answered instead of the server/)
  expect(fault.met()).toBeGreaterThan(0)
  fault.lift()
  // A slow answer is no failure: the device's stored copy is shown instead.
  portal.front.inflict({ delayed: 2000 }, { method: 'GET', path: /\/trials\/\d+$/ })
  const again = await opensWindow(coordinator, 'Generate report')
  await again.getByRole('columnheader', { name: 'Site' }).waitFor()
  await coordinator.sees('The report is shown in a new window.')
})

test('a report that fails while its reader is elsewhere in the portal closes its window, and says why there', async ({
  arrive,
  portal,
}) => {
  const id = await aReportedTrial(portal, 3)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${id}/reports`)
  const lost = portal.front.inflict('black_hole', { method: 'POST', path: /\/reports\/long$/ })
  coordinator.allowsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION/, MAY_BE_GONE)
  const report = await opensWindow(coordinator, 'Generate report')
  await report.getByText('The report is being generated. A large trial takes a while.').waitFor()
  await coordinator.presses('Participants', 'link')
  await coordinator.seesHeading('Participants')
  // The report is requested once more, and then fails for good.
  portal.front.inflict('captive_portal', { method: 'POST', path: /\/reports\/long$/ })
  lost.lift()
  if (!report.isClosed()) await report.waitForEvent('close')
  await coordinator.sees('The report could not be generated')
  await coordinator.sees(/Another page answered instead of the server/)
  await coordinator.seesHeading('Participants')
})

/** Parts of a page that must not be printed beside the report: buttons and progress. */
const notToBePrinted = (page: Page) =>
  page.locator(
    'button:visible, a:visible, nav:visible, output:visible, [role=progressbar]:visible, [aria-live]:visible',
  )

test('a report prints only itself, dark on white in either scheme', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 30)
  const coordinator = await arrive({ as: 'coordinator' })
  const { page } = coordinator
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const report of ['long', 'short']) {
    await page.emulateMedia({ media: 'screen' })
    await coordinator.opens(`/trials/${id}/reports/view?report=${report}`)
    await Promise.all([page.waitForEvent('download'), coordinator.presses('Download Excel spreadsheet (.xlsx)')])
    await coordinator.sees('The download has started. Your browser shows its progress.')
    await expect.poll(() => brightness(page, 'body', 'backgroundColor')).toBeLessThan(60)
    await page.emulateMedia({ media: 'print' })
    // The page learns of the medium with the next frame.
    await expect.poll(() => brightness(page, 'body', 'backgroundColor')).toBe(255)
    expect(await notToBePrinted(page).allTextContents()).toEqual([])
    await coordinator.seesHeading(report === 'long' ? 'Long report' : 'Short report')
    for (const part of ['h1', 'th', 'td']) expect(await brightness(page, part, 'color')).toBeLessThan(60)
  }
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => brightness(page, 'body', 'backgroundColor')).toBeLessThan(60)
})

/** The brightness of the first such part of a page, from 0 for black to 255 for white. */
const brightness = async (page: Page, part: string, of: 'color' | 'backgroundColor'): Promise<number> => {
  const style = (element: Element, property: 'color' | 'backgroundColor') => getComputedStyle(element)[property]
  const colour = await page.locator(part).first().evaluate(style, of)
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  return (red + green + blue) / 3
}

test('while a report is generated both windows say so, and one that is closed ends the waiting', async ({
  arrive,
  portal,
}) => {
  const id = await aReportedTrial(portal, 3)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${id}/reports`)
  const heldRequest = portal.front.inflict('held', { method: 'POST', path: /\/reports\/long$/ })
  const report = await opensWindow(coordinator, 'Generate report')
  await report.getByText('The report is being generated. A large trial takes a while.').waitFor()
  await coordinator.sees('The report is being generated in a new window. A large trial takes a while.')
  expect(await coordinator.finds('button', 'Generate report').isDisabled()).toBe(true)
  await report.close()
  await coordinator.seesNot('The report is being generated in a new window. A large trial takes a while.')
  expect(await coordinator.finds('button', 'Generate report').isEnabled()).toBe(true)
  heldRequest.lift()
})

test('a long report shows how many participants were received, and closes its window when it breaks off', async ({
  arrive,
  portal,
}) => {
  const id = await aReportedTrial(portal, 1203)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${id}/reports`)
  const stalled = portal.front.inflict('stalled', { method: 'POST', path: /\/reports\/long$/ })
  const report = await opensWindow(coordinator, 'Generate report')
  const figures = report.getByText(/^[1-9]\d\d of 1,203 participants$/)
  await figures.waitFor()
  const received = Number((await figures.textContent())?.slice(0, 3))
  const bar = report.getByRole('progressbar', { name: 'Participants in the report' })
  expect(await bar.getAttribute('aria-valuenow')).toBe(String(Math.floor((100 * received) / 1203)))
  // Screen readers announce quarters.
  const progress = `${25 * Math.floor((4 * received) / 1203)}% of 1,203 participants`
  await report.locator('[aria-live=polite]', { hasText: progress }).waitFor({ state: 'attached' })
  expect(await pageFaults(report)).toEqual([])
  stalled.lift()
  await report.getByText(/Rows 1–1,000 of 1,203/).waitFor()
  await coordinator.sees('The report is shown in a new window.')
  await report.close()
  const broken = portal.front.inflict('truncated', { method: 'POST', path: /\/reports\/long$/ })
  coordinator.allowsError(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION/, MAY_BE_GONE)
  const half = await opensWindow(coordinator, 'Generate report')
  if (!half.isClosed()) await half.waitForEvent('close')
  await coordinator.sees('The report could not be generated')
  await coordinator.sees(/Network error/)
  broken.lift()
})

test('a spreadsheet is downloaded; the short report is shown by sections', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 30)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${id}/reports`)
  await chooses(coordinator, 'Report data format', 'Excel spreadsheet (.xlsx)')
  const { name, sheet } = await takes(coordinator, 'Generate report')
  expect(name).toMatch(new RegExp(`^trial-${id}-long-report-\\d{4}-\\d\\d-\\d\\d\\.xlsx$`))
  expect(sheet.rows).toHaveLength(31)
  await coordinator.sees('The download has started. Your browser shows its progress.')
  await chooses(coordinator, 'Report type', 'Short report')
  await chooses(coordinator, 'Report data format', 'View in browser')
  const report = await opensWindow(coordinator, 'Generate report')
  await report.getByRole('heading', { name: 'Participants by Sex (as used)' }).waitFor()
  expect(await pageFaults(report)).toEqual([])
  expect(await pageFaults(coordinator.page)).toEqual([])
})

test('a list is exported with its present filters, in the chosen form', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 30, 1)
  const coordinator = await arrive({ as: 'coordinator' })
  const exported = async (form: string) => {
    await coordinator.presses('Export')
    const item = coordinator.page.getByRole('menuitem', { name: form })
    // On a phone the menu is elsewhere, so a change of width closes it.
    const bringBack = async () => (await item.isVisible()) || (await coordinator.presses('Export'))
    expect(await pageFaults(coordinator.page, undefined, bringBack)).toEqual([])
    const [download] = await Promise.all([coordinator.page.waitForEvent('download'), item.click()])
    await coordinator.sees('The download has started. Your browser shows its progress.')
    return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) }
  }
  await coordinator.opens(`/trials/${id}/participants?q=30`)
  const csv = await exported('CSV (.csv), all columns')
  expect(csv.name).toMatch(new RegExp(`^trial-${id}-participants-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  expect(strictCsv(csv.bytes).map((row) => [row['Sequence number'], row['Study group']])).toEqual([['30', 'Blinded']])
  await coordinator.opens(`/trials/${id}/study-packs?status=active`)
  const xlsx = await exported('Excel spreadsheet (.xlsx), the columns shown')
  const { rows } = readXlsx(xlsx.bytes)
  expect(rows).toHaveLength(5)
  expect(rows[0]).toEqual([
    'Study pack ID',
    'Batch',
    'Status',
    'Site',
    'Participant',
    'Duration (days)',
    'Last allocation date',
  ])
})

test('a long report of many participants is read by pages, whose number is in the address', async ({
  arrive,
  portal,
}) => {
  const id = await aReportedTrial(portal, 1203)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${id}/reports/view?report=long`)
  await administrator.sees(/Rows 1–1,000 of 1,203/)
  await administrator.presses('Page 2')
  await administrator.sees(/Rows 1,001–1,203 of 1,203/)
  await administrator.isAt(/page=2/)
})

test('a long report has the columns that its reader chose, also next time, and links to each participant', async ({
  arrive,
  portal,
}) => {
  const id = await aReportedTrial(portal, 30)
  const administrator = await arrive({ as: 'administrator', viewport: { width: 1440, height: 900 } })
  const { page } = administrator
  await administrator.opens(`/trials/${id}/reports/view?report=long`)
  await administrator.presses('Columns')
  await page.getByLabel('Site', { exact: true }).uncheck()
  await administrator.presses('Study group: move up')
  expect(await pageFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  const first = ['Sequence number', 'Randomised at (Etc/UTC)', 'Randomised by', 'Study group', 'Sex (as used)']
  const headings = async () => (await page.getByRole('columnheader').allTextContents()).slice(0, 5)
  await expect.poll(headings).toEqual(first)
  await administrator.reloads()
  await expect.poll(headings).toEqual(first)
  await administrator.sees('The spreadsheet has every column.')
  const frame = page.getByRole('region', { name: 'Long report: table' })
  await frame.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight))
  const lefts = await page
    .getByRole('cell')
    .first()
    .evaluate((cell) => [cell.getBoundingClientRect().left, cell.closest('section')?.getBoundingClientRect().left])
  expect(Math.abs((lefts[0] ?? 0) - (lefts[1] ?? 99))).toBeLessThanOrEqual(1)
  const [heading = 0, top = 99] = await page
    .getByRole('columnheader')
    .first()
    .evaluate((cell) => [cell, cell.closest('section') ?? cell].map((one) => one.getBoundingClientRect().top))
  expect(Math.abs(heading - top)).toBeLessThanOrEqual(1)
  await page.getByRole('link', { name: '30', exact: true }).click()
  await administrator.seesHeading('Participant 30')
})

test('an administrator sees and downloads the management report', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 2)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/')
  await administrator.presses('Reports', 'link')
  await administrator.seesHeading('Management report')
  expect(await pageFaults(administrator.page)).toEqual([])
  const report = await opensWindow(administrator, 'View in browser')
  await report.getByRole('cell', { name: 'A trial to report on' }).first().waitFor()
  expect(await pageFaults(report)).toEqual([])
  await administrator.sees('The report is shown in a new window.')
  const { name, sheet } = await takes(administrator, 'Download Excel spreadsheet (.xlsx)')
  expect(name).toMatch(/^management-report-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(sheet.rows.map((row) => row[0])).toContain(id)
})

test('a person who is no administrator has no reports of the system', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens('/reports')
  await nurse.seesHeading('You do not have permission to see this')
})

test('the balance opens and is sorted by a pressed heading, and downloads as a PDF', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 30)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${id}/reports`)
  await chooses(administrator, 'Report type', 'Open balance report')
  const report = await opensWindow(administrator, 'Generate report')
  await report.getByRole('heading', { name: 'Open balance report' }).waitFor()
  expect(await report.getByRole('rowheader').first().textContent()).toBe('Everyone')
  await report.getByRole('button', { name: 'Participants' }).click()
  await report.getByRole('button', { name: 'Participants' }).click()
  expect(await report.getByRole('rowheader').last().textContent()).toBe('Everyone')
  expect(await report.getByRole('columnheader', { name: 'Participants' }).getAttribute('aria-sort')).toBe('ascending')
  expect(await pageFaults(report)).toEqual([])
  await chooses(administrator, 'Report data format', 'PDF (.pdf)')
  const [download] = await Promise.all([
    administrator.page.waitForEvent('download'),
    administrator.presses('Generate report'),
  ])
  expect(download.suggestedFilename()).toMatch(/^trial-\d+-open-balance-report-.*\.pdf$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('the balance says to blinded people why it has no groups, and offers no open one', async ({ arrive, portal }) => {
  const id = await aReportedTrial(portal, 30)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${id}/reports`)
  await coordinator.page.getByRole('combobox', { name: 'Report type' }).click()
  expect(await coordinator.page.getByRole('option').allTextContents()).toEqual([
    'Long report',
    'Short report',
    'Balance report',
  ])
  await coordinator.page.getByRole('option', { name: 'Balance report', exact: true }).click()
  const report = await opensWindow(coordinator, 'Generate report')
  await report.getByText('Study groups are not shown, because you are blinded in this trial.').waitFor()
  expect(await report.getByRole('columnheader').allTextContents()).toEqual(['Where', 'Participants'])
  expect(await pageFaults(report)).toEqual([])
})
