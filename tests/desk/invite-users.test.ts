import { expect } from 'vitest'
import { insertUsers } from '../../src/server/ground/db/users'
import { caughtMail } from '../support/invitations'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'

/* From the list of users, filtered to those who cannot sign in yet, to an invitation for each of them. */

const test = journeys('people')

const newcomers = async ({ database, clock }: JourneyPortal, names: readonly string[]) =>
  insertUsers(
    database.queries,
    names.map((name) => ({
      name,
      email: `${name.slice(0, 3).toLowerCase()}@example.org`,
      selected_timezone: null,
      expires_at: null,
      created_at: clock.now(),
    })),
  )

test('users without an invitation are found, invited, and the rest follows after a lost answer, each with one email', async ({
  arrive,
  portal,
}) => {
  await newcomers(portal, ['Ada Obi', 'Ben Ong', 'Cem Acar'])
  const administrator = await arrive({ as: 'administrator' })
  const { page } = administrator
  await administrator.opens('/users')
  await administrator.seesHeading('Users')
  await administrator.presses('Search')
  await page.getByRole('combobox', { name: 'IdP association' }).selectOption('Not invited')
  await administrator.isAt('/users?association=not_invited')
  await administrator.sees('1–3 of 3')
  expect(await pageFaults(page)).toEqual([])

  await administrator.presses('Invite users', 'link')
  await administrator.seesHeading('Invite users')
  await administrator.isAt('/users/invite?association=not_invited')
  expect(await pageFaults(page)).toEqual([])
  // The first email is requested, and the answer is lost.
  administrator.expectsError(/ERR_|Failed to load/)
  const lost = portal.front.inflict('answer_lost', { method: 'POST', path: /\/auth\/idp-association$/ })
  await administrator.presses('Send 3 IdP association emails')
  await administrator.sees(/Send again: no one gets the email twice/)
  expect(await pageFaults(page)).toEqual([])
  lost.lift()
  await administrator.presses('Send 3 IdP association emails')
  await administrator.sees('3 IdP association emails requested')
  expect(await pageFaults(page)).toEqual([])
  const mailed = (await caughtMail(portal)).map(({ to }) => to)
  expect(mailed.toSorted()).toEqual(['ada@example.org', 'ben@example.org', 'cem@example.org'])

  await administrator.opens('/users?association=not_invited')
  await administrator.seesHeading('No users found')
})
