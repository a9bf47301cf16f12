import { CHANGED_MEANWHILE, DIFFERENT_SITES, packNotFound } from '#domain/study-packs/study-pack'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { posted } from '../support/ask'
import { journeys } from '../support/journey'
import { opensFilter } from '../support/list-tools'
import { pageFaults } from '../support/page-faults'
import { packTrial } from '../support/study-packs'
import type { Visitor } from '../support/visitor'
import { NOT_KNOWN_WHETHER_SAVED } from '../../src/client/safety-words'

/* The study packs of a trial on a tablet: found, managed singly and together, with every refusal shown. */

const test = journeys('people')
const TABLET = { width: 768, height: 1024 }

const reasons = (who: Visitor, words: string) => who.page.getByRole('textbox', { name: 'Reason' }).fill(words)
const dialog = (who: Visitor): Locator => who.page.getByRole('dialog')
const dialogIsGone = (who: Visitor) => dialog(who).waitFor({ state: 'hidden' })
const row = (who: Visitor, packId: string) => who.page.getByRole('row', { name: packId })
const managesSeveral = async (who: Visitor, ...packIds: string[]) => {
  await who.presses('Manage multiple packs')
  for (const packId of packIds) await who.page.getByRole('checkbox', { name: `Select pack ${packId}` }).check()
}

test('a pharmacist finds packs while typing, filters them, and shares the view', async ({ arrive, portal }) => {
  const { trial_id, pack } = await packTrial(portal)
  await pack('active', { pack_id: 'KIT-1001', batch_id: 'Alpha', expire_on: '2099-01-31', duration: 28 })
  await pack('inactive', { pack_id: 'KIT-1002', batch_id: 'Alpha' })
  await pack('recalled', { pack_id: 'KIT-2001', batch_id: 'Beta' })
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(`/trials/${trial_id}`)
  await pharmacist.presses('Study Packs', 'link')
  await pharmacist.sees('3 study packs')
  await row(pharmacist, 'KIT-1001').getByText('3 Jan 2099').waitFor()

  await pharmacist.page.getByRole('searchbox', { name: 'Search' }).fill('100')
  await pharmacist.sees('2 of 3 study packs')
  await pharmacist.isAt(`/trials/${trial_id}/study-packs?q=100`)
  await opensFilter(pharmacist)
  await pharmacist.page.getByRole('checkbox', { name: 'Inactive' }).check()
  await pharmacist.sees('1 of 3 study packs')
  await pharmacist.page.keyboard.press('Escape')
  await pharmacist.reloads()
  await pharmacist.sees('1 of 3 study packs')
  expect(await row(pharmacist, 'KIT-1002').count()).toBe(1)
  await pharmacist.page.getByRole('searchbox', { name: 'Search' }).fill('nothing')
  await pharmacist.seesHeading('No study packs found')
  expect(await pharmacist.page.getByText(/Oseltamivir|Zanamivir|Study group/).count()).toBe(0)
  expect(await pharmacist.finds('link', 'Import study packs').count()).toBe(0)

  await pharmacist.presses(/^Jump to/)
  await pharmacist.page.getByPlaceholder(/^Search participants/).fill('2001')
  await dialog(pharmacist).getByText('Pack KIT-2001').click()
  await pharmacist.seesHeading('Pack KIT-2001')
})

test('all matching packs are activated together, once, with a reason', async ({ arrive, portal }) => {
  const { trial_id, pack } = await packTrial(portal)
  for (const n of [1, 2, 3]) await pack('inactive', { pack_id: `IN-${n}` })
  await pack('expired', { pack_id: 'EX-1' })
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(`/trials/${trial_id}/study-packs`)
  await pharmacist.presses('Manage multiple packs')
  await pharmacist.presses('Select all that match (4)')
  const activate = pharmacist.finds('button', 'Activate')
  expect(await activate.isEnabled()).toBe(false)
  await activate.press('Enter')
  await pharmacist.sees('Activate: Not possible. Selected packs include 1 Expired.')
  await pharmacist.page.getByRole('checkbox', { name: 'Select pack EX-1' }).uncheck()
  await pharmacist.sees('3 packs selected')
  await activate.click()
  await pharmacist.presses('Activate 3 packs')
  await pharmacist.sees('Please enter a reason')
  await reasons(pharmacist, 'They have arrived')
  await pharmacist.presses('Activate 3 packs')
  await dialogIsGone(pharmacist)
  await pharmacist.sees('3 packs were activated.')
  for (const n of [1, 2, 3]) await row(pharmacist, `IN-${n}`).getByText('Active', { exact: true }).waitFor()
})

