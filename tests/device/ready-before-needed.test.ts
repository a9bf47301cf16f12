import { expect } from 'vitest'
import { CODE, dispensingTrial, servedAt } from '../support/dispensing'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import { dumpOf, NOBODY_ANSWERS } from '../support/ward'

/* A tablet on which only the list was opened: the app saves the trials automatically before the connection is lost. */

const test = journeys('people', { hasWorker: true })

const READY = /Ready for offline: saved \d{2}:\d{2}/

test('a person who opened only the list finds the trial, its participants and its packs without the connection', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal)
  const { pack, trial_sequence_no } = await servedAt(trial)
  const pharmacist = await arrive({ as: 'pharmacist' })
  await pharmacist.opens('/')
  await pharmacist.reloadsFromTheDevice()
  await pharmacist.sees(READY)
  expect(await pageFaults(pharmacist.page)).toEqual([])
  const dump = await dumpOf(pharmacist)
  expect(dump).not.toMatch(/study_group|confirmation_code/)
  // As a value: any salt or time may contain the same three digits.
  expect(dump).not.toMatch(new RegExp(String.raw`"${CODE}\\?"`))

  pharmacist.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await pharmacist.opens(`/trials/${trial.trial_id}`)
  await pharmacist.sees(/Last updated/)
  await pharmacist.presses('Participants', 'link')
  await pharmacist.finds('button', `Flag: participant ${trial_sequence_no}`).waitFor()
  await pharmacist.presses('Study Packs', 'link')
  await pharmacist.sees(pack.pack_id)
  await pharmacist.opens(`/trials/${trial.trial_id}/participants/new`)
  await pharmacist.sees(/Randomisation needs a live connection/)
})

test('a trial’s page says since when it is ready, and that nothing is saved where the browser stores nothing', async ({
  arrive,
  portal,
}) => {
  const trial = await dispensingTrial(portal)
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens(`/trials/${trial.trial_id}`)
  await nurse.sees(READY)

  const other = await arrive({ as: 'nurse' })
  await other.context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
  })
  await other.opens(`/trials/${trial.trial_id}`)
  await other.sees('This browser cannot save anything for offline use')
})

test('after a sign-out nothing of it is left, and the next person’s trials are saved in its place', async ({
  arrive,
  portal,
}) => {
  await dispensingTrial(portal, { title: 'A trial for the ward' })
  const pharmacist = await arrive({ as: 'pharmacist' })
  await pharmacist.opens('/')
  await pharmacist.sees(READY)
  await pharmacist.signsOut()
  await pharmacist.seesHeading(/^Welcome to/)
  expect(await dumpOf(pharmacist)).not.toContain('A trial for the ward')
})
