import { expect } from 'vitest'
import { dispenseTitle, RANDOMISED } from '../../src/client/safety-words'
import { CODE, dispensingTrial, scans, servedAt, timesDispensed, typesCode } from '../support/dispensing'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'

/* An act that is done forty times a day takes few presses, and its result fits on one screen. */

const test = journeys('people', { hasWorker: true })

const SCREENS = [
  // The height above the page: banner, header, the bar of the trial and its gap.
  { width: 768, height: 1024, frame: 156 },
  { width: 360, height: 740, frame: 156 },
] as const

/** Counts the presses in the person's page from its next load on. The browser reports a key that presses a button too. */
const countPresses = async ({ page }: Visitor): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const count = (event: Event) => event.isTrusted && performance.mark('press')
    addEventListener('click', count, { capture: true })
  })
  return () => page.evaluate(() => performance.getEntriesByName('press').length)
}

/** The heights of the finish screen's content and of its dock, in pixels. */
const heightsOf = async (who: Visitor) => {
  const heading = await who.finds('heading', RANDOMISED).boundingBox()
  const last = await who.page.getByText('Where', { exact: true }).locator('xpath=../../..').boundingBox()
  const dock = await who.finds('button', 'Print').locator('xpath=..').boundingBox()
  if (heading === null || last === null || dock === null) throw new Error('the finish screen is not there')
  return { content: last.y + last.height - heading.y, dock: dock.height }
}

test.for(SCREENS)(
  'a participant is randomised in two presses and the trial’s own question, on one screen of $width × $height',
  async ({ width, height, frame }, { arrive, portal }) => {
    const trial = await dispensingTrial(portal, {
      is_participant_id_used: true,
      is_site_managing_packs: true,
      is_stratified: true,
      trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    })
    const pharmacist = await arrive({ as: 'pharmacist', viewport: { width, height } })
    const presses = await countPresses(pharmacist)
    // The first press is Randomise on the home page, which opens this page.
    await pharmacist.opens(`/trials/${trial.trial_id}/participants/new`)
    await pharmacist.isFocusedOn(pharmacist.page.getByLabel('Participant ID'))
    await pharmacist.sees('Already chosen: this is your only site in this trial.')
    await pharmacist.page.keyboard.type('STA-028')
    await pharmacist.page.getByRole('radio', { name: 'Female' }).click()
    await pharmacist.seesHeading('Check your answers')
    await pharmacist.presses('Randomise this participant')
    await pharmacist.seesHeading(RANDOMISED)
    await pharmacist.sees('B7')
    // The answer to the trial's own question, and the second press.
    expect(await presses()).toBe(2)

    const { content, dock } = await heightsOf(pharmacist)
    expect(frame + content + dock).toBeLessThanOrEqual(height)
    expect(await pageFaults(pharmacist.page)).toEqual([])
  },
)

test('a pack is dispensed in two presses, the next one of the queue in two more, and a scan needs none', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal)
  const [first, second, third] = [await servedAt(trial), await servedAt(trial), await servedAt(trial)]
  const pharmacist = await arrive({ as: 'pharmacist', viewport: { width: 768, height: 1024 } })
  const presses = await countPresses(pharmacist)
  // The first press is Dispense in the queue, which opens this page.
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs/dispense?pack=${first.pack.pack_id}`)
  await pharmacist.isFocusedOn(pharmacist.page.getByLabel('Three digits on the label'))
  await typesCode(pharmacist, CODE)
  await pharmacist.presses(`Dispense pack ${first.pack.pack_id}`)
  await pharmacist.seesHeading(dispenseTitle('recorded', first.pack.pack_id))
  await pharmacist.sees(/^Dispensed · saved \d{2}:\d{2}$/)
  expect(await presses()).toBe(1)

  await pharmacist.presses(`Next pack ${second.pack.pack_id}`)
  await pharmacist.seesHeading(`Pack ${second.pack.pack_id}`)
  await typesCode(pharmacist, CODE)
  await pharmacist.page.keyboard.press('Control+Enter')
  await pharmacist.seesHeading(dispenseTitle('recorded', second.pack.pack_id))
  expect(await presses()).toBe(2)

  await scans(pharmacist, third.pack.pack_id)
  await pharmacist.seesHeading(`Pack ${third.pack.pack_id}`)
  await typesCode(pharmacist, CODE)
  await pharmacist.presses(`Dispense pack ${third.pack.pack_id}`)
  await pharmacist.seesHeading(dispenseTitle('recorded', third.pack.pack_id))
  expect(await pharmacist.finds('button', /^Next pack/).count()).toBe(0)
  expect(await presses()).toBe(3)
  for (const { pack } of [first, second, third]) expect(await timesDispensed(portal, pack.id)).toBe(1)
})
