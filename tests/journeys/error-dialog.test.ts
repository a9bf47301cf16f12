import { ERRORS } from '#contract/errors'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { ERROR_REPORTS, type JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import { drawnAt, historyOf, staffedTrial } from '../support/participant-actions'
import { signedInAs } from '../support/sign-in'
import type { Visitor } from '../support/visitor'
import { NOT_KNOWN_WHETHER_SAVED, SEND_AGAIN } from '../../src/client/safety-words'

/* The one dialog for failures that belong to no field: what happened, what to do, and three buttons. */

const test = journeys('people')

const RECORDING = { method: 'POST', path: /\/inadvertent-unblinding$/ }
const COMMENT = 'The label was read aloud'

const RECORD = 'Record an inadvertent unblinding'

const pageOf = ({ trial_id, id }: { trial_id: number; id: number }) => `/trials/${trial_id}/participants/${id}`

/** The nurse with a comment in the dialog that records an inadvertent unblinding of participant 1. */
const aboutToRecord = async (portal: JourneyPortal, nurse: Visitor) => {
  const trial = await staffedTrial(portal)
  const participant = await drawnAt(await signedInAs(portal, 'nurse'), trial, 0)
  await nurse.opens(pageOf(participant))
  await nurse.presses(RECORD)
  await nurse.page.getByRole('textbox', { name: 'Comment' }).fill(COMMENT)
  return participant
}

const kindsOf = async (portal: JourneyPortal, participant: { trial_id: number; id: number }) => {
  const { value } = await historyOf(await signedInAs(portal, 'coordinator'), participant)
  return value?.data.map(({ kind }) => kind)
}

const dialogOf = ({ page }: Visitor) => page.getByRole('dialog', { name: 'An error has occurred' })

/** Does the work while a table refuses every row, so that the server itself fails. */
const withRefusing = async ({ database }: JourneyPortal, table: string, work: () => Promise<void>) => {
  await sql.raw(`alter table ${table} add constraint refusing check (false) not valid`).execute(database.queries)
  await work()
  await sql.raw(`alter table ${table} drop constraint refusing`).execute(database.queries)
}

test('the network fails: the dialog says so, without a fault of its own, and a reload continues', async ({
  arrive,
  portal,
}) => {
  const nurse = await arrive({ as: 'nurse' })
  const participant = await aboutToRecord(portal, nurse)
  nurse.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  const cut = portal.front.inflict('question_lost', RECORDING)
  await nurse.presses('Record the unblinding')
  const dialog = dialogOf(nurse)
  await dialog.getByText('A network error has occurred').waitFor()
  await dialog.getByText(`${NOT_KNOWN_WHETHER_SAVED} ${SEND_AGAIN}`).waitFor()
  expect(await dialog.getByRole('button').allTextContents()).toEqual([
    '',
    'Go to Home',
    'Reload this page',
    'Back to what you entered',
  ])
  expect(await pageFaults(nurse.page)).toEqual([])

  cut.lift()
  await dialog.getByRole('button', { name: 'Reload this page' }).click()
  await dialog.waitFor({ state: 'detached' })
  await nurse.isAt(pageOf(participant))
  await nurse.finds('button', RECORD).waitFor()
  expect(await kindsOf(portal, participant)).toEqual(['randomised'])
})

test('the network fails for a moment: after the dialog the input is still there, and a second press sends it once', async ({
  arrive,
  portal,
}) => {
  const nurse = await arrive({ as: 'nurse' })
  const participant = await aboutToRecord(portal, nurse)
  nurse.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  const cut = portal.front.inflict('answer_lost', RECORDING)
  await nurse.presses('Record the unblinding')
  await dialogOf(nurse).waitFor()
  cut.lift()
  await dialogOf(nurse).getByRole('button', { name: 'Close' }).click()
  await dialogOf(nurse).waitFor({ state: 'hidden' })
  expect(await nurse.page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe(COMMENT)
  await nurse.presses('Record the unblinding')
  await nurse.page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await kindsOf(portal, participant)).toEqual(['randomised', 'inadvertent_unblinding'])
})

test("the server fails: the dialog shows the status, the server's words and the request id, and links to home", async ({
  arrive,
  portal,
}) => {
  const nurse = await arrive({ as: 'nurse' })
  const participant = await aboutToRecord(portal, nurse)
  nurse.expectsError(/status of 500/)
  await withRefusing(portal, 'inadvertent_unblindings', async () => {
    const [answer] = await Promise.all([
      nurse.page.waitForResponse(RECORDING.path),
      nurse.presses('Record the unblinding'),
    ])
    const dialog = dialogOf(nurse)
    await dialog.getByText('A server error has occurred (HTTP 500)').waitFor()
    await dialog.getByText(ERRORS.internal_error.message).waitFor()
    await dialog.getByText(answer.headers()['x-request-id'] ?? 'no request id').waitFor()
  })
  expect(await pageFaults(nurse.page)).toEqual([])
  await dialogOf(nurse).getByRole('button', { name: 'Go to Home' }).click()
  await nurse.seesHeading(/^Welcome/)
  await dialogOf(nurse).waitFor({ state: 'detached' })
  expect(await nurse.page.getByRole('dialog').count()).toBe(0)
  expect(await kindsOf(portal, participant)).toEqual(['randomised'])
})

test('a failure is reported on an external page, which gets the failure and nothing about participants', async ({
  arrive,
  portal,
}) => {
  const nurse = await arrive({ as: 'nurse' })
  const participant = await aboutToRecord(portal, nurse)
  await nurse.context.route(`${ERROR_REPORTS}**`, (route) =>
    route.fulfill({ body: 'Tell us', contentType: 'text/plain' }),
  )
  nurse.expectsError(/status of 500/)
  await withRefusing(portal, 'inadvertent_unblindings', async () => {
    await nurse.presses('Record the unblinding')
    await dialogOf(nurse).waitFor()
  })
  const opened = nurse.context.waitForEvent('page')
  await nurse.presses('Report this error', 'link')
  const report = await opened
  await report.getByText('Tell us').waitFor()
  const parameters = Object.fromEntries(new URL(report.url()).searchParams)
  expect(parameters).toEqual({
    summary: 'A server error has occurred (HTTP 500)',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    page_url: `${portal.url}${pageOf(participant)}`,
    request_url: `${portal.url}/api/v1/trials/${participant.trial_id}/participants/${participant.id}/inadvertent-unblinding`,
    session_id: expect.any(String),
  })
  expect(await report.evaluate(() => opener)).toBeNull()
})

test('the answer to a new user is lost: the form stays, says that the outcome is unknown, and sent again creates one user', async ({
  arrive,
  portal,
}) => {
  const administrator = await arrive({ as: 'administrator' })
  const before = await portal.database.queries.selectFrom('users').select('id').execute()
  await administrator.opens('/users/new')
  await administrator.page.getByRole('textbox', { name: 'Name' }).fill('Wanda Lost')
  await administrator.page.getByRole('textbox', { name: 'Email address' }).fill('wanda.lost@example.org')
  administrator.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  const cut = portal.front.inflict('answer_lost', { method: 'POST', path: /\/users$/ })
  await administrator.presses('Create user')
  await dialogOf(administrator).getByText(NOT_KNOWN_WHETHER_SAVED, { exact: false }).waitFor()
  cut.lift()
  await administrator.presses('Back to what you entered')
  await dialogOf(administrator).waitFor({ state: 'hidden' })
  const alert = administrator.page.getByRole('alert').filter({ hasText: NOT_KNOWN_WHETHER_SAVED })
  await alert.getByText(SEND_AGAIN, { exact: false }).waitFor()
  expect(await administrator.page.getByText('User creation failed').count()).toBe(0)
  expect(await administrator.page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Wanda Lost')

  await administrator.presses('Create user')
  await administrator.seesHeading(/^Wanda Lost/)
  const after = await portal.database.queries.selectFrom('users').select('id').execute()
  expect(after.length - before.length).toBe(1)
})

test('a flag that a firewall blocks says so, and says when it was sent after all', async ({ arrive, portal }) => {
  const nurse = await arrive({ as: 'nurse' })
  const trial = await staffedTrial(portal)
  const participant = await drawnAt(await signedInAs(portal, 'nurse'), trial, 0)
  await nurse.opens(pageOf(participant))
  nurse.expectsError(/status of 403/)
  await nurse.context.route(/\/flag$/, (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: 'Request blocked. Your support ID is: 4711' }),
  )
  await nurse.presses('Flag')
  await nurse.page.getByRole('textbox', { name: 'Comment' }).fill('Moved away')
  await nurse.presses('Flag participant 1')
  await nurse.sees(
    'Flag participant 1: Saved on this tablet, but not confirmed: Our firewall has blocked your request (support ID 4711). Tell your IT team, or discard it in the outbox and do it again in other words.',
  )
  await nurse.context.unroute(/\/flag$/)
  await nurse.sees('Sent and recorded: Flag participant 1')
})
