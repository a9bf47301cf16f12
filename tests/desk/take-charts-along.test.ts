import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { giveParticipants } from '../support/many-participants'
import type { Visitor } from '../support/visitor'

/* A chart is copied into a report as its picture or its figures, as shown. */

const test = journeys('people')

const aShownTrial = async (portal: JourneyPortal, administrator: Visitor) => {
  const { trial_id } = await aTrial(portal, {
    title: 'CEDAR: two drugs',
    end_on: '2099-12-31',
    sample_size: 3000,
    sites: [{ title: 'Queens' }, { title: 'Abbey' }],
  })
  await giveParticipants(portal.database.queries, trial_id, { count: 1500, days: 90, until: portal.clock.now() })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.seesHeading('By site')
}

const exported = async ({ page }: Visitor, chart: string, form: string) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export: ${chart}` }).click()
  await page.getByRole('menuitem', { name: form }).click()
  const file = await download
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

test('the figures are those of the table, from the chart and from the table', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator' })
  await aShownTrial(portal, administrator)
  const { name, content } = await exported(administrator, 'By site', 'Download data (CSV)')
  expect(name).toMatch(/^cedar-.*-by-site\.csv$/)
  const [head, ...rows] = content.toString('utf8').trim().split('\r\n')
  expect(head).toBe('Site,Participants,Share')
  expect(new Set(rows.map((row) => row.split(',')[0]))).toEqual(new Set(['Abbey', 'Queens']))
  await administrator.page.getByRole('radiogroup', { name: 'By site: view', exact: true }).getByText('Table').click()
  await administrator.page.getByRole('table', { name: 'By site', exact: true }).waitFor()
  expect((await exported(administrator, 'By site', 'Download data (CSV)')).content).toEqual(content)
})

test('the pictures need no other file, in the dark, beside the table and without network', async ({
  arrive,
  portal,
}) => {
  const administrator = await arrive({ as: 'administrator' })
  const { page } = administrator
  await page.emulateMedia({ colorScheme: 'dark' })
  await aShownTrial(portal, administrator)
  await administrator.page.getByRole('radiogroup', { name: 'Recruitment over time: view' }).getByText('Table').click()
  administrator.allowsError(/ERR_INTERNET_DISCONNECTED/, 'the app asks for the connection while there is none')
  await administrator.losesTheNetwork()
  const svg = (await exported(administrator, 'Recruitment over time', 'Download SVG')).content.toString('utf8')
  expect(svg).toMatch(/<title>Recruitment over time\. CEDAR, /)
  expect(svg).toContain('fill="#FFFFFF"')
  expect(svg).toContain('src:url(data:')
  expect(svg).toContain('1,500')
  expect(svg).not.toMatch(/var\(|class=|style=|href="http|url\(http/)
  const png = (await exported(administrator, 'Recruitment over time', 'Download PNG')).content
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  const width = Number(/width="([\d.]+)"/.exec(svg)?.[1])
  expect(png.readUInt32BE(16)).toBe(Math.floor(2 * width))
})
