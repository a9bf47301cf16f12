import { expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { randomise } from '../support/randomise'
import { saveWith, setTo, shownTo } from '../support/save-trial'
import { signedInAs } from '../support/sign-in'
import { waitingFor } from '../support/waiting-list'
import { allocation, confirms, shownAnswers } from '../support/wizard'

/* A site is full: the participant waits, a limit is raised, and the nurse randomises them from the list. */

const test = journeys('people')

const CONFLICT = /status of 409/
const STRATUM = { name: 'Sex', options: ['Female', 'Male'] }

/** A trial whose only site has its one participant, with the nurse there. */
const fullTrial = async (portal: JourneyPortal) => {
  const trial = await aTrial(portal, {
    is_participant_id_used: true,
    sites: [{ title: 'Northern General', max_participants: 1 }],
    trial_strata: [STRATUM],
  })
  const { trial_id, sites, trial_strata } = trial
  const site_id = sites[0]?.id ?? null
  await grant(portal, { person: 'nurse', role: 'Site user', trial_id, site_id })
  const participant_strata = trial_strata.map(({ id, options }) => ({
    trial_stratum_id: id,
    trial_stratum_option_id: options[0]?.id,
  }))
  await randomise(await signedInAs(portal, 'administrator'), trial_id, { site_id, participant_strata })
  return trial_id
}

test('a participant waits for a place, and is randomised from the list once one is free', async ({
  arrive,
  portal,
}) => {
  const trialId = await fullTrial(portal)
  const administrator = await signedInAs(portal, 'administrator')
  const nurse = await arrive({ as: 'nurse' })
  nurse.expectsError(CONFLICT)

  await nurse.opens(`/trials/${trialId}/participants/new`)
  await confirms(nurse, { participant_id: 'STA-031', strata: { Sex: 'Male' } })
  await nurse.sees('This site has all the participants that it may have')
  await nurse.presses('Put on the waiting list')
  const dialog = nurse.page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('From Tuesday on')
  await dialog.getByRole('button', { name: 'Put on the waiting list' }).click()
  await nurse.seesHeading('Waiting list')
  await nurse.sees('None yet')
  await nurse.sees('From Tuesday on')

  await setTo(administrator, trialId, 'paused')
  const { sites } = await shownTo(administrator, trialId)
  await saveWith(administrator, trialId, { sites: sites.map((site) => ({ ...site, max_participants: 2 })) })
  await setTo(administrator, trialId, 'started')

  await nurse.opens(`/trials/${trialId}/participants`)
  await nurse.sees('1 participant on the waiting list. Places are free.')
  await nurse.presses('waiting list', 'link')
  await nurse.presses('Randomise STA-031', 'link')
  await nurse.seesHeading('Participant details')
  await nurse.presses('Continue')
  await nurse.seesHeading('Check your answers')
  expect(await shownAnswers(nurse)).toEqual({
    'Participant ID': 'STA-031',
    Site: 'Northern General',
    Sex: 'Male',
  })
  await nurse.presses('Randomise this participant')
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '2', 'Participant ID': 'STA-031' })
  expect(await waitingFor(administrator, trialId)).toEqual([])
})
