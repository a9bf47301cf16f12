import { describe, expect } from 'vitest'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/* A trial's page, for everybody who may and everybody who may not see it. */

const test = journeys('sample')

/** The sample's trials, in the order of their creation. */
const [STROKE, QUILL, HARBOUR] = [1, 4, 7]

const NOT_FOUND = 'Resource not found'

const tabs = (who: Visitor): Promise<string[]> =>
  who.page.getByRole('navigation', { name: 'Trial', exact: true }).getByRole('link').allTextContents()

const mayChangeStatus = (who: Visitor): Promise<boolean> => who.finds('button', 'Change status').isVisible()

describe.for<{ person: SampleAccountKey; sees: string[]; changes: boolean }>([
  {
    person: 'administrator',
    sees: ['Overview', 'Participants', 'Reports', 'User Permissions', 'Emails', 'Settings', 'Proof'],
    changes: true,
  },
  {
    person: 'coordinator',
    sees: ['Overview', 'Participants', 'Reports', 'User Permissions', 'Emails'],
    changes: false,
  },
  { person: 'nurse', sees: ['Overview', 'Participants', 'User Permissions'], changes: false },
  { person: 'blinded-nurse', sees: ['Overview', 'Participants', 'User Permissions'], changes: false },
  { person: 'monitor', sees: ['Overview', 'Participants', 'User Permissions'], changes: false },
])('the $person', ({ person, sees, changes }) => {
  test(`sees ${sees.join(', ')}${changes ? ' and may change the status' : ''}`, async ({ arrive }) => {
    const visitor = await arrive({ as: person })
    await visitor.opens(`/trials/${STROKE}`)
    await visitor.seesHeading('By site')
    expect(await tabs(visitor)).toEqual(sees)
    expect(await mayChangeStatus(visitor)).toBe(changes)
  })
})

test('the nurse sees figures and participants only of her two hospitals', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens(`/trials/${STROKE}`)
  const sites = nurse.page.getByRole('region', { name: 'By site' }).getByRole('figure')
  expect(await sites.getAttribute('aria-label')).toMatch(/^Hospital 1: \d+ \([\d.]+%\); Hospital 6: \d+ \([\d.]+%\)$/)

  await nurse.opens(`/trials/${STROKE}/participants?page_size=100`)
  const table = nurse.page.getByRole('table', { name: 'Participants' })
  await table.waitFor()
  expect(new Set(await table.getByText(/^Hospital \d+$/).allTextContents())).toEqual(
    new Set(['Hospital 1', 'Hospital 6']),
  )
})

test('the blinded nurse reads Blinded in place of a study group, and sees no figures by study group', async ({
  arrive,
}) => {
  const nurse = await arrive({ as: 'blinded-nurse' })
  await nurse.opens(`/trials/${STROKE}`)
  await nurse.presses('The International Stroke Trial, UK')
  await nurse.sees('Blinded study group (full)')
  await nurse.page.keyboard.press('Escape')
  await nurse.sees('Figures by study group are hidden because you are blinded in this trial.')
  await nurse.presses('Participants', 'link')
  const table = nurse.page.getByRole('table', { name: 'Participants' })
  await table.waitFor()
  expect(await table.getByText('Blinded', { exact: true }).count()).toBe(10)
  expect(await nurse.page.locator('main').textContent()).not.toContain('spirin')
})

test('the monitor sees the trial, and reads why they cannot randomise', async ({ arrive }) => {
  const monitor = await arrive({ as: 'monitor' })
  await monitor.opens(`/trials/${STROKE}/participants`)
  await monitor.sees('You do not have permission to randomise in this trial.')
  expect(await monitor.finds('button', 'Randomise a participant').isDisabled()).toBe(true)
  await monitor.opens(`/trials/${STROKE}/participants/new`)
  await monitor.seesHeading('You cannot randomise now')
})

test('the settings are forbidden to the nurse, with people who can help', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens(`/trials/${STROKE}/settings`)
  await nurse.seesHeading('You do not have permission to see this')
  await nurse.sees('A system administrator can give you the permission that this page needs.')
})

test.for<{ person: SampleAccountKey; path: string; because: string }>([
  { person: 'nurse', path: '/trials/4040', because: 'there is no such trial' },
  { person: 'nurse', path: `/trials/${QUILL}`, because: 'the trial is not hers' },
  { person: 'monitor', path: `/trials/${HARBOUR}`, because: 'the trial is protected' },
  { person: 'nurse', path: `/trials/${QUILL}/participants/new`, because: 'the trial is not hers' },
  { person: 'nurse', path: `/trials/${STROKE}/participants/40400`, because: 'there is no such participant' },
])('$path is not found for the $person, because $because', async ({ person, path }, { arrive }) => {
  const visitor = await arrive({ as: person })
  visitor.expectsError(/status of 404/)
  await visitor.opens(path)
  await visitor.seesHeading(NOT_FOUND)
  await visitor.presses('Go to Home', 'link')
  await visitor.seesHeading(/^Welcome/)
})

test.for(['/trials/one', '/trials/1/nowhere', '/trials/1/participants/none', '/nowhere', '/nowhere/at/all'])(
  '%s is not found, without asking the server',
  async (path, { arrive }) => {
    const nurse = await arrive({ as: 'nurse' })
    await nurse.opens(path)
    await nurse.seesHeading(NOT_FOUND)
    await nurse.isAt(path)
  },
)