test('a transfer goes from one site to another, and says when it cannot', async ({ arrive, portal }) => {
  const { trial_id, sites, pack } = await packTrial(portal)
  await pack('active', { pack_id: 'N-1' })
  await pack('active', { pack_id: 'N-2' })
  await pack('active', { pack_id: 'S-1', site_id: sites[1]?.id ?? 0 })
  const coordinator = await arrive({ as: 'coordinator', viewport: TABLET })
  await coordinator.opens(`/trials/${trial_id}/study-packs`)
  await managesSeveral(coordinator, 'N-1', 'S-1')
  await coordinator.presses('Transfer to site')
  await dialog(coordinator).getByText(DIFFERENT_SITES).waitFor()
  await coordinator.presses('Choose other packs')
  await dialogIsGone(coordinator)
  await coordinator.page.getByRole('checkbox', { name: 'Select pack S-1' }).uncheck()
  await coordinator.page.getByRole('checkbox', { name: 'Select pack N-2' }).check()
  await coordinator.presses('Transfer to site')
  const to = dialog(coordinator).getByLabel('To site')
  expect(await to.locator('option:disabled').allTextContents()).toEqual(['Northern General (current site)'])
  await reasons(coordinator, 'They have too few')
  await coordinator.presses('Transfer 2 packs')
  await coordinator.sees('Please choose the destination site')
  await to.selectOption('Southern General')
  await coordinator.presses('Transfer 2 packs')
  await dialogIsGone(coordinator)
  for (const packId of ['N-1', 'N-2']) await row(coordinator, packId).getByText('Southern General').waitFor()
})

test("another person's action meanwhile is shown, and the others continue without it", async ({ arrive, portal }) => {
  const { trial_id, people, path, pack } = await packTrial(portal)
  const taken = await pack('active', { pack_id: 'T-1' })
  await pack('active', { pack_id: 'T-2' })
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(`/trials/${trial_id}/study-packs`)
  await managesSeveral(pharmacist, 'T-1', 'T-2')
  await pharmacist.presses('Deactivate')
  await people.coordinator.fetch(path('/remove'), posted({ study_pack_id: taken, comment: 'The box was crushed' }))
  await reasons(pharmacist, 'For the stocktaking')
  pharmacist.expectsError(/status of 409/)
  await pharmacist.presses('Deactivate 2 packs')
  await dialog(pharmacist).getByText('Nothing was changed', { exact: true }).waitFor()
  await dialog(pharmacist)
    .getByText(/Removed by Daniel Lindqvist.*The box was crushed/)
    .waitFor()
  await pharmacist.presses('Leave this pack out and continue with 1 pack')
  await pharmacist.presses('Deactivate pack T-2')
  await dialogIsGone(pharmacist)
  await row(pharmacist, 'T-1').getByText('Removed').waitFor()
  await row(pharmacist, 'T-2').getByText('Inactive').waitFor()
})

test("an edit after another person's edit is refused with a message, and the person compares", async ({
  arrive,
  portal,
}) => {
  const { trial_id, people, path, pack } = await packTrial(portal)
  const id = await pack('active', { pack_id: 'M-1', expire_on: '2098-12-31' })
  const coordinator = await arrive({ as: 'coordinator', viewport: TABLET })
  await coordinator.opens(`/trials/${trial_id}/study-packs/${id}`)
  await coordinator.presses('Edit expiration')
  const theirs = { expire_on: '2097-06-30', duration: null, comment: 'The leaflet says so' }
  await people.administrator.fetch(path('/update'), posted({ study_pack_id: id, ...theirs }))
  await coordinator.page.getByLabel('Expiry date').fill('2099-03-31')
  await reasons(coordinator, 'Tested again')
  coordinator.expectsError(/status of 409/)
  await coordinator.presses('Save expiration of pack M-1')
  await dialog(coordinator).getByText(CHANGED_MEANWHILE).waitFor()
  await dialog(coordinator)
    .getByText(/Expiration edited by Grace Okafor.*The leaflet says so/)
    .waitFor()
  await coordinator.presses('Cancel')
  await coordinator.sees('30 Jun 2097')
  await coordinator.presses('Edit expiration')
  expect(await coordinator.page.getByLabel('Expiry date').inputValue()).toBe('30 Jun 2097')
})

