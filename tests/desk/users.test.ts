import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/* The users of the service: one or many are created, with permissions, messages to all, and one's own profile. */

const test = journeys('sample')

const field = (who: Visitor, name: string | RegExp) => who.page.getByRole('textbox', { name })
const select = (who: Visitor, name: string) => who.page.getByRole('combobox', { name })

const nameOf = (key: SampleAccountKey): string => SAMPLE_ACCOUNTS.find((one) => one.key === key)?.name ?? key

const choosesFile = async (who: Visitor, text: string, name = 'users.csv') =>
  who.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('an administrator creates a user, sees missing fields, and finds them', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  administrator.expectsError(/status of 422/)
  await administrator.opens('/')
  await administrator.presses('Users', 'link')
  await administrator.seesHeading('Users')
  await administrator.sees('System user')
  await administrator.presses('Create new', 'link')
  await administrator.seesHeading('Create new user')
  await administrator.presses('Create user')
  await administrator.sees('This field is required')

  await field(administrator, 'Name').fill('Ada Obi')
  await field(administrator, 'Email address').fill('administrator@example.org')
  await select(administrator, 'Time zone').selectOption('Africa/Lagos')
  await administrator.sees(/^Current time:/)
  await administrator.presses('Create user')
  await administrator.sees('User creation failed')
  await administrator.sees('This email address is already in use')

  await field(administrator, 'Email address').fill('ada.obi@example.org')
  await administrator.presses('Create user')
  await administrator.sees('User Ada Obi created successfully')
  await administrator.seesHeading(/^Ada Obi \(ID \d+\)$/)

  await field(administrator, 'Name').fill('Ada N. Obi')
  await administrator.presses('Save user')
  await administrator.sees('User profile saved successfully')
  await administrator.sees(/^User profile for Ada N\. Obi \(ID \d+\) saved successfully$/)

  await administrator.presses('Edit user authentication', 'link')
  await administrator.sees('No IdP associations')
  await administrator.presses('Mark user inactive')
  await administrator.sees('User marked inactive successfully')
  await administrator.presses('Mark user active')
  await administrator.sees('User marked active successfully')
  await administrator.presses('Extend user account expiration')
  await administrator.sees(/extended successfully$/)

  await administrator.presses('Users', 'link')
  await administrator.presses('Search')
  await administrator.page.getByRole('searchbox', { name: 'Search' }).fill('ada n')
  await administrator.sees('1–1 of 1')
})

test('many users are imported from a file, all or none, with every problem by its row', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/users/new/multiple')
  await administrator.seesHeading('Create multiple users')
  const input = administrator.page.locator('input[type=file]')
  expect([await input.getAttribute('accept'), await input.getAttribute('multiple')]).toEqual(['.csv,text/csv', null])
  const template = administrator.page.waitForEvent('download')
  await administrator.presses('Download template')
  expect(await readFile(await (await template).path(), 'utf8')).toBe('name,email,timezone\r\n')
  await choosesFile(administrator, 'name,email,timezone\n')
  await administrator.sees('No import entries found')
  await choosesFile(administrator, 'name;mail\nA;b\n')
  await administrator.sees('The column “mail” is not known')

  await choosesFile(
    administrator,
    'name,email,timezone\nGrace,grace@example.org,Mars/Base\n,bad\nDup,grace@example.org,\n'.replace(
      ',bad\n',
      ',bad,\n',
    ),
  )
  await administrator.sees('4 problems')
  await administrator.sees('Row 1, Time zone: This time zone is not supported')
  await administrator.sees('Row 2, Email address: Must be an email address')
  await administrator.sees('Row 3, Email address: Same email address as row 1')
  expect(await administrator.finds('button', 'Create users').isDisabled()).toBe(true)
  await administrator.presses('Clear import file')

  await choosesFile(administrator, 'name,email\nGrace,grace@example.org\nNurse,nurse@example.org\n')
  await administrator.sees('<No time zone set>')
  await administrator.sees('Row 2, Email address: This email address is already in use')
  expect(await administrator.finds('button', 'Create users').isDisabled()).toBe(true)
  await administrator.presses('Clear import file')

  await choosesFile(
    administrator,
    'name,email,timezone\nGrace,grace@example.org,Europe/London\nAlan,alan@example.org,\n',
  )
  const heldRequest = portal.front.inflict('held', { method: 'POST', path: /\/users$/ })
  await administrator.presses('Create users')
  expect(await administrator.finds('button', 'Please wait...').isDisabled()).toBe(true)
  expect(await administrator.finds('button', 'Clear import file').isDisabled()).toBe(true)
  heldRequest.lift()
  await administrator.sees('2 users created successfully')
  await administrator.seesHeading('Users')
})

