import { ERRORS } from '#contract/errors'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { DISPENSE_RECORDED, dispenseTitle } from '../../src/client/safety-words'
import { launchChromiumFilming } from '../support/chromium'
import {
  alter,
  CODE,
  dispensingTrial,
  scans,
  servedAt,
  timesDispensed,
  typesCode,
  typesPack,
} from '../support/dispensing'
import { filmOfLabel, SYMBOLOGIES } from '../support/film-of-label'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import { signedInAs } from '../support/sign-in'
import { act } from '../support/study-packs'
import { TOKEN, visitorOf, type Visitor } from '../support/visitor'
import { allocation, confirms } from '../support/wizard'

/* From the shelf to the patient's hand, on a tablet held upright. */

const test = journeys('people', { hasWorker: true })
const TABLET = { width: 768, height: 1024 }

const at = (trialId: number, search = '') => `/trials/${trialId}/study-packs/dispense${search}`
const stops = (who: Visitor, title: string) => who.finds('heading', title).waitFor()

test('a participant is randomised, the barcode is read from the screen, and the pack is dispensed with the three digits', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(`/trials/${trial.trial_id}/participants/new`)
  await confirms(pharmacist, {})
  const { 'Study pack to collect': packId = '' } = await allocation(pharmacist)
  expect(await readOffScreen(pharmacist)).toEqual([packId])
  expect(await pageFaults(pharmacist.page)).toEqual([])

  await pharmacist.presses(`Dispense pack ${packId}`, 'link')
  await pharmacist.seesHeading(`Pack ${packId}`)
  await pharmacist.presses('Scan another pack')
  await pharmacist.seesHeading('Scan the pack')
  await pharmacist.sees('Pack to collect')
  expect(await pageFaults(pharmacist.page)).toEqual([])
  await typesPack(pharmacist, packId)
  await pharmacist.seesHeading(`Pack ${packId}`)
  await pharmacist.sees('Allocated (not dispensed)')
  await pharmacist.sees('31 Dec 2099')
  await pharmacist.presses(`Dispense pack ${packId}`)
  await pharmacist.sees('Type the three digits from the label')
  pharmacist.expectsError(/status of 422/)
  await typesCode(pharmacist, '999')
  await pharmacist.presses(`Dispense pack ${packId}`)
  await pharmacist.sees(ERRORS.wrong_confirmation_code.message)
  await pharmacist.isFocusedOn(pharmacist.page.getByLabel('Three digits on the label'))
  await typesCode(pharmacist, CODE)
  await pharmacist.presses(`Dispense pack ${packId}`)
  await pharmacist.seesHeading(dispenseTitle('recorded', packId))
  expect(await pageFaults(pharmacist.page)).toEqual([])
  await pharmacist.presses('Scan another pack')
  await pharmacist.isAt(at(trial.trial_id))
  await pharmacist.isFocusedOn(pharmacist.page.getByLabel('Or type the pack ID'))
})

