import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'

/* Buttons and items of menus have different names, so that who hears only the names knows which one to press. */

const test = journeys('people')

/** The names that several buttons or items of a menu have on a page. */
const usedTwice = async (page: Page): Promise<string[]> => {
  const tree = await page.locator('body').ariaSnapshot()
  const names = [...tree.matchAll(/- (?:button|menuitem) "((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(1)
  return names.filter((name, place) => names.indexOf(name) !== place)
}

/** Two trials of one title, in both of which the nurse has a permission, in the first at each site; and a namesake. */
const namesakes = async (portal: JourneyPortal) => {
  const title = 'One title'
  const [trial, other] = [await aTrial(portal, { title }), await aTrial(portal, { title })]
  const places = [
    ...trial.sites.map(({ id }) => ({ ...trial, id })),
    ...other.sites.slice(0, 1).map(({ id }) => ({ ...other, id })),
  ]
  for (const { trial_id, id } of places)
    await grant(portal, { person: 'nurse', role: 'Site user', trial_id, site_id: id })
  await grant(portal, { person: 'monitor', role: 'Trial viewer', trial_id: trial.trial_id, site_id: null })
  const { queries } = portal.database
  const nurse = await queries
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', portal.personId('nurse'))
    .executeTakeFirstOrThrow()
  await queries.updateTable('users').set({ name: nurse.name }).where('id', '=', portal.personId('monitor')).execute()
  const accounts = ['2026-10-01T09:00:00Z', '2026-10-02T09:00:00Z'].map((created_at) => ({
    user_id: nurse.id,
    idp: 'google' as const,
    issuer: 'https://accounts.example.org',
    subject: created_at,
    created_at,
  }))
  await queries.insertInto('user_profiles').values(accounts).execute()
  return { trial_id: trial.trial_id, nurse }
}

test('among users, their permissions and accounts, and in a menu, no two have one name', async ({ arrive, portal }) => {
  const { trial_id, nurse } = await namesakes(portal)
  const administrator = await arrive({ as: 'administrator' })
  const { page } = administrator
  const screens = [
    [`/trials/${trial_id}/users`, 'Users of the trial'],
    [`/users/${nurse.id}/permissions`, 'User permissions'],
    [`/users/${nurse.id}/auth`, 'IdP associations'],
  ] as const
  const twice: Record<string, string[]> = {}
  for (const [path, list] of screens) {
    await administrator.opens(path)
    await administrator.finds('table', list).waitFor()
    twice[list] = await usedTwice(page)
  }
  await administrator.opens(`/trials/${trial_id}/users`)
  await administrator.presses(new RegExp(`^Actions: ${nurse.name} \\(ID ${nurse.id}\\)$`))
  await administrator.finds('menuitem', 'Notifications').waitFor()
  twice['menu'] = await usedTwice(page)
  expect(twice).toEqual({ 'Users of the trial': [], 'User permissions': [], 'IdP associations': [], menu: [] })
})
