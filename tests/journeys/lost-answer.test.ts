import { expect } from 'vitest'
import {
  CHECKING_RANDOMISED,
  DO_NOT_RANDOMISE_AGAIN,
  NOT_RANDOMISED,
  RANDOMISING as RANDOMISING_WORDS,
  RESULT_NOT_KNOWN,
} from '../../src/client/safety-words'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import type { Visitor } from '../support/visitor'
import {
  allocation,
  ASKING,
  confirms,
  fillsIn,
  keyOf,
  participantsIn,
  RANDOMISING,
  shownAnswers,
} from '../support/wizard'

/* The wizard when the connection breaks: it always tells the outcome, and never randomises twice. */

const test = journeys('people')

const PATIENT = { site: 'Northern General', strata: { Sex: 'Female' } }
const LOST = /ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_CONNECTION_REFUSED/

/** The administrator in the wizard of a new trial, which has a contact. */
const inTheWizard = async (portal: JourneyPortal, arrive: (arrival: { as: 'administrator' }) => Promise<Visitor>) => {
  const { trial_id } = await aTrial(portal, {
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    org_contact_name: 'Trial office, 0131 496 0000',
  })
  const nurse = await arrive({ as: 'administrator' })
  await nurse.opens(`/trials/${trial_id}/participants/new`)
  return { nurse, trial_id }
}

test('the request never reached the server: back to the confirmation with a new key, and one press more randomises one', async ({
  arrive,
  portal,
}) => {
  const { nurse, trial_id } = await inTheWizard(portal, arrive)
  nurse.expectsError(LOST)
  const cut = portal.front.inflict('question_lost', RANDOMISING)
  await fillsIn(nurse, PATIENT)
  await nurse.presses('Continue')
  await nurse.seesHeading('Check your answers')
  const firstKey = keyOf(nurse)
  await nurse.presses('Randomise this participant')

  await nurse.sees(NOT_RANDOMISED.words)
  await nurse.seesHeading('Check your answers')
  expect(await shownAnswers(nurse)).toEqual({ Site: 'Northern General', Sex: 'Female' })
  expect(keyOf(nurse)).not.toBe(firstKey)
  expect(await participantsIn(portal, trial_id)).toBe(0)

  cut.lift()
  await nurse.presses('Randomise this participant')
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1' })
  expect(await participantsIn(portal, trial_id)).toBe(1)
})

test('the server cannot be asked either: the wizard says so until it can, and then shows the outcome', async ({
  arrive,
  portal,
}) => {
  const { nurse, trial_id } = await inTheWizard(portal, arrive)
  nurse.expectsError(LOST)
  const cut = portal.front.inflict('answer_lost', RANDOMISING)
  const unreachable = portal.front.inflict('question_lost', ASKING)
  await confirms(nurse, PATIENT)

  await nurse.seesHeading(CHECKING_RANDOMISED)
  await nurse.sees(DO_NOT_RANDOMISE_AGAIN)
  await nurse.sees('Contact for this trial: Trial office, 0131 496 0000')
  await expect.poll(unreachable.met).toBeGreaterThan(2)

  cut.lift()
  unreachable.lift()
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1' })
  expect(await participantsIn(portal, trial_id)).toBe(1)
})

