import { expect } from 'vitest'
import { dispenseTitle } from '../../src/client/safety-words'
import { scans, timesDispensed, typesCode } from '../support/dispensing'
import { journeys } from '../support/journey'
import { packsShown, packTrial } from '../support/study-packs'
import { allocation, confirms } from '../support/wizard'

/* A pack's whole life, on a tablet held upright: from the manufacturer's list to the patient's hand, and back. */

const test = journeys('people')
const TABLET = { width: 768, height: 1024 }

/** Packs of both groups, in an order that reveals nothing, each with the digits on its label. */
const ROWS = [
  ['W-4471', 'Zanamivir', '346'],
  ['W-1938', 'Oseltamivir', '519'],
  ['W-7702', 'Oseltamivir', '692'],
  ['W-3355', 'Zanamivir', '865'],
  ['W-9120', 'Zanamivir', '104'],
  ['W-2864', 'Oseltamivir', '277'],
] as const

const LIST = [
  'pack_id,study_group,site,duration,expire_on,confirmation_code',
  ...ROWS.map(([pack_id, group, code]) => `${pack_id},${group},Northern General,28,2099-12-31,${code}`),
].join('\r\n')

test('packs are imported, activated with all matching ones, allocated, scanned, dispensed, and recalled', async ({
  arrive,
  portal,
}) => {
  const trial = await packTrial(portal, { is_confirmable: true })
  const administrator = await arrive({ as: 'administrator', viewport: TABLET })
  await administrator.opens(`/trials/${trial.trial_id}/study-packs`)
  await administrator.presses('Import study packs', 'link')
  const chooser = administrator.page.waitForEvent('filechooser')
  await administrator.presses('Choose a CSV file')
  await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
  await administrator.page.getByLabel('Batch').fill('W')
  await administrator.presses('Import 6 packs')
  await administrator.seesHeading('6 packs imported into batch W')

  const pharmacist = await arrive({ as: 'pharmacist', viewport: TABLET })
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs?q=W-`)
  await pharmacist.presses('Manage multiple packs')
  await pharmacist.presses('Select all that match (6)')
  await pharmacist.presses('Activate')
  await pharmacist.page.getByRole('textbox', { name: 'Reason' }).fill('They have arrived')
  await pharmacist.presses('Activate 6 packs')
  await pharmacist.sees('6 packs were activated.')

  await pharmacist.opens(`/trials/${trial.trial_id}/participants/new`)
  await confirms(pharmacist, {})
  const { 'Study pack to collect': packId = '', 'Sequence number': number } = await allocation(pharmacist)
  const code = ROWS.find(([pack_id]) => pack_id === packId)?.[2] ?? 'none'
  const other = ROWS.find(([pack_id]) => pack_id !== packId)?.[0] ?? 'none'

  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs`)
  await pharmacist.presses('Dispense', 'link')
  await pharmacist.seesHeading('Scan the pack')
  await scans(pharmacist, other)
  await pharmacist.seesHeading(`Pack ${other} is not allocated to anyone`)
  await scans(pharmacist, packId)
  await pharmacist.seesHeading(`Pack ${packId}`)
  await typesCode(pharmacist, code)
  await pharmacist.presses(`Dispense pack ${packId}`)
  await pharmacist.seesHeading(dispenseTitle('recorded', packId))

  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs?q=${packId}`)
  await pharmacist.presses(`Actions: pack ${packId}`)
  await pharmacist.presses('Recall', 'menuitem')
  await pharmacist.page.getByRole('textbox', { name: 'Reason' }).fill('A damp batch')
  await pharmacist.presses(`Recall pack ${packId}`)
  await pharmacist.sees(`Pack ${packId} was recalled.`)
  await pharmacist.presses(`Pack ${packId}`, 'link')
  const happened = pharmacist.page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect.poll(() => happened.count()).toBe(5)
  const events = (await happened.allInnerTexts()).map((text) => text.split('\n')[0])
  expect(events).toEqual(['Imported', 'Activated', 'Allocated', 'Dispensed', 'Recalled'])
  await pharmacist.presses(`Participant ${number}`, 'link')
  await pharmacist.seesHeading(`Participant ${number}`)

  const [recalled, ...others] = (await packsShown(trial, trial.people.pharmacist)).toSorted(
    (one, two) => two.study_pack_status_id - one.study_pack_status_id,
  )
  expect(recalled).toMatchObject({ pack_id: packId, study_pack_status_id: 7 })
  expect(new Set(others.map(({ study_pack_status_id }) => study_pack_status_id))).toEqual(new Set([2]))
  expect(await timesDispensed(portal, recalled?.id ?? 0)).toBe(1)
})
