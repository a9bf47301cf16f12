import { expect } from 'vitest'
import { CHECKING_RANDOMISED } from '../../src/client/safety-words'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'
import { allocation, ASKING, fillsIn, participantsIn, RANDOMISING, shownAnswers } from '../support/wizard'

/* A nurse, the stroke trial, one patient: from signing in to signing out. */

const test = journeys('sample', { hasWorker: true })

const TITLE = 'The International Stroke Trial, UK'
const PATIENT = {
  site: 'Hospital 6',
  strata: {
    Sex: 'Female',
    Consciousness: 'Drowsy',
    'Age group': '75 to 84',
    Delay: '7 to 24 hours',
    'Stroke type': 'Lacunar',
  },
}

/** Signs in through a provider and finds the trial in the list. Returns its id. */
const findsTheStrokeTrial = async (nurse: Visitor): Promise<number> => {
  await nurse.opens('/')
  await nurse.signsInAs('nurse')
  await nurse.presses('Trials', 'link')
  await nurse.presses('Search/Filter')
  await nurse.page.getByPlaceholder('Enter trial name or ID...').fill('stroke')
  await nurse.isAt('/trials?q=stroke')
  await nurse.presses(TITLE, 'link')
  await nurse.isAt(/\/trials\/\d+$/)
  return Number(nurse.page.url().split('/').at(-1))
}

const readsBackThePatient = async (nurse: Visitor) => {
  await nurse.presses('Participants', 'link')
  await nurse.presses('Randomise a participant', 'link')
  await fillsIn(nurse, PATIENT)
  await nurse.presses('Continue')
  await nurse.seesHeading('Check your answers')
  expect(await shownAnswers(nurse)).toEqual({ Site: PATIENT.site, ...PATIENT.strata })
}

const allocatedAs = (sequence: number) => ({
  'Sequence number': String(sequence),
  'Study group': expect.stringMatching(
    /^(Aspirin 300 mg daily|Avoid aspirin) \+ (Heparin (5,000|12,500) IU twice daily|Avoid heparin)$/,
  ),
  Site: PATIENT.site,
  Time: expect.stringMatching(/\d{4}, \d{2}:\d{2}/),
})

const leavesNothingBehind = async (nurse: Visitor) => {
  await nurse.signsOut()
  await nurse.isAt('/')
  expect(await nurse.token()).toBeNull()
}

test('a nurse signs in, finds the stroke trial, randomises, reloads the last step, and signs out', async ({
  arrive,
  portal,
}) => {
  const nurse = await arrive()
  const trialId = await findsTheStrokeTrial(nurse)
  const before = await participantsIn(portal, trialId)
  await readsBackThePatient(nurse)
  expect(await participantsIn(portal, trialId)).toBe(before)

  await nurse.presses('Randomise this participant')
  const allocated = await allocation(nurse)
  expect(allocated).toEqual(allocatedAs(before + 1))

  await nurse.reloadsFromTheDevice()
  expect(await allocation(nurse)).toEqual(allocated)
  expect(await participantsIn(portal, trialId)).toBe(before + 1)
  await leavesNothingBehind(nurse)
})

test('with the answer cut after the commit, she gets her result, and nobody is randomised twice', async ({
  arrive,
  portal,
}) => {
  const nurse = await arrive()
  const trialId = await findsTheStrokeTrial(nurse)
  const before = await participantsIn(portal, trialId)
  await readsBackThePatient(nurse)

  nurse.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  const cut = portal.front.inflict('answer_lost', RANDOMISING)
  const heldRequest = portal.front.inflict('held', ASKING)
  await nurse.presses('Randomise this participant')
  await nurse.seesHeading(CHECKING_RANDOMISED)
  expect(cut.met()).toBeGreaterThan(0)
  expect(await participantsIn(portal, trialId)).toBe(before + 1)

  cut.lift()
  heldRequest.lift()
  const allocated = await allocation(nurse)
  expect(allocated).toEqual(allocatedAs(before + 1))
  await nurse.reloads()
  expect(await allocation(nurse)).toEqual(allocated)
  expect(await participantsIn(portal, trialId)).toBe(before + 1)
  await leavesNothingBehind(nurse)
})

test('a form without answers names them, field by field, and focuses the first', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens('/trials/1/participants/new')
  await nurse.presses('Continue')
  for (const field of ['Site', ...Object.keys(PATIENT.strata)]) await nurse.sees(`${field} is required`)
  await nurse.isFocusedOn(nurse.finds('combobox', 'Site'))
})
