import { getTrial } from '#contract/trials'
import * as v from 'valibot'
import { expect } from 'vitest'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { signedInAs } from '../support/sign-in'

/* The administrator changes a trial's status: with a reason, and with a second thought where it is for good. */

const test = journeys('people')

const statusOf = async (portal: JourneyPortal, trialId: number): Promise<string> => {
  const answer = await (await signedInAs(portal, 'administrator')).fetch(`trials/${trialId}`)
  return v.parse(getTrial.response, await answer.json()).trial_status.name
}

test('a trial is paused once a reason is given', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.presses('Change status')
  await administrator.page.getByLabel('Pause trial').check()
  await administrator.sees('Nobody can be randomised while the trial is paused.')
  await administrator.presses('Pause trial')
  await administrator.sees('Please enter a reason')
  expect(await statusOf(portal, trial_id)).toBe('Started')

  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('The freezer has failed')
  await administrator.presses('Pause trial')
  await administrator.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await administrator.page.getByRole('main').getByText('Paused', { exact: true }).waitFor()
  await administrator.isFocusedOn(administrator.finds('button', 'Change status'))
  expect(await statusOf(portal, trial_id)).toBe('Paused')
})

test.for([
  { action: 'Finish completed trial', yes: 'Yes: finish completed trial', status: 'Finished' },
  { action: 'Terminate trial', yes: 'Yes: terminate trial', status: 'Terminated' },
])('$status needs a reason before it can be pressed, and a second yes', async (change, { arrive, portal }) => {
  const { action, yes, status } = change
  const { trial_id } = await aTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.presses('Change status')
  await administrator.page.getByLabel(action).check()
  expect(await administrator.finds('button', action).isDisabled()).toBe(true)

  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('The committee has said so')
  await administrator.presses(action)
  await administrator.sees(`Are you sure you wish to set this trial to the ${status} state?`)
  expect(await statusOf(portal, trial_id)).toBe('Started')

  await administrator.presses(yes)
  await administrator.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await administrator.page.getByRole('main').getByText(status, { exact: true }).waitFor()
  await administrator.sees('Ended')
  expect(await administrator.finds('button', 'Change status').isDisabled()).toBe(true)
  expect(await statusOf(portal, trial_id)).toBe(status)
})

test('a change that another person made meanwhile is refused in the dialog', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.presses('Change status')
  await administrator.page.getByLabel('Pause trial').check()
  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('Later than the other')
  const other = await signedInAs(portal, 'administrator')
  const body = JSON.stringify({ trial_status_id: 7, reason: 'Sooner' })
  await other.fetch(`trials/${trial_id}/status`, { method: 'POST', body })

  administrator.expectsError(/status of 409/)
  await administrator.presses('Pause trial')
  await administrator.page
    .getByRole('dialog')
    .getByText(/cannot|not allowed/i)
    .first()
    .waitFor()
  expect(await statusOf(portal, trial_id)).toBe('Terminated')
})
