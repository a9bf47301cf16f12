import { expect } from 'vitest'
import { dispensingTrial, servedAt } from '../support/dispensing'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import { NOBODY_ANSWERS } from '../support/ward'

/* From home to an act in one press, on a tablet in portrait, online and offline. */

const test = journeys('people', { hasWorker: true })

const TABLET = { width: 768, height: 1024 }
const READY = /Ready for offline: saved \d{2}:\d{2}/

test('a nurse opens the randomise form in one press, and without the connection reads why not', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal, { title: 'Elm: a trial for the ward' })
  const { trial_sequence_no } = await servedAt(trial)
  const nurse = await arrive({ as: 'nurse', viewport: TABLET })
  await nurse.opens('/')
  await nurse.presses('Randomise in Elm', 'link')
  await nurse.isAt(`/trials/${trial.trial_id}/participants/new`)

  await nurse.opens('/')
  await nurse.reloadsFromTheDevice()
  await nurse.sees(READY)
  expect(await pageFaults(nurse.page)).toEqual([])
  nurse.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await nurse.reloads()
  await nurse.sees(/Randomisation needs a live connection/)
  expect(await pageFaults(nurse.page)).toEqual([])
  const randomise = nurse.finds('button', 'Randomise in Elm')
  expect(await randomise.getAttribute('aria-disabled')).toBe('true')
  await randomise.focus()
  await nurse.isFocusedOn(randomise)
  await nurse.presses('Find participant in Elm', 'link')
  await nurse.isAt(`/trials/${trial.trial_id}/participants#search`)
  await nurse.finds('button', `Flag: participant ${trial_sequence_no}`).waitFor()
})

test('a pharmacist opens the dispense page of the waiting pack in one press, also without the connection', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal)
  const { pack, trial_sequence_no } = await servedAt(trial)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  const opensPack = async () => {
    await pharmacist.presses(`Dispense pack ${pack.pack_id}`, 'link')
    await pharmacist.isAt(`/trials/${trial.trial_id}/study-packs/dispense?pack=${pack.pack_id}`)
    await pharmacist.sees(new RegExp(String(trial_sequence_no)))
  }
  await pharmacist.opens('/')
  expect(await pageFaults(pharmacist.page)).toEqual([])
  await opensPack()

  await pharmacist.opens('/')
  await pharmacist.reloadsFromTheDevice()
  await pharmacist.sees(READY)
  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await pharmacist.reloads()
  await pharmacist.sees(/Last updated/)
  await opensPack()
})