test('a reload during the check continues it, under the same key and without the answers', async ({
  arrive,
  portal,
}) => {
  const { nurse, trial_id } = await inTheWizard(portal, arrive)
  nurse.expectsError(LOST)
  const cut = portal.front.inflict('answer_lost', RANDOMISING)
  const unreachable = portal.front.inflict('question_lost', ASKING)
  await confirms(nurse, PATIENT)
  await nurse.sees(DO_NOT_RANDOMISE_AGAIN)
  const key = keyOf(nurse)

  await nurse.reloads()
  await nurse.seesHeading(CHECKING_RANDOMISED)
  await nurse.sees(DO_NOT_RANDOMISE_AGAIN)
  expect(keyOf(nurse)).toBe(key)
  expect(
    await nurse.page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toMatch(/Northern|Female/)

  cut.lift()
  unreachable.lift()
  await nurse.presses('Check again now')
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1', Site: 'Northern General' })
  expect(await participantsIn(portal, trial_id)).toBe(1)
})

test('a reload before anything was sent shows an empty form: nothing can have happened', async ({ arrive, portal }) => {
  const { nurse, trial_id } = await inTheWizard(portal, arrive)
  await fillsIn(nurse, PATIENT)
  await nurse.presses('Continue')
  await nurse.seesHeading('Check your answers')
  await nurse.reloads()
  await nurse.seesHeading('Participant details')
  await nurse.sees(NOT_RANDOMISED.words)
  expect(await nurse.finds('combobox', 'Site').inputValue()).toBe('')
  expect(await participantsIn(portal, trial_id)).toBe(0)
})

test('pressed twice quickly, it is sent once', async ({ arrive, portal }) => {
  const { nurse, trial_id } = await inTheWizard(portal, arrive)
  const heldRequest = portal.front.inflict('held', RANDOMISING)
  await fillsIn(nurse, PATIENT)
  await nurse.presses('Continue')
  await nurse.finds('button', 'Randomise this participant').dblclick()
  await nurse.sees(RANDOMISING_WORDS)
  expect(await nurse.finds('button', 'Randomise this participant').isDisabled()).toBe(true)
  // The attempt is stored before it is sent.
  await expect.poll(() => heldRequest.met()).toBe(1)
  heldRequest.lift()
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1' })
  expect(heldRequest.met()).toBe(1)
  expect(await participantsIn(portal, trial_id)).toBe(1)
})

test('leaving while the outcome is unknown asks first', async ({ arrive, portal }) => {
  const { nurse } = await inTheWizard(portal, arrive)
  nurse.expectsError(LOST)
  const cut = portal.front.inflict('answer_lost', RANDOMISING)
  const unreachable = portal.front.inflict('question_lost', ASKING)
  await confirms(nurse, PATIENT)
  await nurse.sees(DO_NOT_RANDOMISE_AGAIN)
  await nurse.presses('Back to Participants', 'link')
  await nurse.page.getByRole('dialog').getByText('is not known yet').first().waitFor()
  await nurse.presses('Stay')
  cut.lift()
  unreachable.lift()
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1' })
})

test('signing out and going back while it is sent ask first; then its answer is shown, and a reload shows it again', async ({
  arrive,
  portal,
}) => {
  const { nurse, trial_id } = await inTheWizard(portal, arrive)
  const heldRequest = portal.front.inflict('held', RANDOMISING)
  await confirms(nurse, PATIENT)
  await expect.poll(() => heldRequest.met()).toBe(1)
  const key = keyOf(nurse)
  const dialog = nurse.page.getByRole('dialog', { name: RESULT_NOT_KNOWN.title })

  await nurse.presses('Sign out')
  await dialog.getByText(RESULT_NOT_KNOWN.words).waitFor()
  expect(await dialog.getByText('Everything has been sent.').count()).toBe(0)
  await nurse.pressesInDialog('Cancel')
  await dialog.waitFor({ state: 'hidden' })
  await nurse.page.goBack()
  await dialog.getByText(RESULT_NOT_KNOWN.words).waitFor()

  heldRequest.lift()
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1' })
  await expect.poll(() => keyOf(nurse)).toBe(key)
  await nurse.reloads()
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1' })
  expect(await participantsIn(portal, trial_id)).toBe(1)
})

test('going back while it is lost leaves the key of the next press in the address', async ({ arrive, portal }) => {
  const { nurse, trial_id } = await inTheWizard(portal, arrive)
  nurse.expectsError(LOST)
  const cut = portal.front.inflict('question_lost', RANDOMISING)
  const unreachable = portal.front.inflict('question_lost', ASKING)
  await confirms(nurse, PATIENT)
  await nurse.sees(DO_NOT_RANDOMISE_AGAIN)
  await nurse.page.goBack()
  await nurse.page.getByRole('dialog', { name: RESULT_NOT_KNOWN.title }).waitFor()
  cut.lift()
  unreachable.lift()
  await nurse.sees(NOT_RANDOMISED.words)
  await nurse.presses('Randomise this participant')
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1' })
  await nurse.reloads()
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1' })
  expect(await participantsIn(portal, trial_id)).toBe(1)
})
