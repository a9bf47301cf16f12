import { expect } from 'vitest'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { giveParticipants } from '../support/many-participants'
import { pageFaults } from '../support/page-faults'

/* The overview of a very large trial: 20,000 participants at 111 sites. */

const test = journeys('people')

const aLargeTrial = async (portal: JourneyPortal): Promise<number> => {
  const { trial_id } = await aTrial(portal, {
    title: 'A large trial',
    end_on: '2099-12-31',
    sample_size: 26_000,
    sites: Array.from({ length: 111 }, (_, n) => ({ title: `Hospital ${n + 1}` })),
    is_stratified: true,
    trial_strata: ['Sex', 'Age group', 'Delay'].map((name) => ({ name, options: ['One', 'Two', 'Three'] })),
  })
  const until = portal.clock.now()
  await giveParticipants(portal.database.queries, trial_id, { count: 20_000, days: 900, until })
  return trial_id
}

test('its figures show the state of the trial, and fit one page of paper', async ({ arrive, portal }) => {
  const trialId = await aLargeTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  const { page } = administrator
  await page.addInitScript(countsMeasuredLabels)
  await administrator.opens('/trials')
  await administrator.presses('A large trial', 'link')
  await administrator.seesHeading('By site')
  await administrator.isAt(`/trials/${trialId}`)
  await administrator.sees('20,000 of 26,000')
  await administrator.sees(/^20,000 recruited by .* expected: /)
  await administrator.sees(/^The 10 largest of 111\. The other 101 together: 13,980 \(69\.9%\)\./)
  await page
    .getByRole('figure', { name: /recruited/ })
    .locator('.recharts-xAxis-tick-labels')
    .first()
    .waitFor()
  // Each is a layout of the whole page: the labels along the sides, not those of 900 days.
  expect(await page.evaluate(() => Number(document.documentElement.dataset['measured']))).toBeLessThan(80)
  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await pageFaults(page)).toEqual([])
})

/** Counts in the page how often the library of charts measures a text. */
const countsMeasuredLabels = () => {
  HTMLSpanElement.prototype.getBoundingClientRect = function measured() {
    if (this.id === 'recharts_measurement_span') {
      const { dataset } = document.documentElement
      dataset['measured'] = String(Number(dataset['measured'] ?? 0) + 1)
    }
    return Element.prototype.getBoundingClientRect.call(this)
  }
}
