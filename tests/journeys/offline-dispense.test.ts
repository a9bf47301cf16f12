import { ERRORS } from '#contract/errors'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { launchChromiumIn } from '../support/chromium'
import {
  agesBy,
  CODE,
  dispensingTrial,
  opensDispensary,
  scans,
  servedAt,
  timesDispensed,
  typesCode,
  typesPack,
} from '../support/dispensing'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import { signedInAs } from '../support/sign-in'
import { act } from '../support/study-packs'
import { TOKEN, visitorOf, type Visitor } from '../support/visitor'
import { DISPENSED_HERE, dispenseTitle, SAVED_HERE, SECOND_PERSON, TOO_OLD_TITLE } from '../../src/client/safety-words'
import { dumpOf, NOBODY_ANSWERS } from '../support/ward'

/* From the shelf to the patient's hand on a ward whose Wi-Fi fails repeatedly: nothing is lost, doubled or guessed. */

const test = journeys('people', { hasWorker: true })
const TABLET = { width: 768, height: 1024 }
const HOUR = 60 * 60 * 1000
const DISPENSING = { method: 'POST', path: /\/dispense$/ }

const dispensary = (trialId: number, search = '') => `/trials/${trialId}/study-packs/dispense${search}`
const handsOut = async (who: Visitor, packId: string) => {
  await typesCode(who, CODE)
  await who.presses(`Dispense pack ${packId}`)
  await who.seesHeading(dispenseTitle('waiting', packId))
}
const isOffline = (who: Visitor) => who.sees(/Offline · since \d{2}:\d{2}/)

