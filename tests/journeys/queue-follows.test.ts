import { expect } from 'vitest'
import { dispenseTitle } from '../../src/client/safety-words'
import { CODE, dispensingTrial, scans, servedAt, timesDispensed, typesCode, type Served } from '../support/dispensing'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import type { PackTrial } from '../support/study-packs'
import type { Visitor } from '../support/visitor'
import { NOBODY_ANSWERS } from '../support/ward'

/*
 * One pack after the other from the queue: the next one opens automatically, and each is dispensed by a press of its
 * own.
 */

const test = journeys('people', { hasWorker: true })
const TABLET = { width: 768, height: 1024 }

const servedTo = async (trial: PackTrial, count: number): Promise<Served[]> => {
  const served: Served[] = []
  for (let place = 0; place < count; place += 1) served.push(await servedAt(trial))
  return served
}

const packs = (served: readonly Served[]) => served.map(({ pack }) => pack)

/** Opens the oldest pack from the queue on the home page. */
const opensFromQueue = async (who: Visitor, packId: string) => {
  await who.presses(`Dispense pack ${packId}`, 'link')
  await who.seesHeading(`Pack ${packId}`)
}

const digits = (who: Visitor) => who.page.getByLabel('Three digits on the label')

const dispenses = async (who: Visitor, packId: string) => {
  await typesCode(who, CODE)
  await who.finds('button', `Dispense pack ${packId}`).click()
}

const counts = async (portal: JourneyPortal, all: readonly { id: number }[]) => {
  const times: number[] = []
  for (const { id } of all) times.push(await timesDispensed(portal, id))
  return times
}

test('the next pack opens automatically, says so, takes the focus, and waits for its own digits and press', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal)
  const [first, second, third] = packs(await servedTo(trial, 3))
  if (!first || !second || !third) throw new Error('nobody got a pack')
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens('/')
  await opensFromQueue(pharmacist, first.pack_id)
  await dispenses(pharmacist, first.pack_id)
  await pharmacist.seesHeading(`Pack ${second.pack_id}`)
  await pharmacist.isFocusedOn(digits(pharmacist))
  expect(await digits(pharmacist).inputValue()).toBe('')
  const said = pharmacist.page.locator('[aria-live]').filter({ hasText: 'Next in the queue' })
  expect(await said.innerText()).toContain(`Next in the queue: pack ${second.pack_id}.`)
  await said.getByText(dispenseTitle('recorded', first.pack_id)).waitFor()
  await said.getByText(/^Dispensed · saved \d{2}:\d{2}$/).waitFor()
  expect(await pageFaults(pharmacist.page)).toEqual([])
  await pharmacist.page.setViewportSize(TABLET)
  expect(await counts(portal, [first, second, third])).toEqual([1, 0, 0])

  // A scan interrupts the queue, which continues after it.
  await scans(pharmacist, third.pack_id)
  await pharmacist.seesHeading(`Pack ${third.pack_id}`)
  await dispenses(pharmacist, third.pack_id)
  await pharmacist.seesHeading(`Pack ${second.pack_id}`)
  await dispenses(pharmacist, second.pack_id)
  await pharmacist.seesHeading(dispenseTitle('recorded', second.pack_id))
  await pharmacist.seesNot('Stop the queue')
  expect(await counts(portal, [first, second, third])).toEqual([1, 1, 1])
  expect(await pharmacist.finds('button', /^Next pack/).count()).toBe(0)
})

test('a double press never dispenses the pack that follows', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal, { is_confirmable: false })
  const [first, second] = packs(await servedTo(trial, 2))
  if (!first || !second) throw new Error('nobody got a pack')
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens('/')
  await opensFromQueue(pharmacist, first.pack_id)
  const button = await pharmacist.finds('button', `Dispense pack ${first.pack_id}`).boundingBox()
  if (button === null) throw new Error('the button is not there')
  // A double tap is over before the next pack's button can be pressed.
  await pharmacist.page.mouse.dblclick(button.x + button.width / 2, button.y + button.height / 2)
  await pharmacist.seesHeading(`Pack ${second.pack_id}`)
  const next = pharmacist.finds('button', `Dispense pack ${second.pack_id}`)
  await next.and(pharmacist.page.locator(':enabled')).waitFor()
  expect(await counts(portal, [first, second])).toEqual([1, 0])
})

test('the queue can be stopped, and packs that are opened otherwise start none', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const [first, second, third] = packs(await servedTo(trial, 3))
  if (!first || !second || !third) throw new Error('nobody got a pack')
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens('/')
  await opensFromQueue(pharmacist, first.pack_id)
  await dispenses(pharmacist, first.pack_id)
  await pharmacist.presses('Stop the queue')
  const done = pharmacist.finds('heading', dispenseTitle('recorded', first.pack_id))
  await pharmacist.isFocusedOn(done)
  await pharmacist.isAt(`/trials/${trial.trial_id}/study-packs/dispense`)
  await pharmacist.presses(`Next pack ${second.pack_id}`)
  await dispenses(pharmacist, second.pack_id)
  await pharmacist.seesHeading(dispenseTitle('recorded', second.pack_id))
  await pharmacist.finds('button', `Next pack ${third.pack_id}`).waitFor()
  expect(await counts(portal, [first, second, third])).toEqual([1, 1, 0])
})

test('a queue continues without the connection, and each pack is recorded once', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const [first, second] = packs(await servedTo(trial, 2))
  if (!first || !second) throw new Error('nobody got a pack')
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens('/')
  await pharmacist.reloadsFromTheDevice()
  await pharmacist.sees(/Ready for offline: saved \d{2}:\d{2}/)
  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await pharmacist.reloads()
  await opensFromQueue(pharmacist, first.pack_id)
  await dispenses(pharmacist, first.pack_id)
  await pharmacist.seesHeading(`Pack ${second.pack_id}`)
  await pharmacist.sees(/^Dispensed \d{2}:\d{2} · not sent yet$/)
  // The queue continues after a reload.
  await pharmacist.reloads()
  await pharmacist.seesHeading(`Pack ${second.pack_id}`)
  await dispenses(pharmacist, second.pack_id)
  await pharmacist.seesHeading(dispenseTitle('waiting', second.pack_id))
  await portal.front.comeBack()
  await expect.poll(() => counts(portal, [first, second]), { timeout: 30_000 }).toEqual([1, 1])
})
