import { ERRORS } from '#contract/errors'
import { expect } from 'vitest'
import { drawnAt, GROUP_WORDS, historyOf, staffedTrial } from '../support/participant-actions'
import { flag } from '../support/flag'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { choosesAct, opensFilter } from '../support/list-tools'
import { signedInAs } from '../support/sign-in'
import type { Visitor } from '../support/visitor'

/* Acts on a participant after the draw, and their emails. */

const test = journeys('people')

/** A staffed trial with one participant at its first site, number 1. */
const oneParticipant = async (portal: JourneyPortal) => {
  const trial_strata = [{ name: 'Sex', options: ['Female', 'Male'] }]
  const trial = await staffedTrial(portal, { trial_strata, is_managing_packs: false })
  return drawnAt(await signedInAs(portal, 'nurse'), trial, 0)
}

const kindsOf = async (portal: JourneyPortal, participant: { trial_id: number; id: number }) => {
  const { value } = await historyOf(await signedInAs(portal, 'coordinator'), participant)
  return value?.data.map(({ kind }) => kind)
}

const choosesInList = (who: Visitor, act: string) => choosesAct(who, act, 1)

const comments = (who: Visitor, words: string) => who.page.getByRole('textbox', { name: 'Comment' }).fill(words)
const dialogIsGone = (who: Visitor) => who.page.getByRole('dialog').waitFor({ state: 'hidden' })

test('a viewer flags a participant with a comment, finds it by its flag, and lifts the flag', async ({
  arrive,
  portal,
}) => {
  const participant = await oneParticipant(portal)
  const monitor = await arrive({ as: 'monitor' })
  await monitor.opens(`/trials/${participant.trial_id}/participants`)
  await monitor.page.getByRole('searchbox', { name: 'Search' }).fill('2')
  await monitor.isAt(`/trials/${participant.trial_id}/participants?q=2`)
  await monitor.seesHeading('No participants found')
  await monitor.presses('Clear the search')
  await choosesInList(monitor, 'Flag')
  await monitor.presses('Flag participant 1')
  await monitor.sees('Please enter a comment')
  await comments(monitor, 'Consent form is missing')
  await monitor.presses('Flag participant 1')
  await dialogIsGone(monitor)
  await monitor.isFocusedOn(monitor.finds('button', 'Unflag: participant 1'))

  await opensFilter(monitor)
  await monitor.page.getByLabel('Flag', { exact: true }).selectOption('Flagged')
  await monitor.isAt(`/trials/${participant.trial_id}/participants?flag_status=Flagged`)
  await monitor.reloads()
  await choosesInList(monitor, 'Unflag')
  await comments(monitor, 'It was found')
  await monitor.presses('Unflag participant 1')
  await monitor.seesHeading('No participants found')
  expect(await kindsOf(portal, participant)).toEqual(['randomised', 'flagged', 'unflagged'])
})

test('a flag that another person set meanwhile is refused under the comment', async ({ arrive, portal }) => {
  const participant = await oneParticipant(portal)
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens(`/trials/${participant.trial_id}/participants/${participant.id}`)
  await nurse.presses('Flag')
  await comments(nurse, 'Later than the other')
  await flag(await signedInAs(portal, 'monitor'), participant, participant, { comment: 'Sooner' })
  nurse.expectsError(/status of 409/)
  await nurse.presses('Flag participant 1')
  await nurse.page.getByRole('dialog').getByText(ERRORS.flag_state_unchanged.message).waitFor()
  expect(await kindsOf(portal, participant)).toEqual(['randomised', 'flagged'])
})

test('an unblinding takes three presses and a comment, shows the group once, and stores it nowhere', async ({
  arrive,
  portal,
}) => {
  const participant = await oneParticipant(portal)
  const unblinder = await arrive({ as: 'unblinder' })
  await unblinder.opens(`/trials/${participant.trial_id}/participants`)
  await choosesInList(unblinder, 'Unblind')
  const press = unblinder.finds('button', 'Unblind participant 1')
  await press.click()
  await unblinder.sees('Please enter a comment')
  await comments(unblinder, 'Severe bleeding')
  await press.click()
  await unblinder.sees(GROUP_WORDS)

  await unblinder.presses('Hide the study group')
  await dialogIsGone(unblinder)
  expect(await unblinder.page.locator('body').innerText()).not.toMatch(GROUP_WORDS)
  await unblinder.presses('Participant 1', 'link')
  await unblinder.sees('Study group disclosed to Thomas Achterberg: Severe bleeding')
  expect(await unblinder.page.locator('body').innerText()).not.toMatch(GROUP_WORDS)
  const stored = await unblinder.page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map(Object.entries)))
  expect(stored).not.toMatch(GROUP_WORDS)
})