test('a pack is scanned, checked, dispensed and shown as waiting without the server, which records it exactly once', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal, { is_participant_id_used: true })
  const [mine, other] = [await servedAt(trial), await servedAt(trial)]
  const { pack } = mine
  for (const status of ['active', 'recalled', 'expired'] as const) await trial.pack(status, { pack_id: `X-${status}` })
  const elsewhere = await servedAt(trial, 1)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  const faults: Record<string, string[]> = {}
  const look = async (name: string) => {
    const problems = await pageFaults(pharmacist.page)
    if (problems.length > 0) faults[name] = problems
    await pharmacist.page.setViewportSize(TABLET)
  }
  await opensDispensary(pharmacist, trial.trial_id)
  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()

  // Opened by its address; the dispensing began on a participant's page.
  await pharmacist.opens(dispensary(trial.trial_id, `?participant=${mine.id}`))
  await pharmacist.sees(/Last updated \d{2}:\d{2} \(less than a minute ago\)\./)
  await isOffline(pharmacist)
  await pharmacist.sees('Pack to collect')
  await pharmacist.sees(pack.pack_id)
  await look('scan')
  for (const [packId, title] of [
    ['X-nowhere', 'Pack X-nowhere not found'],
    ['X-active', 'Pack X-active is not allocated to anyone'],
    ['X-recalled', 'Pack X-recalled has been recalled'],
    ['X-expired', 'Pack X-expired has expired'],
    [other.pack.pack_id, `Pack ${other.pack.pack_id} is for another participant`],
    [elsewhere.pack.pack_id, `Pack ${elsewhere.pack.pack_id} not found`],
  ] as const) {
    await scans(pharmacist, packId)
    await pharmacist.seesHeading(title)
    expect(await pharmacist.finds('button', /^Dispense/).count()).toBe(0)
  }
  await look('stop')
  await scans(pharmacist, pack.pack_id)
  await pharmacist.seesHeading(`Pack ${pack.pack_id}`)
  await pharmacist.sees('Allocated (not dispensed)')
  await pharmacist.sees('31 Dec 2099')
  await typesCode(pharmacist, '999')
  await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
  await pharmacist.sees(ERRORS.wrong_confirmation_code.message)
  await pharmacist.isFocusedOn(pharmacist.page.getByLabel('Three digits on the label'))
  await look('form')
  await handsOut(pharmacist, pack.pack_id)
  await pharmacist.sees(SAVED_HERE)
  await pharmacist.sees(`To participant ${mine.trial_sequence_no}`)
  await look('dispensed')
  expect(await timesDispensed(portal, pack.id)).toBe(0)

  // The pack cannot be dispensed twice on this tablet, not even after a reload, and every view gives the reason.
  await scans(pharmacist, pack.pack_id)
  await pharmacist.seesHeading(`Pack ${pack.pack_id} has been dispensed already`)
  await pharmacist.sees(DISPENSED_HERE)
  await look('dispensed here')
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs?q=${pack.pack_id}`)
  await pharmacist.sees(DISPENSED_HERE)
  await look('list')
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs/${pack.id}`)
  await pharmacist.seesHeading(`Pack ${pack.pack_id}`)
  await pharmacist.sees(DISPENSED_HERE)
  await pharmacist.sees(/Other changes need a connection/)
  expect(await pharmacist.finds('button', 'Dispense').count()).toBe(0)
  await look('pack')
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs/4040`)
  await pharmacist.sees('This pack is not saved on this device.')
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs/${other.pack.id}`)
  await pharmacist.presses('Dispense')
  await pharmacist.seesHeading(`Pack ${other.pack.pack_id}`)
  await pharmacist.opens('/outbox')
  await pharmacist.sees(`Dispense pack ${pack.pack_id} to participant ${mine.trial_sequence_no}`)
  await look('outbox')

  // The first answer is lost after the server acted.
  const cut = portal.front.inflict('answer_lost', DISPENSING)
  await portal.front.comeBack()
  await expect.poll(cut.met).toBeGreaterThan(0)
  cut.lift()
  await pharmacist.sees(/confirmed by the server/)
  expect(await timesDispensed(portal, pack.id)).toBe(1)
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs/${pack.id}`)
  await pharmacist.sees('Dispensed')
  await pharmacist.seesNot(DISPENSED_HERE)
  expect(faults).toEqual({})
})

test('data older than an hour asks for a tick, and after a day nothing is dispensed', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const [{ pack }, later] = [await servedAt(trial), await servedAt(trial)]
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await opensDispensary(pharmacist, trial.trial_id)
  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await pharmacist.context.clock.setSystemTime(Date.now() + 2 * HOUR)
  await pharmacist.reloads()
  await typesPack(pharmacist, pack.pack_id)
  await typesCode(pharmacist, CODE)
  await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
  await pharmacist.sees('Tick this before you dispense')
  await pharmacist.page.getByRole('checkbox', { name: /last updated \d{2}:\d{2} \(2 h ago\)/ }).check()
  expect(await pageFaults(pharmacist.page)).toEqual([])
  await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
  await pharmacist.sees(SAVED_HERE)

  await agesBy(pharmacist, 23 * HOUR)
  await pharmacist.opens(dispensary(trial.trial_id, `?pack=${later.pack.pack_id}`))
  await pharmacist.seesHeading(TOO_OLD_TITLE)
  await pharmacist.sees(/25 h ago\)\. Do not dispense anything until the connection is back/)
  expect(await pharmacist.finds('button', /^Dispense/).count()).toBe(0)
  expect(await pageFaults(pharmacist.page)).toEqual([])

  await portal.front.comeBack()
  await pharmacist.seesHeading(`Pack ${later.pack.pack_id}`)
  await expect.poll(() => timesDispensed(portal, pack.id)).toBe(1)
  expect(await timesDispensed(portal, later.pack.id)).toBe(0)
})

test('a pack that was dispensed elsewhere meanwhile needs a decision, with the person and the time', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await opensDispensary(pharmacist, trial.trial_id)
  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await pharmacist.reloads()
  await isOffline(pharmacist)
  await typesPack(pharmacist, pack.pack_id)
  await handsOut(pharmacist, pack.pack_id)
  const body = { study_pack_id: pack.id, confirmation_code: CODE, comment: 'Not for this tablet' }
  await pharmacist.losesTheNetwork()
  await portal.front.comeBack()
  await act(trial, trial.people.coordinator, 'dispense', body)
  pharmacist.expectsError(/status of 409/)
  await pharmacist.findsTheNetworkAgain()
  await pharmacist.seesHeading(dispenseTitle('refused', pack.pack_id))
  await pharmacist.presses('Correct or discard it in the outbox', 'link')
  await pharmacist.sees(new RegExp(`refused: ${ERRORS.pack_status_conflict.message}`))
  await pharmacist.sees(new RegExp(`Pack ${pack.pack_id} is now Dispensed by Daniel Lindqvist, `))
  await pharmacist.presses(/^Edit and send again/)
  expect(await pharmacist.page.getByRole('dialog').getByLabel('Three digits on the label').inputValue()).toBe('')
  expect(await pageFaults(pharmacist.page)).toEqual([])
  await pharmacist.presses('Cancel')
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs/${pack.id}`)
  await pharmacist.sees('Refused, see the outbox')
  await pharmacist.sees('Not for this tablet')
  await pharmacist.opens('/outbox')
  await pharmacist.presses(/^Discard: /)
  await pharmacist.page.getByRole('textbox', { name: 'Reason' }).fill('The coordinator gave it')
  await pharmacist.presses('Discard this action')
  await pharmacist.sees('Nothing is waiting')
  expect(await timesDispensed(portal, pack.id)).toBe(1)
  expect(await dumpOf(pharmacist)).not.toContain('Not for this tablet')
})

