import { ERRORS } from '#contract/errors'
import { expect } from 'vitest'
import { end, permissionsOf } from '../server/use-cases/people/permissions/permission-calls'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { changePermission, drawnAt, GROUP_WORDS, historyOf, staffedTrial } from '../support/participant-actions'
import { choosesAct, opensFilter } from '../support/list-tools'
import { signedInAs } from '../support/sign-in'
import type { Visitor } from '../support/visitor'

/*
 * A permission that ends or shrinks while a page of its trial is open: what may no longer be seen is seen no longer. With actions that
 * wait on a tablet: support/scenarios.
 */

const test = journeys('people')

const FORBIDDEN = 'You do not have permission to see this'
const NOT_FOUND = ERRORS.not_found.message
const TITLE = 'The trial that was hers'

/** A staffed trial with two participants at its first site. */
const twoParticipants = async (portal: JourneyPortal) => {
  const trial = await staffedTrial(portal, { title: TITLE })
  const nurse = await signedInAs(portal, 'nurse')
  await drawnAt(nurse, trial, 0)
  return drawnAt(nurse, trial, 0)
}

/** The coordinator ends what the nurse may do in the trial. */
const endsHers = async (portal: JourneyPortal, trialId: number) => {
  const nurse = portal.personId('nurse')
  const hers = (await permissionsOf(portal, nurse)).find(({ trial_id }) => trial_id === trialId)
  const { status } = await end(await signedInAs(portal, 'coordinator'), nurse, hers?.id ?? 0)
  expect(status).toBe(204)
}

const atParticipants = async (who: Visitor, trialId: number) => {
  await who.opens(`/trials/${trialId}/participants`)
  await who.finds('link', 'Participant 2').waitFor()
}

/** Comes back to the page from another window, now and then, until it has asked again and shows this. */
const comesBackAndSees = async (who: Visitor, heading: string) => {
  const sees = async () => {
    if (await who.finds('heading', heading).isVisible()) return true
    await who.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    return false
  }
  // Each return asks again, and while a page asks it shows nothing yet.
  await expect.poll(sees, { interval: 1000 }).toBe(true)
}

const shown = (who: Visitor) => who.page.locator('body').innerText()

/** That there is nothing left of the trial: neither on the page, nor when one goes back or follows a link to it. */
const nothingIsLeft = async (who: Visitor, trialId: number) => {
  await who.seesHeading(NOT_FOUND)
  await expect.poll(() => shown(who)).not.toMatch(new RegExp(`${TITLE}|${GROUP_WORDS.source}|Northern`))
  expect(await who.page.locator('[aria-busy=true]').count()).toBe(0)
  await who.presses('Go to Home', 'link')
  await who.seesHeading(/^Welcome/)
  await who.page.goBack()
  await who.isAt(new RegExp(`/trials/${trialId}/participants`))
  await who.seesHeading(NOT_FOUND)
  expect(await shown(who)).not.toMatch(new RegExp(`${TITLE}|${GROUP_WORDS.source}`))
}

test.for<{ does: string; action: (who: Visitor) => Promise<void> }>([
  {
    does: 'searches',
    action: async ({ page }) => page.getByRole('searchbox', { name: 'Search' }).fill('1'),
  },
  {
    does: 'opens a participant',
    action: (who) => who.presses('Participant 2', 'link'),
  },
  {
    does: 'goes to the overview and comes back',
    action: async (who) => {
      await who.presses('Overview', 'link')
      await who.seesHeading(NOT_FOUND)
      await who.page.goBack()
    },
  },
  {
    does: 'comes back from another window',
    action: (who) => comesBackAndSees(who, NOT_FOUND),
  },
])(
  'the nurse whose permission was ended $does, and is told that there is nothing',
  async ({ action }, { arrive, portal }) => {
    const { trial_id } = await twoParticipants(portal)
    const nurse = await arrive({ as: 'nurse' })
    await atParticipants(nurse, trial_id)
    expect(await shown(nurse)).toMatch(GROUP_WORDS)
    await endsHers(portal, trial_id)
    nurse.expectsError(/status of 404/)
    await action(nurse)
    await nothingIsLeft(nurse, trial_id)
  },
)

test('a flag by the nurse whose permission was ended is not set, and the trial is gone from her', async ({
  arrive,
  portal,
}) => {
  const whom = await twoParticipants(portal)
  const nurse = await arrive({ as: 'nurse' })
  await atParticipants(nurse, whom.trial_id)
  await choosesAct(nurse, 'Flag', 2)
  await nurse.page.getByRole('textbox', { name: 'Comment' }).fill('Consent form is missing')
  await endsHers(portal, whom.trial_id)
  nurse.expectsError(/status of 404/)
  await nurse.presses('Flag participant 2')
  await nurse.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await nothingIsLeft(nurse, whom.trial_id)
  const { value } = await historyOf(await signedInAs(portal, 'coordinator'), whom)
  expect(value?.data.map(({ kind }) => kind)).toEqual(['randomised'])
})

test('a nurse who is blinded meanwhile sees the groups no longer, nor on the lists that she saw before', async ({
  arrive,
  portal,
}) => {
  const whom = await twoParticipants(portal)
  const nurse = await arrive({ as: 'nurse' })
  await atParticipants(nurse, whom.trial_id)
  await opensFilter(nurse)
  await nurse.page.getByLabel('Sort by').selectOption({ index: 1 })
  await nurse.isAt(/order=|sort=/)
  expect(await shown(nurse)).toMatch(GROUP_WORDS)
  await changePermission(portal, whom, 'nurse', { is_blinded_whole: true })
  const blindedRows = () => nurse.page.getByRole('table').getByText('Blinded', { exact: true }).count()
  await expect
    .poll(async () => {
      await nurse.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      return blindedRows()
    })
    .toBe(2)
  expect(await shown(nurse)).not.toMatch(GROUP_WORDS)
  // What she saw before is not kept: not even for the moment in which it is asked for again.
  const heldRequest = portal.front.inflict('held', { method: 'GET', path: /\/participants$/ })
  await nurse.page.goBack()
  // What saves trials in the background may have asked for the list already, by the permission of today.
  await expect.poll(async () => heldRequest.met() === 1 || (await blindedRows()) === 2).toBe(true)
  expect(await shown(nurse)).not.toMatch(GROUP_WORDS)
  heldRequest.lift()
  await nurse.finds('link', 'Participant 2').waitFor()
  expect(await shown(nurse)).not.toMatch(GROUP_WORDS)
})

test('the coordinator who is a viewer from now on is told that the e-mails are not for them', async ({
  arrive,
  portal,
}) => {
  const whom = await twoParticipants(portal)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${whom.trial_id}/messages`)
  await coordinator.sees('Amara Hughes')
  const VIEWER = 4
  await changePermission(portal, whom, 'coordinator', { role_id: VIEWER })
  coordinator.expectsError(/status of 403/)
  // The list asks again by itself while an email is on its way; where it does so first, the box is gone.
  void coordinator.page
    .getByLabel('Failed')
    .check()
    .catch(() => {})
  await coordinator.seesHeading(FORBIDDEN)
  await coordinator.sees('A trial administrator can give you the permission that this page needs.')
  expect(await coordinator.finds('link', 'Emails').count()).toBe(0)
  expect(await shown(coordinator)).not.toContain('Amara Hughes')
})
