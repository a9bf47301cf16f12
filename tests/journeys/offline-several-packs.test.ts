import { expect } from 'vitest'
import { dispensingTrial, servedAt, timesDispensed } from '../support/dispensing'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import { act } from '../support/study-packs'
import { NOBODY_ANSWERS } from '../support/ward'

/* Several packs are dispensed together offline; one of them was dispensed elsewhere meanwhile. */

const test = journeys('people', { hasWorker: true })

test('the conflicting pack is left out in the outbox, the others are sent, and the omission stays on record', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal, { is_confirmable: false })
  const [taken, first, second] = [
    (await servedAt(trial)).pack,
    (await servedAt(trial)).pack,
    (await servedAt(trial)).pack,
  ] as const
  const pharmacist = await arrive({ as: 'pharmacist' })
  await pharmacist.opens(`/trials/${trial.trial_id}/study-packs`)
  await pharmacist.presses('Manage multiple packs')
  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await pharmacist.losesTheNetwork()
  await pharmacist.sees(/Offline · since \d{2}:\d{2}/)
  for (const { pack_id } of [taken, first, second])
    await pharmacist.page.getByRole('checkbox', { name: `Select pack ${pack_id}` }).check()
  await pharmacist.presses('Dispense')
  await pharmacist.page.getByRole('textbox', { name: 'Reason' }).fill('On the round')
  await pharmacist.presses('Dispense 3 packs')
  await pharmacist.sees(/Saved on this tablet/)

  await portal.front.comeBack()
  await act(trial, trial.people.coordinator, 'dispense', { study_pack_id: taken.id })
  pharmacist.expectsError(/status of 409/)
  await pharmacist.findsTheNetworkAgain()
  await pharmacist.finds('link', '1 refused').click()
  await pharmacist.presses(/^Edit and send again/)
  const dialog = pharmacist.page.getByRole('dialog')
  const pack = (packId: string) => dialog.getByRole('checkbox', { name: packId })
  expect(await Promise.all([taken, first, second].map(({ pack_id }) => pack(pack_id).isChecked()))).toEqual([
    false,
    true,
    true,
  ])
  await pharmacist.sees(/Dispensed by Daniel Lindqvist, /)
  expect(await pageFaults(pharmacist.page)).toEqual([])
  const send = dialog.getByRole('button', { name: 'Send again' })
  for (const { pack_id } of [first, second]) await pack(pack_id).uncheck()
  await pharmacist.sees(/Select at least one pack/)
  await send.click()
  await pharmacist.sees(/Select at least one pack/)
  await pack(second.pack_id).check()
  await send.click()

  await expect.poll(() => timesDispensed(portal, second.id)).toBe(1)
  await pharmacist.sees(`Dispense pack ${second.pack_id}`)
  await pharmacist.sees(
    new RegExp(`replaced by a corrected action: packs ${taken.pack_id}, ${first.pack_id} were left out`),
  )
  await pharmacist.sees('Corrected')
  await pharmacist.sees('Nothing is waiting')
  expect(await timesDispensed(portal, first.id)).toBe(0)
  expect(await timesDispensed(portal, taken.id)).toBe(1)
})