test('several packs without digits are one action, all of them or none, with the server and without', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal, { is_confirmable: false })
  const packs = [await servedAt(trial), await servedAt(trial), await servedAt(trial), await servedAt(trial)].map(
    ({ pack }) => pack,
  )
  const [taken = { id: 0, pack_id: '' }, left, ...both] = packs
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  const chooses = async (...chosen: { pack_id: string }[]) => {
    for (const { pack_id } of chosen)
      await pharmacist.page.getByRole('checkbox', { name: `Select pack ${pack_id}` }).check()
    await pharmacist.presses('Dispense')
    await pharmacist.page.getByRole('textbox', { name: 'Reason' }).fill('On the round')
  }
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs`)
  await pharmacist.presses('Manage multiple packs')
  await chooses(taken, left ?? taken)
  await act(trial, trial.people.coordinator, 'dispense', { study_pack_id: taken.id })
  pharmacist.expectsError(/status of 409/)
  await pharmacist.presses('Dispense 2 packs')
  await pharmacist.sees('Nothing was changed')
  await pharmacist.sees(/Dispensed by Daniel Lindqvist/)
  expect(await timesDispensed(portal, left?.id ?? 0)).toBe(0)
  await pharmacist.presses('Leave this pack out and continue with 1 pack')
  await pharmacist.presses(`Dispense pack ${left?.pack_id}`)
  await pharmacist.sees(`Pack ${left?.pack_id} was dispensed.`)

  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await pharmacist.losesTheNetwork()
  await isOffline(pharmacist)
  await pharmacist.page.getByRole('checkbox', { name: `Select pack ${left?.pack_id}` }).uncheck()
  await chooses(...both)
  expect(await pageFaults(pharmacist.page)).toEqual([])
  await pharmacist.page.setViewportSize(TABLET)
  await pharmacist.presses('Dispense 2 packs')
  await pharmacist.sees(`Dispense 2 packs: ${SAVED_HERE}`)
  await expect.poll(() => pharmacist.page.getByText(DISPENSED_HERE).count()).toBe(2)
  await portal.front.comeBack()
  await pharmacist.findsTheNetworkAgain()
  for (const { id } of packs) await expect.poll(() => timesDispensed(portal, id)).toBe(1)
})

test('a second person cannot confirm without the server, so nothing is dispensed', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal, { is_dispense_checked: true })
  const { pack } = await servedAt(trial)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await opensDispensary(pharmacist, trial.trial_id)
  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await pharmacist.opens(dispensary(trial.trial_id, `?pack=${pack.pack_id}`))
  await pharmacist.seesHeading(SECOND_PERSON.title)
  expect(await pharmacist.finds('button', /^Dispense/).count()).toBe(0)
})

test('a browser killed as soon as a pack is saved still has it, and sends it once', async ({ portal }) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  const profile = mkdtempSync(join(tmpdir(), 'equipoise-tablet-'))
  const { token } = await signedInAs(portal, 'pharmacist')
  const comes = async () => {
    const visitor = await visitorOf(await launchChromiumIn(profile), portal.url)
    await visitor.opens('/')
    await visitor.page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN, token] as const)
    return visitor
  }
  const pharmacist = await comes()
  await opensDispensary(pharmacist, trial.trial_id)
  await portal.front.goDown()
  await pharmacist.reloads()
  await isOffline(pharmacist)
  await typesPack(pharmacist, pack.pack_id)
  await handsOut(pharmacist, pack.pack_id)
  await pharmacist.sees(SAVED_HERE)
  const browser = await pharmacist.context.newCDPSession(pharmacist.page)
  const gone = pharmacist.context.waitForEvent('close')
  // The crashed browser never answers this.
  void browser.send('Browser.crash').catch(() => {})
  await gone
  expect(await timesDispensed(portal, pack.id)).toBe(0)

  await portal.front.comeBack()
  const later = await comes()
  await later.opens('/outbox')
  await later.sees(/confirmed by the server/)
  expect(await timesDispensed(portal, pack.id)).toBe(1)
  await later.context.close()
  rmSync(profile, { recursive: true })
})
