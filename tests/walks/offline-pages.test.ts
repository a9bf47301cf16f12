import { expect } from 'vitest'
import { WILL_BE_SENT } from '../../src/client/safety-words'
import { OFFLINE_REASONS } from '../../src/client/offline-reasons'
import { dispensingTrial, servedAt } from '../support/dispensing'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'
import { aWard, flags, NOBODY_ANSWERS, opensWard } from '../support/ward'

/* The pages of the app on a tablet without a server. support/scenarios has the content of each. */

const test = journeys('people', { hasWorker: true })

/** The time until the page had any content, in milliseconds. */
const firstContent = (who: Visitor) =>
  who.page.evaluate(() => Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN))

test('without the server the pages open for everybody, as far as they are stored', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const { trial_id } = await servedAt(trial)
  const at = `/trials/${trial_id}`
  const administrator = await arrive({ as: 'administrator' })
  await opensWard(administrator, trial_id)
  administrator.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  const faults: Record<string, string[]> = {}
  const times: string[] = []
  for (const page of [`${at}/participants/new`, `${at}/participants`, `${at}/settings`, '/audit-logs', '/outbox']) {
    await administrator.opens(page)
    await administrator.sees(/Offline · since \d{2}:\d{2}/)
    times.push(`${String(await firstContent(administrator)).padStart(6)} ms  ${page}`)
    const problems = await pageFaults(administrator.page)
    if (problems.length > 0) faults[page] = problems
  }
  process.stdout.write(`First content without the server\n${times.join('\n')}\n`)
  expect(faults).toEqual({})
})

test('without any answer, the page appears, and says why it stays empty', async ({ arrive, portal }) => {
  const ward = await aWard(portal)
  const nurse = await arrive({ as: 'coordinator' })
  await opensWard(nurse, ward.trial_id)
  const hole = portal.front.inflict('held', { method: 'GET', path: /^\/api\// })
  await nurse.opens(`/trials/${ward.trial_id}/messages`)
  await nurse.finds('link', 'Participants').waitFor()
  process.stdout.write(`First content in a black hole: ${await firstContent(nurse)} ms\n`)
  await nurse.sees(OFFLINE_REASONS.viewMessages)
  await nurse.sees(/Offline · since \d{2}:\d{2}/)
  hole.lift()
  await nurse.sees('Online')
  await nurse.seesNot(OFFLINE_REASONS.viewMessages)
})

test('a form that is open when the connection is lost retains its input; its button says why it does nothing', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${ward.trial_id}`)
  await administrator.presses('Change status')
  await administrator.page.getByLabel('Pause trial').check()
  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('No packs')
  administrator.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await administrator.losesTheNetwork()
  const press = administrator.finds('button', 'Pause trial')
  await administrator.sees(OFFLINE_REASONS.changeStatus)
  await press.press('Enter')
  expect(await press.getAttribute('aria-disabled')).toBe('true')
  const reason = await press.getAttribute('aria-describedby')
  expect(await administrator.page.locator(`[id="${reason}"]`).first().textContent()).toBe(OFFLINE_REASONS.changeStatus)
  await portal.front.comeBack()
  await administrator.findsTheNetworkAgain()
  await administrator.sees('Online')
  expect(await administrator.page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('No packs')
  await press.click()
  await administrator.sees('Paused')
})

test('the diagnostics open signed out and without the server, and have no data of anybody', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const tablet = await arrive({ as: 'nurse' })
  await tablet.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await opensWard(tablet, ward.trial_id)
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.reloads()
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await flags(tablet, 1, 'Fell out of bed')
  await tablet.sees(WILL_BE_SENT)
  await tablet.presses('About this device', 'link')
  await tablet.seesHeading('About this device')
  await tablet.presses('Copy')
  const copied = await tablet.page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/State: Offline · since \d{2}:\d{2}/)
  expect(copied).toMatch(/\nWaiting: 1\n/)
  expect(copied).toMatch(/\nService worker: activated\nVersion of the service worker: 2\./)
  expect(copied).toMatch(/\nno answer|: no answer/)
  for (const secret of ['Amara', 'Fell out of bed', 'articipant', 'two tablets', (await tablet.token()) ?? 'no token'])
    expect(copied).not.toContain(secret)

  await tablet.presses('Sign out')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await tablet.seesHeading(/^Welcome to/)
  await tablet.opens('/diagnostics')
  await tablet.seesHeading('Outbox')
  await expect
    .poll(async () => (await tablet.page.getByRole('main').innerText()).replaceAll('\n', ' '))
    .toMatch(/Waiting 1 .*Signed in no|Signed in no .*Waiting 1 /)
})
