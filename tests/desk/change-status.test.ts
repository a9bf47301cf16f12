import { getTrial } from '#contract/trials'
import * as v from 'valibot'
import { expect } from 'vitest'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { signedInAs } from '../support/sign-in'

/* The administrator changes a trial's status with a reason, and confirms a change that cannot be undone. */

const test = journeys('people', { hasMotion: true })

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
  await administrator.sees('No one can be randomised while the trial is paused.')
  await administrator.presses('Pause trial')
  await administrator.sees('Please enter a reason')
  expect(await statusOf(portal, trial_id)).toBe('Started')

  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('The freezer has failed')
  await administrator.presses('Pause trial')
  await administrator.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await administrator.sees('The trial is now Paused.')
  await administrator.page.getByRole('main').getByText('Paused', { exact: true }).waitFor()
  await administrator.isFocusedOn(administrator.finds('button', 'Change status'))
  expect(await statusOf(portal, trial_id)).toBe('Paused')
})

test.for([
  { from: 'planning', action: 'Start trial', status: 'Started' },
  { from: 'planning', action: 'Reject planned trial', status: 'Rejected' },
  { from: 'pending', action: 'Start trial', status: 'Started' },
  { from: 'pending', action: 'Reject planned trial', status: 'Rejected' },
  { from: 'paused', action: 'Start trial', status: 'Started' },
] as const)('from $from: $action, with a reason and without a second question', async (change, { arrive, portal }) => {
  const { from, action, status } = change
  const { trial_id } = await aTrial(portal, { status: from })
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.presses('Change status')
  await administrator.page.getByLabel(action).check()
  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('As the committee decided')
  await administrator.presses(action)
  await administrator.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await administrator.page.getByRole('main').getByText(status, { exact: true }).first().waitFor()
  expect(await statusOf(portal, trial_id)).toBe(status)
})

test.for([
  { from: 'started', action: 'Finish completed trial', yes: 'Yes: finish completed trial', status: 'Finished' },
  { from: 'started', action: 'Terminate trial', yes: 'Yes: terminate trial', status: 'Terminated' },
  { from: 'pending', action: 'Terminate trial', yes: 'Yes: terminate trial', status: 'Terminated' },
  { from: 'paused', action: 'Terminate trial', yes: 'Yes: terminate trial', status: 'Terminated' },
] as const)(
  'from $from: $status needs a reason first, and a second confirmation',
  async (change, { arrive, portal }) => {
    const { from, action, yes, status } = change
    const { trial_id } = await aTrial(portal, { status: from })
    const before = await statusOf(portal, trial_id)
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(`/trials/${trial_id}`)
    await administrator.presses('Change status')
    await administrator.page.getByLabel(action).check()
    await administrator.presses(action)
    await administrator.sees('Please enter a reason')
    expect(await statusOf(portal, trial_id)).toBe(before)

    await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('The committee has said so')
    await administrator.presses(action)
    await administrator.sees(`Are you sure you wish to set this trial to the ${status} state?`)
    expect(await statusOf(portal, trial_id)).toBe(before)

    await administrator.presses(yes)
    await administrator.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await administrator.page.getByRole('main').getByText(status, { exact: true }).waitFor()
    await administrator.sees('Ended')
    expect(await administrator.finds('button', 'Change status').isDisabled()).toBe(true)
    expect(await statusOf(portal, trial_id)).toBe(status)
  },
)

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

test('a change in progress stays visible, and a touch beside the dialog does not lose the reason', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.presses('Change status')
  await administrator.page.getByLabel('Pause trial').check()
  const reason = administrator.page.getByRole('textbox', { name: 'Reason' })
  await reason.fill('The freezer has failed')
  await administrator.page.mouse.click(5, 5)
  const heldRequest = portal.front.inflict('held', { method: 'POST', path: /\/status$/ })
  await administrator.presses('Pause trial')
  await expect.poll(heldRequest.met).toBe(1)
  await administrator.page.keyboard.press('Escape')
  await administrator.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(await reason.inputValue()).toBe('The freezer has failed')
  heldRequest.lift()
  await administrator.page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await statusOf(portal, trial_id)).toBe('Paused')
})

test('Escape asks before it discards the reason, also after a touch beside the dialog', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  const { page } = administrator
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.presses('Change status')
  await page.getByLabel('Pause trial').check()
  await reason.fill('The freezer has failed')
  await page.keyboard.press('Escape')
  await administrator.presses('Keep writing')
  expect(await reason.inputValue()).toBe('The freezer has failed')

  await page.mouse.click(2, 2)
  await page.keyboard.press('Escape')
  await administrator.presses('Discard it')
  await reason.waitFor({ state: 'detached' })
  await administrator.presses('Change status')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})
