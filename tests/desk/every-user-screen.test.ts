import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { raisedAlarm } from '../support/raised-alarm'
import { faultsOf, type Screen } from '../support/screen-faults'
import type { Visitor } from '../support/visitor'

/*
 * Every screen about users and one's own profile, in its states: no violation of axe in either scheme, no sideways
 * scrolling, no target too small for a finger.
 */

const test = journeys('sample')

const choosesFile = async (who: Visitor, text: string) =>
  who.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const unfolds = async (who: Visitor) => {
  await who
    .finds('button', /^Details of/)
    .first()
    .click()
  await who.finds('button', 'Edit user permission').waitFor()
}

test('what an administrator sees', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator' })
  const nurse = portal.personId('nurse')
  await raisedAlarm(portal, 1)
  const screens: Screen[] = [
    { screen: 'users', path: '/users', heading: 'Users', afterwards: (who) => who.sees('System user') },
    { screen: 'no users', path: '/users?q=nobody', heading: 'No users found' },
    {
      screen: 'users to invite',
      path: '/users/invite',
      heading: 'Invite users',
      afterwards: (who) => who.sees('Result'),
    },
    {
      screen: 'new user',
      path: '/users/new',
      heading: 'Create new user',
      afterwards: (who) => who.presses('Create user'),
    },
    { screen: 'import', path: '/users/new/multiple', heading: 'Create multiple users' },
    {
      screen: 'import: preview with problems',
      path: '/users/new/multiple',
      heading: 'Create multiple users',
      afterwards: async (who) => {
        await choosesFile(who, `name,email\n${'Ada,ada@example.org\n'.repeat(60)}`)
        await who.sees('59 problems')
      },
    },
    { screen: 'broadcast', path: '/users/broadcast', heading: 'Message broadcast' },
    {
      screen: 'broadcast: confirmation',
      path: '/users/broadcast',
      heading: 'Message broadcast',
      afterwards: async (who) => {
        await who.page.getByRole('textbox', { name: 'Subject' }).fill('Maintenance')
        await who.page.getByRole('textbox', { name: 'Body' }).fill('On Sunday')
        await who.presses('Send message')
        await who.sees(/^It goes to/)
      },
    },
    { screen: 'new user of a trial', path: '/trials/1/users/new', heading: 'Add user to trial' },
    { screen: 'new users of a trial', path: '/trials/1/users/new/multiple', heading: 'Add multiple users to trial' },
    { screen: 'report of all trials', path: '/reports/view', heading: /report/i },
    { screen: 'status', path: '/status', heading: 'Status' },
    {
      screen: 'status: acknowledge an alarm',
      path: '/status',
      heading: 'Status',
      afterwards: async (who) => {
        await who.presses(/^Acknowledge/)
        await who.seesHeading('Acknowledge alarm')
      },
    },
    {
      screen: 'status: a notice',
      path: '/status',
      heading: 'Status',
      afterwards: async (who) => {
        await who.presses('Write a notice')
        await who.seesHeading('Write a notice')
      },
    },
    { screen: 'user', path: `/users/${nurse}`, heading: /\(ID \d+\)$/ },
    {
      screen: 'permissions',
      path: `/users/${nurse}/permissions`,
      heading: /^Permissions of/,
      afterwards: unfolds,
    },
    {
      screen: 'permissions: edit',
      path: `/users/${nurse}/permissions`,
      heading: /^Permissions of/,
      afterwards: async (who) => {
        await unfolds(who)
        await who.presses('Edit user permission')
        await who.page.getByRole('combobox', { name: 'Role' }).selectOption('Trial administrator')
        await who.sees('Notification preferences will change')
      },
    },
    {
      screen: 'permissions: delete',
      path: `/users/${nurse}/permissions`,
      heading: /^Permissions of/,
      afterwards: async (who) => {
        await unfolds(who)
        await who.presses('Delete user permission')
        await who.sees('Are you sure you wish to delete this user permission?')
      },
    },
    {
      screen: 'own permissions',
      path: `/users/${portal.personId('administrator')}/permissions`,
      heading: /^Permissions of/,
    },
    {
      screen: 'authentication, with a toast',
      path: `/users/${nurse}/auth`,
      heading: 'Activation status',
      afterwards: async (who) => {
        await who.presses('Mark user inactive')
        await who.sees('User marked inactive successfully')
      },
    },
  ]
  expect(await faultsOf(administrator, portal, screens)).toEqual({})
})

test('what a coordinator sees', async ({ arrive, portal }) => {
  const coordinator = await arrive({ as: 'coordinator' })
  const screens: Screen[] = [
    { screen: 'forbidden', path: '/users', heading: 'You do not have permission to see this' },
    {
      screen: 'own profile',
      path: '/user-profile',
      heading: 'User profile',
      afterwards: (who) => who.sees('When a participant is randomised'),
    },
    { screen: 'time zones', path: '/timezones', heading: 'Supported time zones' },
  ]
  expect(await faultsOf(coordinator, portal, screens)).toEqual({})
})