test('a removal whose answer is lost has an unknown outcome, is pressed again, and is recorded once', async ({
  arrive,
  portal,
}) => {
  const { trial_id, pack } = await packTrial(portal)
  const id = await pack('active', { pack_id: 'R-1' })
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(`/trials/${trial_id}/study-packs`)
  await pharmacist.presses('Actions: pack R-1')
  await pharmacist.presses('Remove', 'menuitem')
  await pharmacist.sees(/permanently blocked from reuse and from expiry editing in this trial/)
  const remove = pharmacist.finds('button', 'Remove pack R-1')
  await remove.click()
  await pharmacist.sees('Please enter a reason')
  await reasons(pharmacist, 'It fell into the water')
  pharmacist.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  const fault = portal.front.inflict('answer_lost', { method: 'POST', path: /\/remove$/ })
  await remove.click()
  await pharmacist.sees(NOT_KNOWN_WHETHER_SAVED)
  fault.lift()
  await remove.click()
  await dialogIsGone(pharmacist)
  await pharmacist.sees('Pack R-1 was removed.')
  await pharmacist.presses('Pack R-1', 'link')
  await pharmacist.isAt(`/trials/${trial_id}/study-packs/${id}`)
  await pharmacist.sees('It fell into the water')
  const stored = await portal.database.queries
    .selectFrom('study_pack_logs')
    .select('action')
    .where('study_pack_id', '=', id)
    .where('action', '=', 'remove')
    .execute()
  expect(stored).toHaveLength(1)
})

test('an expired pack gets another date on its own page, and may be activated again', async ({ arrive, portal }) => {
  const { trial_id, pack } = await packTrial(portal)
  const id = await pack('expired', { pack_id: 'E-1', expire_on: '2026-01-31', duration: 28 })
  const coordinator = await arrive({ as: 'coordinator', viewport: TABLET })
  await coordinator.opens(`/trials/${trial_id}/study-packs/${id}`)
  await coordinator.presses('Edit expiration')
  await coordinator.page.getByLabel('Expiry date').fill('2099-03-31')
  await coordinator.page.getByLabel('Duration (days)').fill('a month')
  await coordinator.sees('31 Mar 2099')
  await coordinator.page.getByLabel('Duration (days)').fill('')
  await reasons(coordinator, 'The manufacturer has tested it again')
  await coordinator.presses('Save expiration of pack E-1')
  await dialogIsGone(coordinator)
  await coordinator.finds('button', 'Activate').waitFor()
  await coordinator.sees('The manufacturer has tested it again')
})

test('people who may not see packs do not, and a missing pack is named', async ({ arrive, portal }) => {
  const { trial_id } = await packTrial(portal)
  const nurse = await arrive({ as: 'nurse', viewport: TABLET })
  await nurse.opens(`/trials/${trial_id}/study-packs`)
  await nurse.seesHeading('You do not have permission to see this')
  expect(await nurse.finds('link', 'Study Packs').count()).toBe(0)
  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  pharmacist.expectsError(/status of 404/)
  await pharmacist.opens(`/trials/${trial_id}/study-packs/4040`)
  await pharmacist.seesHeading(packNotFound(4040))
})

test('every page is accessible, on a phone or a desk, by day or by night', async ({ arrive, portal }) => {
  const { trial_id, sites, pack } = await packTrial(portal)
  const shown = await pack('dispensed', { pack_id: 'D-1' })
  for (const status of ['inactive', 'active', 'expired', 'removed', 'allocated', 'recalled'] as const) {
    await pack(status, { pack_id: `P-${status}` })
  }
  await pack('active', { pack_id: 'S-1', site_id: sites[1]?.id ?? 0 })
  const administrator = await arrive({ as: 'administrator' })
  const faults: Record<string, string[]> = {}
  const look = async (name: string) => {
    const problems = await pageFaults(administrator.page)
    if (problems.length > 0) faults[name] = problems
  }
  await administrator.opens(`/trials/${trial_id}/study-packs`)
  await administrator.sees('8 study packs')
  await look('the list')
  await managesSeveral(administrator, 'P-active')
  await look('several')
  await administrator.presses('Remove')
  await reasons(administrator, 'Broken')
  await look('remove')
  await administrator.page.keyboard.press('Escape')
  await administrator.presses('Discard it')
  await dialogIsGone(administrator)
  await administrator.presses('Edit expiration')
  await administrator.sees('Without an expiry date the packs never expire.')
  await look('edit expiration')
  await administrator.opens(`/trials/${trial_id}/study-packs?status=active&q=none`)
  await administrator.seesHeading('No study packs found')
  await look('none')
  await administrator.opens(`/trials/${trial_id}/study-packs/${shown}`)
  await administrator.seesHeading('History')
  await look('a pack')
  expect(faults).toEqual({})
})
