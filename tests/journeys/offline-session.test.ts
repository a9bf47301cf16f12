import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { aWard, dumpOf, flags, flagsOf, NOBODY_ANSWERS, opensWard } from '../support/ward'

/* A tablet that several people share, with actions that are not sent yet. */

const test = journeys('people')

test('signing out with an unsent action asks first; another person sees only that it waits, and the author’s return sends it', async ({
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
  await tablet.sees(/1 unsent action stays on this tablet for you/)
  await tablet.presses('Cancel')
  await tablet.presses('Sign out')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await tablet.seesHeading(/^Welcome to/)
  await expect.poll(async () => (await dumpOf(tablet)).includes('/api/v1/trials/')).toBe(false)

  await portal.front.comeBack()
  await tablet.signsInAs('coordinator')
  await tablet.sees(/1 unsent action by Amara Hughes waits on this tablet/)
  await tablet.seesNot('A word for nobody else')
  expect(await flagsOf(portal, first)).toBe(0)
  await tablet.signsOut()
  await tablet.signsInAs('nurse')
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
})
