import { expect } from 'vitest'
import { OFFLINE_REASONS } from '../../src/client/offline/offline-reasons'
import { dispensingTrial, servedAt } from '../support/dispensing'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'
import { aWard, flags, NOBODY_ANSWERS, opensWard } from '../support/ward'
import { DO_NOT_RANDOMISE_AGAIN } from '../support/wizard'

/* Every page of the app, opened by its address on a tablet that has no server: what is kept, or why there is nothing. */

const test = journeys('people')

const KEPT = /What you see is as of \d{2}:\d{2}/

/** How long it took until anything stood on the page, in milliseconds. */
const firstContent = (who: Visitor) =>
  who.page.evaluate(() => Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN))

test('opened by its address without the server, each page shows what is kept or says why not', async ({
  arrive,
  portal,
}) => {
  const contact = 'Trial office, 0131 496 0000'
  const trial = await dispensingTrial(portal, { org_contact_name: contact })
  const served = await servedAt(trial)
  const at = `/trials/${trial.trial_id}`
  const pages: [path: string, words: string | RegExp][] = [
    ['/', KEPT],
    ['/trials', KEPT],
    ['/trials/new', OFFLINE_REASONS.createTrial],
    [at, OFFLINE_REASONS.viewFigures],
    [`${at}/participants`, KEPT],
    [`${at}/participants/${served.id}`, KEPT],
    [`${at}/participants/new`, OFFLINE_REASONS.randomise],
    [`${at}/participants/new`, `Contact for this trial: ${contact}`],
    [`${at}/participants/new?attempt=${crypto.randomUUID()}&by=somebody`, DO_NOT_RANDOMISE_AGAIN],
    [`${at}/study-packs`, KEPT],
    [`${at}/study-packs/${served.pack.id}`, OFFLINE_REASONS.viewRecord],
    [`${at}/study-packs/import`, OFFLINE_REASONS.importPacks],
    [`${at}/study-packs/label-generator`, OFFLINE_REASONS.makeLabels],
    [`${at}/users`, OFFLINE_REASONS.manageUsers],
    [`${at}/users/new`, OFFLINE_REASONS.manageUsers],
    [`${at}/users/new/multiple`, OFFLINE_REASONS.importUsers],
    [`${at}/reports`, OFFLINE_REASONS.makeReports],
    [`${at}/reports/view?report=long`, OFFLINE_REASONS.makeReports],
    [`${at}/messages`, OFFLINE_REASONS.viewMessages],
    [`${at}/settings`, OFFLINE_REASONS.changeSettings],
    [`${at}/proof`, OFFLINE_REASONS.viewProof],
    ['/users', OFFLINE_REASONS.manageUsers],
    ['/users/new', OFFLINE_REASONS.manageUsers],
    ['/users/new/multiple', OFFLINE_REASONS.importUsers],
    ['/users/broadcast', OFFLINE_REASONS.broadcast],
    ['/users/1', OFFLINE_REASONS.manageUsers],
    ['/users/1/permissions', OFFLINE_REASONS.manageUsers],
    ['/users/1/auth', OFFLINE_REASONS.manageUsers],
    ['/reports', OFFLINE_REASONS.makeReports],
    ['/reports/view', OFFLINE_REASONS.makeReports],
    ['/audit-logs', OFFLINE_REASONS.viewAuditLog],
    ['/user-profile', OFFLINE_REASONS.changeProfile],
    ['/simulation', OFFLINE_REASONS.simulate],
    ['/timezones', 'Europe/London'],
    ['/outbox', 'Nothing is waiting'],
    ['/diagnostics', 'About this device'],
    ['/nowhere', 'Resource not found'],
  ]
  const administrator = await arrive({ as: 'administrator' })
  await opensWard(administrator, trial.trial_id)
  for (const path of ['/', '/trials', `${at}/study-packs`, '/users', '/timezones']) {
    await administrator.opens(path)
    await administrator.page.waitForLoadState('networkidle')
  }
  administrator.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  const times: string[] = []
  for (const [path, words] of pages) {
    await administrator.opens(path)
    const main = administrator.page.getByRole('main')
    await main.getByText(words).filter({ visible: true }).first().waitFor()
    expect(await administrator.page.getByRole('dialog').count()).toBe(0)
    times.push(`${String(await firstContent(administrator)).padStart(6)} ms  ${path}`)
  }
  process.stdout.write(`First content without the server\n${times.join('\n')}\n`)

  const faults: Record<string, string[]> = {}
  for (const page of [`${at}/participants/new`, `${at}/participants`, `${at}/settings`, '/audit-logs', '/outbox']) {
    await administrator.opens(page)
    await administrator.sees(/Offline · since \d{2}:\d{2}/)
    const found = await pageFaults(administrator.page)
    if (found.length > 0) faults[page] = found
  }
  expect(faults).toEqual({})
})

test('in a network that swallows everything, the page appears, and says why it stays empty', async ({
  arrive,
  portal,
}) => {
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

test('a form that is open when the connection goes keeps its words; its button says why it does nothing', async ({
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

test('what can be told of a device opens signed out and without the server, and holds nothing of anybody', async ({
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
  await tablet.sees('Will be sent when online')
  await tablet.presses('About this device', 'link')
  await tablet.seesHeading('About this device')
  await tablet.presses('Copy')
  const told = await tablet.page.evaluate(() => navigator.clipboard.readText())
  expect(told).toMatch(/State: Offline · since \d{2}:\d{2}/)
  expect(told).toMatch(/\nWaiting: 1\n/)
  expect(told).toMatch(/\nWorker: activated\nVersion of the worker: 2\./)
  expect(told).toMatch(/\nno answer|: no answer/)
  for (const secret of ['Amara', 'Fell out of bed', 'articipant', 'two tablets', (await tablet.token()) ?? 'no token'])
    expect(told).not.toContain(secret)

  await tablet.presses('Sign out')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await tablet.seesHeading(/^Welcome to/)
  await tablet.opens('/diagnostics')
  await tablet.seesHeading('Outbox')
  await expect
    .poll(async () => (await tablet.page.getByRole('main').innerText()).replaceAll('\n', ' '))
    .toMatch(/Waiting 1 .*Signed in no|Signed in no .*Waiting 1 /)
})
