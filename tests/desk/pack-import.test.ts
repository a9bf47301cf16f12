import { ERRORS } from '#contract/errors'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { grant } from '../support/a-trial'
import { dispensingTrial } from '../support/dispensing'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import { act, packsShown } from '../support/study-packs'
import type { Visitor } from '../support/visitor'

/* Packs are imported from a file or generated here; then their labels are printed. */

const test = journeys('people', { hasWorker: true })

const HEAD = 'pack_id,study_group,site,duration,expire_on,confirmation_code'
const [NORTH, SOUTH] = ['Northern General', 'Southern General']

/** Packs of both groups, in an order that reveals nothing. */
const ROWS = [
  ['K-4471', 'Zanamivir', NORTH],
  ['K-1938', 'Oseltamivir', SOUTH],
  ['K-7702', 'Oseltamivir', NORTH],
  ['K-3355', 'Zanamivir', SOUTH],
  ['K-9120', 'Zanamivir', NORTH],
  ['K-2864', 'Oseltamivir', NORTH],
  ['K-6047', 'Zanamivir', SOUTH],
  ['K-5583', 'Oseltamivir', SOUTH],
].map((cells, index) => [...cells, '28', '2099-12-31', String(173 * (index + 2)).slice(0, 3)].join(','))

const fileOf = (rows: readonly string[], head = HEAD) => ({
  name: 'batch-9.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([head, ...rows].join('\r\n')),
})

const chooses = async (who: Visitor, file: ReturnType<typeof fileOf>, button = 'Choose a CSV file') => {
  const chooser = who.page.waitForEvent('filechooser')
  await who.presses(button)
  await (await chooser).setFiles(file)
}

const opened = async (portal: JourneyPortal, arrive: (arrival: object) => Promise<Visitor>) => {
  const trial = await dispensingTrial(portal)
  const administrator = await arrive({ as: 'administrator', viewport: { width: 1024, height: 768 } })
  await administrator.opens(`/trials/${trial.trial_id}/study-packs/import`)
  await administrator.seesHeading('Import study packs')
  return { trial, administrator }
}

const idsOf = async (trial: Awaited<ReturnType<typeof dispensingTrial>>, batch: string) =>
  (await packsShown(trial, trial.people.administrator)).filter(({ batch_id }) => batch_id === batch)

test('a file that is no list of packs is refused with the reasons, line by line', async ({ arrive, portal }) => {
  const { administrator } = await opened(portal, arrive)
  expect(await pageFaults(administrator.page)).toEqual([])
  await chooses(administrator, fileOf(ROWS, HEAD.replace('study_group', 'arm')))
  await administrator.sees('Line 1: The column “arm” is not known')
  await administrator.sees('Line 1: The column “study_group” is missing')
  await administrator.presses('Clear import file')
  await administrator.finds('button', 'Choose a CSV file').waitFor()
})

test('every problem is named by row and column before anything is sent, then all packs are imported', async ({
  arrive,
  portal,
}) => {
  const { trial, administrator } = await opened(portal, arrive)
  const faulty = [...ROWS, 'K-4471,Placebo,Nowhere,soon,2099-02-30,7', ',Zanamivir,,,,']
  await chooses(administrator, fileOf(faulty))
  await administrator.sees('9 problems in 2 rows')
  for (const words of ['The trial has no study group “Placebo”', 'Has the same ID as row 1', 'A pack ID is required']) {
    await administrator.sees(words)
  }
  expect(await administrator.finds('button', 'Import 10 packs').isDisabled()).toBe(true)
  await administrator.page.getByLabel('Only the 2 rows with problems').check({ force: true })
  await administrator.seesNot('K-1938')
  expect(await pageFaults(administrator.page)).toEqual([])

  await chooses(administrator, fileOf(ROWS), 'Choose another file')
  await administrator.sees('No problems found')
  await administrator.presses('Import 8 packs')
  await administrator.sees('This field is required')
  await administrator.page.getByLabel('Batch').fill('B9')
  await administrator.presses('Import 8 packs')
  await administrator.seesHeading('8 packs imported into batch B9')
  expect((await idsOf(trial, 'B9')).map(({ study_pack_status_id }) => study_pack_status_id)).toEqual(Array(8).fill(1))
  await administrator.presses('See the packs', 'link')
  await administrator.sees('K-4471')
})