test('every stop names the scanned pack and the right one, and has no way past', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const [mine, other, past, done] = [
    await servedAt(trial),
    await servedAt(trial),
    await servedAt(trial),
    await servedAt(trial),
  ]
  const elsewhere = await servedAt(trial, 1)
  await alter(portal, past.pack.id, { expire_on: '2020-01-31' })
  const body = { study_pack_id: done.pack.id, confirmation_code: CODE, comment: 'Given at the bedside' }
  await act(trial, trial.people.pharmacist, 'dispense', body)
  for (const status of ['active', 'recalled', 'removed', 'expired'] as const) {
    await trial.pack(status, { pack_id: `X-${status}` })
  }
  await trial.pack('active', { pack_id: 'X-elsewhere', site_id: trial.sites[1]?.id ?? null })
  const me = mine.trial_sequence_no
  const forMine = `&participant=${mine.id}`
  const wanted = `Allocated to participant ${me}: ${mine.pack.pack_id}.`
  const table: [search: string, title: string, words: string][] = [
    ['X-nowhere', 'Pack X-nowhere not found', 'Do not dispense it.'],
    ['X-active', 'Pack X-active is not allocated to anyone', 'It is Active.'],
    ['X-recalled', 'Pack X-recalled has been recalled', 'Keep it apart for its return.'],
    ['X-removed', 'Pack X-removed has been removed from the trial', 'It can never be used again.'],
    ['X-expired', 'Pack X-expired has expired', 'Do not dispense it.'],
    [past.pack.pack_id, `Pack ${past.pack.pack_id} has expired`, 'Do not dispense it.'],
    [done.pack.pack_id, `Pack ${done.pack.pack_id} has been dispensed already`, 'Given at the bedside'],
    [`${other.pack.pack_id}${forMine}`, `Pack ${other.pack.pack_id} is for another participant`, wanted],
    [`X-active${forMine}`, 'Pack X-active is not allocated to anyone', wanted],
    [`${elsewhere.pack.pack_id}${forMine}`, `Pack ${elsewhere.pack.pack_id} is for another participant`, wanted],
    [`X-elsewhere${forMine}`, 'Pack X-elsewhere belongs to another site', wanted],
  ]
  // A person of level 3 works at both sites.
  const coordinator = await arrive({ as: 'coordinator', viewport: TABLET })
  for (const [search, title, words] of table) {
    await coordinator.opens(at(trial.trial_id, `?pack=${search}`))
    await stops(coordinator, title)
    await coordinator.sees(words)
    expect(await coordinator.finds('button', /^Dispense/).count()).toBe(0)
  }
  expect(await pageFaults(coordinator.page)).toEqual([])
  await coordinator.presses('Scan another pack')
  await coordinator.isAt(at(trial.trial_id, `?participant=${mine.id}`))

  // A person at the other site cannot see it.
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(at(trial.trial_id, `?pack=${elsewhere.pack.pack_id}`))
  await stops(pharmacist, `Pack ${elsewhere.pack.pack_id} not found`)
})

test('a scanner is read wherever the focus is, and other input stays', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const [first, second] = [await servedAt(trial), await servedAt(trial)]
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(at(trial.trial_id))
  await pharmacist.seesHeading('Scan the pack')
  await pharmacist.page.locator('body').click({ position: { x: 5, y: 400 } })
  await scans(pharmacist, first.pack.pack_id)
  await pharmacist.seesHeading(`Pack ${first.pack.pack_id}`)
  const reason = pharmacist.page.getByLabel('Reason')
  await reason.focus()
  await pharmacist.page.keyboard.press('End')
  await pharmacist.page.keyboard.type(' now', { delay: 90 })
  expect(await reason.inputValue()).toBe(`Dispensed to participant ${first.trial_sequence_no} now`)
  await scans(pharmacist, second.pack.pack_id)
  await pharmacist.seesHeading(`Pack ${second.pack.pack_id}`)
  expect(await reason.inputValue()).toBe(`Dispensed to participant ${second.trial_sequence_no}`)
  expect(await pageFaults(pharmacist.page)).toEqual([])
  expect(await timesDispensed(portal, first.pack.id)).toBe(0)
})

test('an answer that is lost leaves the pack saved on the tablet, and it is dispensed once', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  pharmacist.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  await pharmacist.opens(at(trial.trial_id, `?pack=${pack.pack_id}`))
  await typesCode(pharmacist, CODE)
  const fault = portal.front.inflict('answer_lost', { method: 'POST', path: /\/dispense$/ })
  await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
  await pharmacist.seesHeading(dispenseTitle('recorded', pack.pack_id))
  await pharmacist.sees(/^Saved on this tablet/)
  fault.lift()
  await pharmacist.sees(DISPENSE_RECORDED)
  expect(await timesDispensed(portal, pack.id)).toBe(1)
})

test('after five wrong codes, the time of the next try is shown', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  pharmacist.expectsError(/status of 422/)
  pharmacist.expectsError(/status of 429/)
  await pharmacist.opens(at(trial.trial_id, `?pack=${pack.pack_id}`))
  for (const code of ['100', '200', '300', '400', '500']) {
    await typesCode(pharmacist, code)
    await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
    await pharmacist.sees(ERRORS.wrong_confirmation_code.message)
  }
  await typesCode(pharmacist, CODE)
  await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
  await pharmacist.sees(/You can try again at \d\d:\d\d/)
  expect(await timesDispensed(portal, pack.id)).toBe(0)
})

