import { ERRORS } from '#contract/errors'
import { expect } from 'vitest'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrial, grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'

/* The users of a trial: everybody there sees them, and its administrators add, change and remove them. */

const test = journeys('people')

const TITLE = 'The trial with people'
const [NORTH, SOUTH] = ['Northern General', 'Southern General']
const CONFLICT = 'Set all of the user’s permissions in the trial to the same blinding'
const DIALOG = 'View or Edit user permission'

const nameOf = (key: SampleAccountKey): string => SAMPLE_ACCOUNTS.find((one) => one.key === key)?.name ?? key
const select = (who: Visitor, name: string) => who.page.getByRole('combobox', { name })
const dialogOf = (who: Visitor) => who.page.getByRole('dialog')

/** A trial with a coordinator, and a nurse who is a user of one site and a viewer at the other. */
const peopledTrial = async (portal: JourneyPortal) => {
  const trial = await aTrial(portal, { title: TITLE })
  const [north, south] = trial.sites.map(({ id }) => id)
  const here = { trial_id: trial.trial_id }
  await grant(portal, { person: 'coordinator', role: 'Trial administrator', ...here, site_id: null })
  await grant(portal, { person: 'nurse', role: 'Site user', ...here, site_id: north ?? null })
  await grant(portal, { person: 'nurse', role: 'Site viewer', ...here, site_id: south ?? null })
  return { ...trial, north: north ?? 0, south: south ?? 0, users: `/trials/${trial.trial_id}/users` }
}

const menuOf = (person: SampleAccountKey) => new RegExp(`^(Actions|View): ${nameOf(person)} \\(ID \\d+\\)$`)

const choosesIn = async (who: Visitor, person: SampleAccountKey, act: string | RegExp) => {
  await who.presses(menuOf(person))
  await who.presses(act, 'menuitem')
}

const choosesFile = async (who: Visitor, lines: readonly string[]) =>
  who.page.locator('input[type=file]').setInputFiles({
    name: 'trial-users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['user_id,role_level,site_id,blinding_level,delegated_unblind,delegated_study_packs', ...lines].join('\r\n'),
    ),
  })