test('an id that the trial has already is named before anything is sent', async ({ arrive, portal }) => {
  const { trial, administrator } = await opened(portal, arrive)
  await trial.pack('inactive', { pack_id: 'k-7702' })
  await administrator.page.reload()
  await administrator.seesHeading('Import study packs')
  await chooses(administrator, fileOf(ROWS))
  await administrator.sees('1 problem in 1 row')
  await administrator.sees('A pack in this trial already has this ID')
  expect(await administrator.finds('button', 'Import 8 packs').isDisabled()).toBe(true)
})

test('a fault that only the server finds is shown beside its row, and nothing is lost', async ({ arrive, portal }) => {
  const { trial, administrator } = await opened(portal, arrive)
  await chooses(administrator, fileOf(ROWS))
  await administrator.sees('No problems found')
  await trial.pack('inactive', { pack_id: 'k-7702' })
  await administrator.page.getByLabel('Batch').fill('B9')
  administrator.expectsError(/status of 422/)
  await administrator.presses('Import 8 packs')
  await administrator.sees('1 problem in 1 row')
  await administrator.sees('A pack in this trial already has this ID')
  await administrator.sees('K-5583')
  expect(await administrator.page.getByLabel('Batch').inputValue()).toBe('B9')
  expect(await idsOf(trial, 'B9')).toEqual([])
})

test('a list that reveals the groups needs a reason', async ({ arrive, portal }) => {
  const { trial, administrator } = await opened(portal, arrive)
  const telling = ROWS.map((row) => (row.includes('Zanamivir') ? row.replace('2099-12-31', '2098-12-31') : row))
  await chooses(administrator, fileOf(telling))
  await administrator.sees('This list may reveal study groups')
  await administrator.sees('The expiry date differs by study group')
  await administrator.page.getByLabel('Batch').fill('B9')
  await administrator.presses('Import 8 packs')
  await administrator.sees('Enter a reason for importing anyway')
  expect(await pageFaults(administrator.page)).toEqual([])
  await administrator.page.getByLabel('Reason for importing anyway').fill('The maker has no other stock')
  await administrator.presses('Import 8 packs')
  await administrator.seesHeading('8 packs imported into batch B9')
  expect(await idsOf(trial, 'B9')).toHaveLength(8)
})