test('a second person confirms in their own session, and only then the pack is dispensed', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal, { is_dispense_checked: true })
  const { pack, trial_sequence_no } = await servedAt(trial)
  const confirming = `Confirm that pack ${pack.pack_id} is right for participant ${trial_sequence_no}`
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(at(trial.trial_id, `?pack=${pack.pack_id}`))
  await pharmacist.sees('A second person has not confirmed yet')
  expect(await pharmacist.finds('button', `Dispense pack ${pack.pack_id}`).isDisabled()).toBe(true)
  expect(await pageFaults(pharmacist.page)).toEqual([])

  const second = await arrive({ as: 'coordinator', viewport: TABLET })
  await second.opens(at(trial.trial_id, `?pack=${pack.pack_id}`))
  await second.presses(confirming)
  await second.sees('You have confirmed')
  expect(await second.finds('button', `Dispense pack ${pack.pack_id}`).isDisabled()).toBe(true)

  await pharmacist.sees('A second person has confirmed')
  await typesCode(pharmacist, CODE)
  await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
  await pharmacist.seesHeading(dispenseTitle('recorded', pack.pack_id))
})

test("a pack that another person dispenses meanwhile stops, with that person's name", async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  pharmacist.expectsError(/status of 409/)
  await pharmacist.opens(at(trial.trial_id, `?pack=${pack.pack_id}`))
  await typesCode(pharmacist, CODE)
  const body = { study_pack_id: pack.id, confirmation_code: CODE, comment: 'First' }
  await act(trial, trial.people.coordinator, 'dispense', body)
  await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
  await stops(pharmacist, `Pack ${pack.pack_id} has been dispensed already`)
  await pharmacist.sees('First')
  expect(await timesDispensed(portal, pack.id)).toBe(1)
})

test.for(SYMBOLOGIES)('the camera reads a %s, and the pack is opened', async (symbology, { portal }) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  const folder = await mkdtemp(join(tmpdir(), 'film-'))
  await filmOfLabel(join(folder, 'label.y4m'), symbology, pack.pack_id)
  const browser = await launchChromiumFilming(join(folder, 'label.y4m'))
  const { token } = await signedInAs(portal, 'pharmacist')
  const origins = [{ origin: portal.url, localStorage: [{ name: TOKEN, value: token }] }]
  const context = await browser.newContext({
    viewport: TABLET,
    locale: 'en-GB',
    permissions: ['camera'],
    storageState: { cookies: [], origins },
  })
  const pharmacist = await visitorOf(context, portal.url)
  await pharmacist.opens(at(trial.trial_id))
  await pharmacist.presses('Use the camera')
  await pharmacist.seesHeading(`Pack ${pack.pack_id}`)
  await pharmacist.leaves()
  await browser.close()
  await rm(folder, { recursive: true })
})

test('a camera that is forbidden or missing is reported in words, with the other ways', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(at(trial.trial_id))
  await pharmacist.presses('Use the camera')
  await pharmacist.sees(/The camera is not allowed here|This device has no camera/)
  await pharmacist.context.grantPermissions(['camera'])
  await pharmacist.presses('Try the camera again')
  await pharmacist.sees('This device has no camera')
  expect(await pageFaults(pharmacist.page)).toEqual([])
  await pharmacist.presses('Close the camera')
  await pharmacist.finds('button', 'Use the camera').waitFor()
})

test('a person who may not handle packs reads that', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const nurse = await arrive({ as: 'nurse', viewport: TABLET })
  await nurse.opens(at(trial.trial_id))
  await nurse.seesHeading('You do not have permission to see this')
})

/** The codes that a third-party reader finds in a picture of the screen. */
const readOffScreen = async (who: Visitor): Promise<string[]> => {
  const wasmBinary = new Uint8Array(
    await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')),
  ).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const barcodes = await readBarcodes(new Uint8Array(await who.page.screenshot()), { formats: ['Code128'] })
  return barcodes.map(({ text }) => text)
}
