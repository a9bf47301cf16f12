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
 * A permission ends or shrinks while a page of its trial is open: data that is no longer permitted disappears.
 * support/scenarios has the same with unsent actions on a tablet.
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

/** The coordinator ends the nurse's permission in the trial. */
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

/** Returns to the page from another window, repeatedly, until it has been refetched and shows what is expected. */
const comesBackUntil = async (who: Visitor, isSeen: () => Promise<boolean>) => {
  const sees = async () => {
    if (await isSeen()) return true
    await who.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    return false
  }
  // Each return refetches, and a page shows nothing while it does.
  await expect.poll(sees, { interval: 1000 }).toBe(true)
}

const shown = (who: Visitor) => who.page.locator('body').innerText()

/** Expects no trace of the trial: neither on the page, nor after going back or following a link to it. */
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
    action: (who) => comesBackUntil(who, () => who.finds('heading', NOT_FOUND).isVisible()),
  },
])('the nurse whose permission was ended $does, and nothing is found', async ({ action }, { arrive, portal }) => {
  const { trial_id } = await twoParticipants(portal)
  const nurse = await arrive({ as: 'nurse' })
  await atParticipants(nurse, trial_id)
  expect(await shown(nurse)).toMatch(GROUP_WORDS)
  await endsHers(portal, trial_id)
  nurse.expectsError(/status of 404/)
  await action(nurse)
  await nothingIsLeft(nurse, trial_id)
})

test('a flag by the nurse whose permission was ended is not set, and she no longer sees the trial', async ({
  arrive,
  portal,
}) => {
  const participant = await twoParticipants(portal)
  const nurse = await arrive({ as: 'nurse' })
  await atParticipants(nurse, participant.trial_id)
  await choosesAct(nurse, 'Flag', 2)
  await nurse.page.getByRole('textbox', { name: 'Comment' }).fill('Consent form is missing')
  await endsHers(portal, participant.trial_id)
  nurse.expectsError(/status of 404/)
  await nurse.presses('Flag participant 2')
  await nurse.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await nothingIsLeft(nurse, participant.trial_id)
  const { value } = await historyOf(await signedInAs(portal, 'coordinator'), participant)
  expect(value?.data.map(({ kind }) => kind)).toEqual(['randomised'])
})

test('a nurse who is blinded meanwhile no longer sees the groups, not even on earlier lists', async ({
  arrive,
  portal,
}) => {
  const participant = await twoParticipants(portal)
  const nurse = await arrive({ as: 'nurse' })
  await atParticipants(nurse, participant.trial_id)
  await opensFilter(nurse)
  await nurse.page.getByLabel('Sort by').selectOption({ index: 1 })
  await nurse.isAt(/order=|sort=/)
  expect(await shown(nurse)).toMatch(GROUP_WORDS)
  await changePermission(portal, participant, 'nurse', { is_blinded_whole: true })
  const blindedRows = () => nurse.page.getByRole('table').getByText('Blinded', { exact: true }).count()
  await comesBackUntil(nurse, async () => (await blindedRows()) === 2)
  expect(await shown(nurse)).not.toMatch(GROUP_WORDS)
  // Data that she saw before disappears at once, even while it is requested again.
  const heldRequest = portal.front.inflict('held', { method: 'GET', path: /\/participants$/ })
  await nurse.page.goBack()
  // The background saving of trials may have requested the list already, with today's permission.
  await expect.poll(async () => heldRequest.met() > 0 || (await blindedRows()) === 2).toBe(true)
  // The list may have been answered before the permission: until then the page does not know of the blinding.
  await expect.poll(() => shown(nurse)).not.toMatch(GROUP_WORDS)
  heldRequest.lift()
  await nurse.finds('link', 'Participant 2').waitFor()
  expect(await shown(nurse)).not.toMatch(GROUP_WORDS)
})

test('a coordinator who becomes a viewer reads that the emails are not for them', async ({ arrive, portal }) => {
  const participant = await twoParticipants(portal)
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens(`/trials/${participant.trial_id}/messages`)
  await coordinator.sees('Amara Hughes')
  const VIEWER = 4
  await changePermission(portal, participant, 'coordinator', { role_id: VIEWER })
  coordinator.expectsError(/status of 403/)
  // The list refetches automatically while an email is being sent. If it does so first, the box is gone.
  void coordinator.page
    .getByLabel('Failed')
    .check()
    .catch(() => {})
  await coordinator.seesHeading(FORBIDDEN)
  await coordinator.sees('A trial administrator can give you the permission that this page needs.')
  expect(await coordinator.finds('link', 'Emails').count()).toBe(0)
  expect(await shown(coordinator)).not.toContain('Amara Hughes')
})