test('an unblinding whose answer is lost is pressed again, and is recorded once', async ({ arrive, portal }) => {
  const participant = await oneParticipant(portal)
  const unblinder = await arrive({ as: 'unblinder' })
  unblinder.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  await unblinder.opens(`/trials/${participant.trial_id}/participants/${participant.id}`)
  await unblinder.presses('Unblind')
  await comments(unblinder, 'Severe bleeding')
  const fault = portal.front.inflict('answer_lost', { method: 'POST', path: /\/unblind$/ })
  await unblinder.presses('Unblind participant 1')
  await unblinder.sees('A network error has occurred')
  fault.lift()
  await unblinder.page.keyboard.press('Escape')
  await unblinder.page.getByRole('dialog', { name: 'An error has occurred' }).waitFor({ state: 'hidden' })
  await unblinder.presses('Unblind participant 1')
  await unblinder.sees(GROUP_WORDS)
  expect(await kindsOf(portal, participant)).toEqual(['randomised', 'unblinded'])
})

test('a person who may not unblind is not offered to', async ({ arrive, portal }) => {
  const participant = await oneParticipant(portal)
  const nurse = await arrive({ as: 'blinded-nurse' })
  await nurse.opens(`/trials/${participant.trial_id}/participants/${participant.id}`)
  await nurse.finds('button', 'Flag').waitFor()
  expect(await nurse.finds('button', 'Unblind').count()).toBe(0)
})

test('a wrong stratum is recorded as used and corrected, and an accidental unblinding beside it', async ({
  arrive,
  portal,
}) => {
  const participant = await oneParticipant(portal)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${participant.trial_id}/participants/${participant.id}`)
  await coordinator.presses('Record an error')
  await coordinator.page.getByLabel('Wrong stratum').check()
  await comments(coordinator, 'Misread the form')
  await coordinator.presses('Record the error')
  await coordinator.sees('Please change the answer that was wrong')
  await coordinator.page.getByRole('group', { name: 'Sex' }).getByLabel('Corrected').selectOption('Male')
  await coordinator.presses('Record the error')
  await dialogIsGone(coordinator)
  await coordinator.sees('Misread the form · Sex: used Female, corrected Male')

  await coordinator.presses('Record an inadvertent unblinding')
  await comments(coordinator, 'The box lay open')
  await coordinator.presses('Record the unblinding')
  await coordinator.sees('Study group became known by accident')
  expect(await kindsOf(portal, participant)).toEqual(['randomised', 'randomised_in_error', 'inadvertent_unblinding'])
})

test('a coordinator finds the failed email and sends it again', async ({ arrive, portal }) => {
  const { trial_id } = await oneParticipant(portal)
  const { queries } = portal.database
  const mine = queries.selectFrom('messages').select('id').where('trial_id', '=', trial_id).orderBy('id').limit(1)
  const failed = { state: 'failed', attempts: 8, error: '550 no such mailbox' } as const
  await queries.updateTable('messages').set(failed).where('id', 'in', mine).execute()

  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${trial_id}/messages`)
  await coordinator.page.getByLabel('Failed').check()
  await coordinator.isAt(`/trials/${trial_id}/messages?state=failed`)
  await coordinator.sees('550 no such mailbox')
  await coordinator.presses(/^Send again to/)
  await coordinator.pressesInDialog('Send again')
  await coordinator.sees(/is queued again/)
  await coordinator.seesHeading('No emails found')
  const states = await queries.selectFrom('messages').select('state').where('trial_id', '=', trial_id).execute()
  expect(states.filter(({ state }) => state === 'resent')).toHaveLength(1)

  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens(`/trials/${trial_id}/messages`)
  await nurse.seesHeading('You do not have permission to see this')
  expect(await nurse.finds('link', 'Emails').count()).toBe(0)
})
