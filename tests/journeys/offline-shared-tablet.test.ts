import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import { aWard, flags, flagsOf, NOBODY_ANSWERS, opensWard } from '../support/ward'

/* Two people at one tablet who do something about the same participant, one after the other. */

const test = journeys('people', { hasWorker: true })

test('an action behind a colleague’s unsent one says for whom it waits, and goes out after that one', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const [first = { id: 0 }] = ward.participants
  const tablet = await arrive({ as: 'nurse' })
  await opensWard(tablet, ward.trial_id)
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.reloads()
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await flags(tablet, 1, 'A word for nobody else')
  await tablet.sees('Will be sent when online')
  await tablet.presses('Sign out')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await tablet.seesHeading(/^Welcome to/)

  await portal.front.comeBack()
  await tablet.signsInAs('coordinator')
  await tablet.opens(`/trials/${ward.trial_id}/participants`)
  await flags(tablet, 1, 'Also by the coordinator')
  await tablet.sees(
    'Flag participant 1: Saved on this tablet. Waits for an unsent action by Amara Hughes on this participant. ' +
      'It goes out after that one, once Amara Hughes signs in here.',
  )
  await tablet.sees('Waits for Amara Hughes')
  expect(await pageFaults(tablet.page)).toEqual([])
  await tablet.opens('/outbox')
  await tablet.sees(/^Waits for an unsent action by Amara Hughes on this participant/)
  await tablet.seesNot('A word for nobody else')
  expect(await pageFaults(tablet.page)).toEqual([])
  expect(await flagsOf(portal, first)).toBe(0)

  await tablet.presses('Sign out')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await tablet.signsInAs('nurse')
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
})
