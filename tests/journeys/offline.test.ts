import { expect } from 'vitest'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import { aWard, waitsForStored } from '../support/ward'
import { allocation, fillsIn, NEEDS_CONNECTION } from '../support/wizard'

/* The server stops and starts again while the app is open, or before it is opened. */

const test = journeys('people', { hasWorker: true })

const GONE = /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_FAILED/

test('opened without the server, the app says so, and continues automatically when it is back', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aTrial(portal)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/')
  await administrator.reloadsFromTheDevice()
  administrator.expectsError(GONE)
  await portal.front.goDown()
  await administrator.opens(`/trials/${trial_id}`)
  await administrator.seesHeading('No connection')
  await administrator.sees(/This page will load when the connection is back\./)
  await administrator.sees(/Offline · since \d{2}:\d{2}/)
  expect(await administrator.page.getByRole('dialog').count()).toBe(0)

  await portal.front.comeBack()
  await administrator.seesHeading('A trial of two tablets')
  await administrator.seesHeading('By site')
  await administrator.sees('Online')
  expect(await administrator.page.getByRole('dialog').count()).toBe(0)
})

test('a person who signed in through the provider, and loaded nothing since, finds the list when the app is opened without the server', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aWard(portal)
  const nurse = await arrive()
  await nurse.opens('/')
  await nurse.reloadsFromTheDevice()
  await nurse.signsInAs('nurse')
  await nurse.presses('Trials', 'link')
  await nurse.finds('link', 'A trial of two tablets').first().click()
  await nurse.presses('Participants', 'link')
  await nurse.finds('table', 'Participants').waitFor()
  await waitsForStored(nurse, trial_id)
  nurse.expectsError(GONE)
  await portal.front.goDown()
  await nurse.opens(`/trials/${trial_id}/participants`)
  await nurse.sees(/Last updated/)
  await nurse.finds('button', 'Flag: participant 1').waitFor()
})

test('without a connection randomising is not offered, and the page says why and whom to ask', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aTrial(portal, { org_contact_name: 'Trial office, 0131 496 0000' })
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}/participants/new`)
  await fillsIn(administrator, { site: 'Northern General' })
  await administrator.presses('Continue')
  await administrator.seesHeading('Check your answers')

  administrator.expectsError(GONE)
  await portal.front.goDown()
  await administrator.losesTheNetwork()
  await administrator.sees(NEEDS_CONNECTION)
  await administrator.sees('Contact for this trial: Trial office, 0131 496 0000')
  await administrator.sees(/Offline · since \d{2}:\d{2}/)
  expect(await administrator.finds('button', 'Randomise this participant').isDisabled()).toBe(true)

  await portal.front.comeBack()
  await administrator.findsTheNetworkAgain()
  await administrator.sees('Online')
  await administrator.presses('Randomise this participant')
  expect(await allocation(administrator)).toMatchObject({ 'Sequence number': '1' })
})

test('an unreadable list says so, and is read again on request', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/')
  await administrator.seesHeading(/^Welcome/)
  administrator.expectsError(GONE)
  const cut = portal.front.inflict('question_lost', { method: 'GET', path: /\/trials$/ })
  await administrator.presses('Trials', 'link')
  await administrator.sees('Network error (ERR_NETWORK)')
  // Before the network is back: afterwards the app may retry automatically and remove the button.
  const met = cut.met()
  await administrator.presses('Try again')
  await expect.poll(cut.met).toBeGreaterThan(met)
  cut.lift()
  await administrator.reloads()
  await administrator.finds('table', 'Trials').waitFor()
})

test('signing out works without the server, and leaves nothing on the tablet', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/trials')
  await administrator.reloadsFromTheDevice()
  await administrator.sees('Grace Okafor')
  administrator.expectsError(GONE)
  await portal.front.goDown()
  await administrator.signsOut()
  expect(await administrator.token()).toBeNull()
})
