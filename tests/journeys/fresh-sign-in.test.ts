import { expect } from 'vitest'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import { signedInAs } from '../support/sign-in'
import { signsInAgain } from '../support/signs-in-again'

/* An action needs a fresh sign-in: the person signs in again in another tab, and the form loses nothing. */

const test = journeys('people')

const ASKED = 'Sign in again to confirm that it is you'
const SAVED = 'User profile save successful'

const emailOf = async ({ database, personId }: JourneyPortal): Promise<string | undefined> => {
  const users = database.queries.selectFrom('users').select('email').where('id', '=', personId('administrator'))
  return (await users.executeTakeFirst())?.email
}

test('a changed address is saved after a fresh sign-in of the same person, and of no other', async ({
  arrive,
  portal,
}) => {
  const { token } = await signedInAs(portal, 'administrator', false)
  const administrator = await arrive({ token })
  const { page } = administrator
  administrator.expectsError(/status of 403/)
  const before = await emailOf(portal)
  await administrator.opens('/user-profile')
  const field = page.getByRole('textbox', { name: 'Email address' })
  await field.fill('grace@another.example')
  await administrator.presses('Save my profile')
  const dialog = page.getByRole('dialog', { name: ASKED })
  await dialog.waitFor()
  expect(await pageFaults(page)).toEqual([])

  const stranger = await signsInAgain(administrator, 'University single sign-on', /^Amara Hughes/)
  await stranger.getByText('This account belongs to someone else').waitFor()
  await stranger.close()
  expect(await dialog.isVisible()).toBe(true)
  expect(await administrator.token()).toBe(token)
  expect(await emailOf(portal)).toBe(before)

  const tab = await signsInAgain(administrator, 'University single sign-on', /^Grace Okafor/)
  await administrator.sees(SAVED)
  await tab.getByText('You have confirmed that it is you').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(await emailOf(portal)).toBe('grace@another.example')
  expect(await administrator.token()).toBe(token)

  // Within five minutes no further sign-in is needed.
  await field.fill(before ?? '')
  await administrator.presses('Save my profile')
  await expect.poll(() => emailOf(portal)).toBe(before)
})

test('a person who cancels reads that, and finds their input', async ({ arrive, portal }) => {
  const { token } = await signedInAs(portal, 'administrator', false)
  const administrator = await arrive({ token })
  administrator.expectsError(/status of 403/)
  await administrator.opens('/user-profile')
  const field = administrator.page.getByRole('textbox', { name: 'Email address' })
  await field.fill('grace@another.example')
  await administrator.presses('Save my profile')
  await administrator.presses('Cancel')
  await administrator.sees(/Nothing was changed/)
  expect(await field.inputValue()).toBe('grace@another.example')
})