/** A person's permissions in a trial, in the order in which they were granted. */
const permissionsIn = async ({ database }: JourneyPortal, trialId: number, userId: number) =>
  database.queries
    .selectFrom('user_permissions')
    .select(['role_id', 'site_id', 'is_blinded_whole', 'is_unblind_authorized', 'has_study_packs_access', 'ended_at'])
    .where('trial_id', '=', trialId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

test('a trial administrator adds a user, sees missing fields, and adds nobody twice', async ({ arrive, portal }) => {
  const trial = await peopledTrial(portal)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${trial.trial_id}`)
  await coordinator.presses('User Permissions', 'link')
  await coordinator.seesHeading('User Permissions')
  await coordinator.sees(`Site user, ${NORTH}`)
  expect(await coordinator.finds('link', 'Add multiple users to trial').count()).toBe(0)
  await coordinator.presses('Add user to trial', 'link')
  await coordinator.seesHeading('Add user to trial')

  expect(await select(coordinator, 'Role').locator('option').allInnerTexts()).toEqual([
    'Trial administrator',
    'Trial user',
    'Trial viewer',
    'Site user',
    'Site viewer',
  ])
  await select(coordinator, 'Role').selectOption('Site user')
  await coordinator.presses('Add user to trial')
  await coordinator.sees('User is required')
  await coordinator.sees('Site is required')
  await coordinator.isFocusedOn(select(coordinator, 'User'))

  await select(coordinator, 'User').fill('marco')
  await coordinator.finds('option', new RegExp(`^${nameOf('pharmacist')}`)).click()
  await coordinator.seesNot('User is required')
  await select(coordinator, 'Site').selectOption(SOUTH)
  const unblind = coordinator.page.getByLabel('Delegated unblind')
  expect(await unblind.count()).toBe(0)
  await coordinator.page.getByLabel('Full').check()
  await unblind.check()
  await coordinator.page.getByLabel('Delegated pack management').check()
  await select(coordinator, 'Role').selectOption('Site viewer')
  expect(await unblind.count()).toBe(0)
  await select(coordinator, 'Role').selectOption('Site user')
  expect(await unblind.isChecked()).toBe(false)
  await coordinator.page.getByLabel('Delegated pack management').check()
  await coordinator.presses('Add user to trial')
  await coordinator.sees('User added to trial successfully')
  await coordinator.isAt(trial.users)
  await coordinator.sees('Delegated pack management')
  expect(await permissionsIn(portal, trial.trial_id, portal.personId('pharmacist'))).toMatchObject([
    { site_id: trial.south, is_blinded_whole: true, is_unblind_authorized: false, has_study_packs_access: true },
  ])

  coordinator.expectsError(/status of 409/)
  await coordinator.presses('Add user to trial', 'link')
  await select(coordinator, 'User').fill('marco')
  await coordinator.finds('option', new RegExp(`^${nameOf('pharmacist')}`)).click()
  await select(coordinator, 'Role').selectOption('Site user')
  await select(coordinator, 'Site').selectOption(SOUTH)
  await coordinator.page.getByLabel('Full').check()
  await coordinator.presses('Add user to trial')
  await coordinator.sees('User addition failed')
  await coordinator.sees(ERRORS.permission_exists.message)
  await coordinator.presses('Cancel')
  await coordinator.isAt(trial.users)

  await coordinator.page.getByRole('searchbox', { name: 'Search' }).fill('bell')
  await coordinator.isAt(/name=bell/)
  await coordinator.sees('1–1 of 1')
  await coordinator.reloads()
  await coordinator.sees('1–1 of 1')
  await coordinator.page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
  await coordinator.seesHeading('No users found')
})

test('a permission is changed despite a conflict of blinding, loses its notifications, and is removed', async ({
  arrive,
  portal,
}) => {
  const trial = await peopledTrial(portal)
  const nurse = portal.personId('nurse')
  const coordinator = await arrive({ as: 'coordinator' })
  coordinator.expectsError(/status of 409/)
  await coordinator.opens(trial.users)
  await choosesIn(coordinator, 'nurse', `Edit permission: Site user, ${NORTH}`)
  await coordinator.seesHeading(DIALOG)
  const save = dialogOf(coordinator).getByRole('button', { name: /^Save permission/ })
  await coordinator.page.getByLabel('Full').check()
  await save.click()
  await coordinator.sees('Blinding conflict')
  expect(await save.isDisabled()).toBe(true)
  await coordinator.isFocusedOn(dialogOf(coordinator).getByRole('alert'))
  await coordinator.page.keyboard.press('Tab')
  await coordinator.isFocusedOn(coordinator.page.getByLabel(CONFLICT))
  // Removing the blinding resolves the conflict as well.
  await coordinator.page.getByLabel('Unblinded').check()
  await coordinator.seesNot('Blinding conflict')
  await coordinator.page.getByLabel('Full').check()
  await save.click()
  await coordinator.page.getByLabel(CONFLICT).check()
  await save.click()
  await coordinator.sees('User permission updated successfully')
  await dialogOf(coordinator).waitFor({ state: 'hidden' })
  expect((await permissionsIn(portal, trial.trial_id, nurse)).map(({ is_blinded_whole }) => is_blinded_whole)).toEqual([
    true,
    true,
  ])
  await coordinator.isFocusedOn(coordinator.finds('button', menuOf('nurse')))

  await choosesIn(coordinator, 'nurse', `Edit permission: Site viewer, ${SOUTH}`)
  await select(coordinator, 'Role').selectOption('Trial administrator')
  await coordinator.sees('Notification preferences will change')
  expect(await save.isDisabled()).toBe(true)
  await coordinator.page.getByLabel('I understand that the notification preferences will change').check()
  await save.click()
  await dialogOf(coordinator).waitFor({ state: 'hidden' })
  await coordinator.finds('table', 'Users of the trial').getByText('Trial administrator').nth(1).waitFor()

  await choosesIn(coordinator, 'nurse', `Remove permission: Site user, ${NORTH}`)
  await coordinator.sees('Are you sure you wish to delete this user permission?')
  await coordinator.sees(/Amara Hughes will no longer be .* The other permissions in this trial stay\./)
  await coordinator.presses(`Delete permission of ${nameOf('nurse')}`)
  await coordinator.sees('User permission deleted successfully')
  await dialogOf(coordinator).waitFor({ state: 'hidden' })
  await choosesIn(coordinator, 'nurse', /^Remove permission/)
  await coordinator.sees(/Amara Hughes will lose access to this trial\./)
  await coordinator.presses(`Delete permission of ${nameOf('nurse')}`)
  await dialogOf(coordinator).waitFor({ state: 'hidden' })
  await coordinator.seesNot(nameOf('nurse'))
  expect((await permissionsIn(portal, trial.trial_id, nurse)).every(({ ended_at }) => ended_at !== null)).toBe(true)
})

test("a user's notifications are set for them, of study packs only where they may see them; one’s own role is not changed", async ({
  arrive,
  portal,
}) => {
  const trial = await peopledTrial(portal)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(trial.users)
  await choosesIn(coordinator, 'nurse', 'Notifications')
  await coordinator.seesHeading(`Notifications of ${nameOf('nurse')}`)
  expect(await coordinator.page.getByLabel('When study packs run low or are missing').isDisabled()).toBe(true)
  await coordinator.page.getByLabel('When a participant is randomised').uncheck()
  await coordinator.presses(`Save notifications of ${nameOf('nurse')}`)
  await coordinator.sees('Notification preferences saved')
  await dialogOf(coordinator).waitFor({ state: 'hidden' })
  await choosesIn(coordinator, 'nurse', 'Notifications')
  expect(await coordinator.page.getByLabel('When a participant is randomised').isChecked()).toBe(false)
  await coordinator.page.keyboard.press('Escape')
  await dialogOf(coordinator).waitFor({ state: 'hidden' })

  await coordinator.presses(menuOf('coordinator'))
  await coordinator.finds('menuitem', 'View permission').waitFor()
  expect(await coordinator.finds('menuitem', 'Edit permission').count()).toBe(0)
  expect(await coordinator.finds('menuitem', /^Remove permission/).count()).toBe(0)
})

test('a nurse reads, and can do nothing else', async ({ arrive, portal }) => {
  const trial = await peopledTrial(portal)
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens(`${trial.users}?name=nobody`)
  await nurse.seesHeading('User Permissions')
  await nurse.sees(nameOf('coordinator'))
  expect(await nurse.page.getByRole('searchbox').count()).toBe(0)
  expect(await nurse.finds('link', 'Add user to trial').count()).toBe(0)
  await nurse.presses(menuOf('coordinator'))
  expect(await nurse.page.getByRole('menuitem').allInnerTexts()).toEqual(['View permission'])
  await nurse.presses('View permission', 'menuitem')
  await nurse.seesHeading(DIALOG)
  await nurse.sees('Blinding level')
  expect(await dialogOf(nurse).getByRole('textbox').count()).toBe(0)
  await nurse.presses('Close')
  await dialogOf(nurse).waitFor({ state: 'hidden' })
  await nurse.opens(`${trial.users}/new`)
  await nurse.sees('Only trial administrators can add users to a trial.')
  await nurse.opens(`${trial.users}/new/multiple`)
  await nurse.sees('Only system administrators can add many users to a trial at once.')
})

test('many users are imported from a file, all or none, with every problem by its row and column', async ({
  arrive,
  portal,
}) => {
  const trial = await peopledTrial(portal)
  const [monitor, unblinder, nurse, self] = (['monitor', 'unblinder', 'nurse', 'administrator'] as const).map((key) =>
    portal.personId(key),
  )
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(trial.users)
  await administrator.presses('Add multiple users to trial', 'link')
  await administrator.seesHeading('Add multiple users to trial')
  await choosesFile(administrator, [])
  await administrator.sees('No import entries found')

  await choosesFile(administrator, [
    `${monitor},3,,,,`,
    `,4,${trial.north},,,`,
    `Ada,2,999999,,,`,
    `${unblinder},2,${trial.north},full,,`,
    `${unblinder},1,${trial.north},blind,yes,`,
    `${self},1,,,,`,
  ])
  await administrator.sees('6 problems')
  for (const words of [
    'Row 2, user_id: User is required',
    'Row 2, role_level: No trial or site role has this level',
    'Row 3, user_id: Must be a user ID',
    'Row 3, site_id: This site is not part of the trial',
    `Row 5, blinding_level: ${ERRORS.blinding_conflict.message}`,
    `Row 6, user_id: ${ERRORS.own_permission.message}`,
    'Row 5, blinding_level: Unknown value, treated as unblinded',
    'Row 5, delegated_unblind: Unknown value, treated as false',
  ]) {
    await administrator.sees(words)
  }
  // A long file has more problems than are listed above its table.
  await administrator.page.getByRole('img', { name: 'Problem: User is required', exact: true }).waitFor()
  expect(await administrator.finds('button', 'Add users').isDisabled()).toBe(true)
  await administrator.presses('Clear import file')

  await choosesFile(administrator, [`${monitor},3,,,,`, `987654,1,,,,`, `${nurse},2,${trial.south},full,,`])
  await administrator.sees('2 problems')
  await administrator.sees('Row 2, user_id: This user does not exist')
  await administrator.sees(`Row 3, blinding_level: ${ERRORS.blinding_conflict.message}`)
  expect(await permissionsIn(portal, trial.trial_id, monitor ?? 0)).toEqual([])
  await administrator.presses('Clear import file')

  await choosesFile(administrator, [
    `${monitor},3,,,,`,
    `${unblinder},2,${trial.north},full,true,true`,
    `${unblinder},1,${trial.south},full,,`,
  ])
  await administrator.sees('3 permissions in trial-users.csv')
  await administrator.presses('Add users')
  await administrator.sees('2 users added to trial successfully')
  await administrator.isAt(trial.users)
  await administrator.sees('Delegated unblind')
  expect(await permissionsIn(portal, trial.trial_id, unblinder ?? 0)).toMatchObject([
    { site_id: trial.north, is_blinded_whole: true, is_unblind_authorized: true, has_study_packs_access: true },
    { site_id: trial.south, is_blinded_whole: true, is_unblind_authorized: false, has_study_packs_access: false },
  ])
})

test('every one of these screens is accessible, in both schemes', async ({ arrive, portal }) => {
  const trial = await peopledTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  const nurse = await arrive({ as: 'nurse' })
  const faults: Record<string, string[]> = {}
  const look = async (screen: string, who = administrator) => {
    const problems = await pageFaults(who.page)
    if (problems.length > 0) faults[screen] = problems
    await who.page.setViewportSize({ width: 1024, height: 900 })
  }
  await nurse.opens(trial.users)
  await nurse.sees(nameOf('coordinator'))
  await look('list, read only', nurse)
  await choosesIn(nurse, 'coordinator', 'View permission')
  await nurse.seesHeading(DIALOG)
  await look('view permission', nurse)

  await administrator.opens(trial.users)
  await administrator.sees(nameOf('nurse'))
  await look('list')
  await choosesIn(administrator, 'nurse', `Edit permission: Site user, ${NORTH}`)
  await administrator.seesHeading(DIALOG)
  await look('edit permission')
  await administrator.opens(trial.users)
  await choosesIn(administrator, 'nurse', 'Notifications')
  await administrator.seesHeading(/^Notifications of/)
  await look('notifications')
  await administrator.opens(trial.users)
  await choosesIn(administrator, 'nurse', `Remove permission: Site user, ${NORTH}`)
  await administrator.sees('Are you sure you wish to delete this user permission?')
  await look('remove permission')
  await administrator.opens(`${trial.users}/new`)
  await administrator.presses('Add user to trial')
  await administrator.sees('User is required')
  await look('add user')
  await administrator.opens(`${trial.users}/new/multiple`)
  await administrator.finds('button', 'Select import file').waitFor()
  await look('add multiple users')
  await choosesFile(administrator, ['7,9,,,,', `${portal.personId('monitor')},1,,blind,,`])
  await administrator.sees('1 problem')
  await look('preview with problems')
  expect(faults).toEqual({})
})