test('a long import on a slow line says how many packs have been uploaded', async ({ arrive, portal }) => {
  const { trial, administrator } = await opened(portal, arrive)
  const many = Array.from({ length: 2000 }, (_, index) => {
    const [, ...cells] = ROWS[index % ROWS.length]?.split(',') ?? []
    return [`L-${(index * 7919) % 100_003}`, ...cells].join(',')
  })
  await chooses(administrator, fileOf(many))
  await administrator.page.getByLabel('Batch').fill('B9')
  await administrator.page.getByLabel('Reason for importing anyway').fill('Eight packs over and over')
  const line = await administrator.context.newCDPSession(administrator.page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await line.send('Network.emulateNetworkConditions', slow)
  await administrator.presses('Import 2,000 packs')
  await administrator.sees(/[1-9][\d,]* of 2,000 packs/)
  await administrator.seesHeading('2,000 packs imported into batch B9')
  expect(await idsOf(trial, 'B9')).toHaveLength(2000)
})

test('an import whose answer is lost is sent again, and imported once', async ({ arrive, portal }) => {
  const { trial, administrator } = await opened(portal, arrive)
  administrator.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  await chooses(administrator, fileOf(ROWS))
  await administrator.page.getByLabel('Batch').fill('B9')
  const fault = portal.front.inflict('answer_lost', { method: 'POST', path: /\/import$/ })
  await administrator.presses('Import 8 packs')
  await administrator.sees('We do not know yet whether the packs were imported')
  fault.lift()
  await administrator.presses('Send the list again')
  await administrator.seesHeading('8 packs imported into batch B9')
  expect(await idsOf(trial, 'B9')).toHaveLength(8)
})

test('packs are generated, imported, activated, and their labels shown', async ({ arrive, portal }) => {
  const { trial, administrator } = await opened(portal, arrive)
  await administrator.opens(`/trials/${trial.trial_id}/study-packs/label-generator`)
  const generate = administrator.page.getByRole('region', { name: 'Generate packs' })
  await generate.getByRole('textbox', { name: 'Batch' }).fill('G1')
  await generate.getByLabel('IDs begin with').fill('G-')
  await administrator.presses('Generate packs')
  await administrator.sees('Must ask for at least one pack')
  await generate.getByLabel('Zanamivir').fill('12')
  await generate.getByLabel('Oseltamivir').fill('12')
  await generate.getByRole('combobox', { name: 'Site' }).click()
  await administrator.finds('option', NORTH).click()
  await administrator.presses('Generate 24 packs')
  await administrator.sees('24 packs generated')
  const download = administrator.page.waitForEvent('download')
  await administrator.presses('Download the CSV for the manufacturer')
  expect((await download).suggestedFilename()).toBe('study-packs-G1.csv')
  const forManufacturer = await readFile(await (await download).path(), 'utf8')
  expect(forManufacturer).toMatch(/^\uFEFFpack_id,/)
  expect(await pageFaults(administrator.page)).toEqual([])
  await administrator.presses('Import these packs now')
  await administrator.seesHeading('24 packs in generated packs')
  await administrator.presses('Import 24 packs')
  await administrator.seesHeading('24 packs imported into batch G1')

  const made = await idsOf(trial, 'G1')
  const activated = await act(trial, trial.people.administrator, 'activate', {
    study_pack_ids: made.map(({ id }) => id),
  })
  expect(activated.status).toBe(200)

  await administrator.opens(`/trials/${trial.trial_id}/study-packs/label-generator`)
  const labels = administrator.page.getByRole('region', { name: 'Print labels' })
  await labels.getByRole('combobox', { name: 'Batch' }).click()
  await administrator.finds('option', 'G1, 24 packs').click()
  await administrator.presses('Make 24 labels on 1 page')
  await administrator.page.getByTitle('Preview of the labels').waitFor()
  expect(await pageFaults(administrator.page)).toEqual([])
  const printed = administrator.page.waitForEvent('download')
  await administrator.presses('Download the PDF', 'link')
  const begins = (await readFile(await (await printed).path())).subarray(0, 5).toString()
  expect(begins).toBe('%PDF-')
})

test('blinded people at level 4 print labels, and read why they cannot generate', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  await grant(portal, {
    person: 'administrator',
    role: 'Trial administrator',
    trial_id: trial.trial_id,
    site_id: null,
    is_blinded_whole: true,
  })
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial.trial_id}/study-packs/label-generator`)
  await administrator.sees(ERRORS.blinded.message)
  await administrator.finds('button', 'Make 24 labels on 1 page').waitFor()
  expect(await administrator.page.locator('body').innerText()).not.toMatch(/Zanamivir|Oseltamivir/)
  await administrator.opens(`/trials/${trial.trial_id}/study-packs/import`)
  await administrator.seesHeading('You do not have permission to see this')
})

test('below level 4 neither screen is shown', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal)
  const coordinator = await arrive({ as: 'coordinator' })
  for (const screen of ['import', 'label-generator']) {
    await coordinator.opens(`/trials/${trial.trial_id}/study-packs/${screen}`)
    await coordinator.seesHeading('You do not have permission to see this')
  }
})
