import { expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { randomise } from '../support/randomise'
import { signedInAs } from '../support/sign-in'
import { NOT_RANDOMISED } from '../../src/client/safety-words'
import { allocation, confirms, fillsIn, participantsIn } from '../support/wizard'

/* A participant ID that the trial already has: some trials warn, others forbid it. */

const test = journeys('people')

const [WARNS, BLOCKS] = [2, 3] as const
const CONFLICT = /status of 409/
const BLOCKED =
  'Participant ID duplicate blocked: This participant ID has been found to be a duplicate and cannot be used for randomisation in this trial.'

/** A trial in which STA-014 was randomised, with the nurse at one of its sites. */
const withStaFourteen = async (portal: JourneyPortal, participant_id_warning_id: typeof WARNS | typeof BLOCKS) => {
  const trial = await aTrial(portal, {
    is_participant_id_used: true,
    is_participant_id_required: true,
    participant_id_warning_id,
  })
  const { trial_id } = trial
  const site_id = trial.sites[0]?.id ?? null
  await grant(portal, { person: 'nurse', role: 'Site user', trial_id, site_id })
  await randomise(await signedInAs(portal, 'administrator'), trial_id, { site_id, participant_id: 'STA-014' })
  return trial_id
}

test('where the trial warns, the ID passes once the box is ticked', async ({ arrive, portal }) => {
  const trialId = await withStaFourteen(portal, WARNS)
  const nurse = await arrive({ as: 'nurse' })
  nurse.expectsError(CONFLICT)
  await nurse.opens(`/trials/${trialId}/participants/new`)
  await confirms(nurse, { participant_id: ' sta-014 ' })

  await nurse.sees('Participant ID duplicate found')
  expect(await nurse.finds('button', 'Randomise this participant').isDisabled()).toBe(true)
  expect(await participantsIn(portal, trialId)).toBe(1)

  await nurse.page.getByLabel('Randomise with this participant ID anyway').check()
  await nurse.presses('Randomise this participant')
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '2', 'Participant ID': 'sta-014' })
  expect(await participantsIn(portal, trialId)).toBe(2)
})

test('where the trial blocks, only another ID is accepted', async ({ arrive, portal }) => {
  const trialId = await withStaFourteen(portal, BLOCKS)
  const nurse = await arrive({ as: 'nurse' })
  nurse.expectsError(CONFLICT)
  await nurse.opens(`/trials/${trialId}/participants/new`)
  await confirms(nurse, { participant_id: 'STA-014' })

  await nurse.sees(BLOCKED)
  expect(await nurse.finds('button', 'Randomise this participant').isDisabled()).toBe(true)
  expect(await nurse.page.getByRole('checkbox').count()).toBe(0)

  await nurse.presses('Change the answers')
  await fillsIn(nurse, { participant_id: 'STA-015' })
  await nurse.presses('Continue')
  await nurse.presses('Randomise this participant')
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '2', 'Participant ID': 'STA-015' })
  expect(await participantsIn(portal, trialId)).toBe(2)

  // Back from there, no page says that this participant was not randomised.
  for (let count = 0; count < 2; count += 1) {
    await nurse.page.goBack()
    await nurse.finds('button', 'Continue').waitFor()
    expect(await nurse.page.getByText(NOT_RANDOMISED.words).count()).toBe(0)
  }
})

test('a missing required ID is asked for before anything is sent', async ({ arrive, portal }) => {
  const trialId = await withStaFourteen(portal, BLOCKS)
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens(`/trials/${trialId}/participants/new`)
  await nurse.presses('Continue')
  await nurse.sees('Participant ID is required')
  await nurse.isFocusedOn(nurse.page.getByLabel('Participant ID'))
})
