import { ERRORS } from '#contract/errors'
import { expect } from 'vitest'
import { flag } from '../support/flag'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import { signedInAs } from '../support/sign-in'
import { aWard, flags, NOBODY_ANSWERS, opensWard } from '../support/ward'

/* The people who run a trial are told of an action that the server refused on a ward's tablet. */

const test = journeys('people', { hasWorker: true })

test('the coordinator sees on the overview that a nurse’s flag was refused, without its comment', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const [first = { id: 0, trial_id: 0 }] = ward.participants
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, ward.trial_id)
  nurse.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await nurse.reloads()
  await nurse.sees(/Offline · since \d{2}:\d{2}/)
  await flags(nurse, 1, 'Fell out of bed')
  await nurse.losesTheNetwork()
  await portal.front.comeBack()
  await flag(await signedInAs(portal, 'monitor'), ward, first, { comment: 'Sooner' })
  nurse.expectsError(/status of 409/)
  // The first report is lost, so it is sent again.
  const cut = portal.front.inflict('answer_lost', { method: 'POST', path: /device-actions$/ })
  await nurse.findsTheNetworkAgain()
  await nurse.finds('link', '1 refused').waitFor()
  await expect.poll(cut.met, { timeout: 20_000 }).toBeGreaterThan(0)
  cut.lift()
  await nurse.reloads()

  const coordinator = await arrive({ as: 'coordinator' })
  await expect
    .poll(
      async () => {
        await coordinator.opens(`/trials/${ward.trial_id}`)
        await coordinator.seesHeading('By site')
        return coordinator.finds('table', 'Actions that did not reach the server').count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  const row = coordinator.finds('table', 'Actions that did not reach the server').getByRole('row').nth(1)
  expect(await row.innerText()).toContain('Amara Hughes')
  expect(await row.innerText()).toContain(ERRORS.flag_state_unchanged.message)
  expect(await row.innerText()).not.toContain('Fell out of bed')
  expect(await coordinator.finds('table', 'Actions that did not reach the server').getByRole('row').count()).toBe(2)
  expect(await pageFaults(coordinator.page)).toEqual([])
})