test('a permission is granted, conflicts with another in its blinding, is changed and deleted', async ({
  arrive,
  portal,
}) => {
  const administrator = await arrive({ as: 'administrator' })
  administrator.expectsError(/status of 409/)
  await administrator.opens(`/users/${portal.personId('monitor')}/permissions`)
  await administrator.seesHeading(/^Permissions of/)
  const dialog = administrator.page.getByRole('dialog')
  await administrator.presses('Add new user permission')
  expect(await select(administrator, 'Role').inputValue()).toBe('4')
  await select(administrator, 'Role').selectOption('Site user')
  await dialog.getByRole('button', { name: /^Add permission/ }).click()
  await administrator.sees('Trial is required')
  await dialog.getByRole('combobox', { name: 'Trial' }).fill('stroke')
  await administrator.finds('option', /International Stroke Trial/).click()
  await dialog.getByRole('button', { name: /^Add permission/ }).click()
  await administrator.sees('Site is required')
  await select(administrator, 'Site').selectOption('Hospital 6')
  await administrator.page.getByLabel('Full').check()
  await administrator.page.getByLabel('Delegated unblind').check()
  await dialog.getByRole('button', { name: /^Add permission/ }).click()
  await administrator.sees('Blinding conflict')
  await administrator.page.getByLabel('Set all of the user’s permissions in the trial to the same blinding').check()
  await dialog.getByRole('button', { name: /^Add permission/ }).click()
  await administrator.sees('User permission added successfully')
  await dialog.waitFor({ state: 'hidden' })

  await administrator.presses(/^Details of Trial viewer, The International Stroke/)
  await administrator.presses('Edit user permission')
  await select(administrator, 'Role').selectOption('Trial administrator')
  await administrator.sees('Notification preferences will change')
  const save = dialog.getByRole('button', { name: /^Save permission/ })
  expect(await save.isDisabled()).toBe(true)
  await administrator.page.getByLabel('I understand that the notification preferences will change').check()
  await save.click()
  await administrator.sees('User permission updated successfully')
  await dialog.waitFor({ state: 'hidden' })

  await administrator.presses(/^Details of Site user/)
  await administrator.presses('Delete user permission')
  await administrator.sees('Are you sure you wish to delete this user permission?')
  await administrator.presses(/^Delete permission of/)
  await administrator.sees('User permission deleted successfully')
})

test('a message goes to everybody, once their number was confirmed', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/users/broadcast')
  await administrator.presses('Send message')
  await administrator.sees('This field is required')
  await field(administrator, 'Subject').fill('Maintenance on Sunday')
  await field(administrator, 'Body').fill('The portal rests.\n\nFrom two to four.')
  await administrator.presses('Send message')
  await administrator.sees(/^It goes to \d+ users by email/)
  await administrator.presses(/^Send to \d+ users$/)
  await administrator.sees('Message broadcast successfully sent')
  const { queries } = portal.database
  const sent = await queries.selectFrom('messages').select('user_id').where('kind', '=', 'broadcast').execute()
  expect(sent.length).toBeGreaterThan(5)
})

test('a nurse changes her own profile and notifications, and nobody else’s', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens('/')
  await nurse.presses(nameOf('nurse'), 'link')
  await nurse.seesHeading('User profile')
  await nurse.sees('The name can only be changed by contacting the service.')
  await field(nurse, 'Email address').fill('')
  await nurse.presses('Save my profile')
  await nurse.sees('This field is required')
  await field(nurse, 'Email address').fill('nurse.new@example.org')
  await select(nurse, 'Time zone').selectOption('Pacific/Auckland')
  await nurse.presses('Save my profile')
  await nurse.sees('User profile save successful')
  const first = nurse.page.getByRole('checkbox', { name: 'When a participant is randomised' }).first()
  await first.uncheck()
  await nurse
    .finds('button', /^Save notifications for/)
    .first()
    .click()
  await nurse.sees('Notification preferences saved')
  await nurse.reloads()
  await first.waitFor()
  expect(await first.isChecked()).toBe(false)
  expect(await select(nurse, 'Time zone').inputValue()).toBe('Pacific/Auckland')

  await nurse.opens('/users')
  await nurse.seesHeading('You do not have permission to see this')
  await nurse.opens('/timezones')
  await nurse.sees('Australia/Sydney')
})
