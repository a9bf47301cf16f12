import { expect } from 'vitest'
import { journeys } from '../support/journey'

/* A name links to its person or record, for readers who may open that page; for others it is text. */

const test = journeys('sample')

const DESK = { width: 1440, height: 900 }
const CEDAR = '/trials/5'

test('a pack links to its participant, and its history to the person, for people who manage users', async ({
  arrive,
}) => {
  const administrator = await arrive({ as: 'administrator', viewport: DESK })
  await administrator.opens(`${CEDAR}/study-packs`)
  const participant = administrator.page.getByRole('link', { name: /^Participant \d+$/ }).first()
  const name = (await participant.getAttribute('aria-label')) ?? ''
  await participant.click()
  await administrator.seesHeading(name)
  const history = administrator.page.getByRole('region', { name: 'History' })
  await history.getByRole('link').first().click()
  await administrator.isAt(/\/users\/\d+/)
})

test('a user of a trial links to their page', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: DESK })
  await administrator.opens(`${CEDAR}/users`)
  await administrator.page.getByRole('link', { name: 'Amara Hughes', exact: true }).click()
  await administrator.isAt(/\/users\/\d+/)
})

test("a nurse sees a colleague's name without a link", async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse', viewport: DESK })
  await nurse.opens(`${CEDAR}/participants`)
  await nurse.page.locator('tbody [data-opens-row]').first().click()
  const history = nurse.page.getByRole('region', { name: 'History' })
  await history.getByRole('listitem').first().waitFor()
  expect(await history.getByRole('link').count()).toBe(0)
})
