import { ERRORS } from '#contract/errors'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { launchChromiumIn } from '../support/chromium'
import { flag } from '../support/flag'
import { journeys } from '../support/journey'
import { signedInAs } from '../support/sign-in'
import { visitorOf } from '../support/visitor'
import { aWard, dumpOf, FLAGGING, flags, flagsOf, isSignedIn, NOBODY_ANSWERS, opensWard } from '../support/ward'

/* A flag on a ward whose Wi-Fi comes and goes: nothing is lost, nothing is done twice, nothing is silent. */

const test = journeys('people')

test('a flag set without the server is saved, shown as waiting, and reaches the server exactly once', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal, 2)
  const [first] = ward.participants
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, ward.trial_id)
  nurse.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await nurse.reloads()
  await nurse.sees(/What you see is as of \d{2}:\d{2}, less than a minute ago\./)
  await nurse.sees(/Offline · since \d{2}:\d{2}/)
  await flags(nurse, 1, 'Fell out of bed')
  await nurse.sees('Will be sent when online')
  await nurse.finds('button', 'Unflag: participant 1').waitFor()
  await nurse.finds('link', '1 waiting').waitFor()
  expect(await flagsOf(portal, { id: first?.id ?? 0 })).toBe(0)

  await nurse.reloads()
  await nurse.sees('Will be sent when online')
  await portal.front.comeBack()
  await nurse.sees('Online')
  await expect.poll(() => flagsOf(portal, { id: first?.id ?? 0 })).toBe(1)
  await nurse.seesNot('Will be sent when online')
  await nurse.opens('/outbox')
  await nurse.sees('Nothing is waiting')
  await nurse.sees(/confirmed by the server/)
  expect(await flagsOf(portal, { id: first?.id ?? 0 })).toBe(1)
})

test('a flag whose answer is lost after the server acted is done once', async ({ arrive, portal }) => {
  const ward = await aWard(portal)
  const [first] = ward.participants
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, ward.trial_id)
  nurse.expectsError(NOBODY_ANSWERS)
  const cut = portal.front.inflict('answer_lost', FLAGGING)
  await flags(nurse, 1, 'Answer lost')
  await expect.poll(cut.met).toBeGreaterThan(0)
  await nurse.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await nurse.sees('Will be sent when online')
  cut.lift()
  await nurse.opens('/outbox')
  await nurse.sees(/confirmed by the server/)
  expect(await flagsOf(portal, { id: first?.id ?? 0 })).toBe(1)
})

test('a browser killed as soon as a flag is saved still has it, and sends it', async ({ portal }) => {
  const ward = await aWard(portal)
  const [first] = ward.participants
  const profile = mkdtempSync(join(tmpdir(), 'equipoise-tablet-'))
  const nurse = await visitorOf(await launchChromiumIn(profile), portal.url)
  await nurse.opens('/')
  await isSignedIn(nurse, portal, 'nurse')
  await opensWard(nurse, ward.trial_id)
  await portal.front.goDown()
  await nurse.reloads()
  await nurse.sees(/Offline · since \d{2}:\d{2}/)
  await flags(nurse, 1, 'Killed')
  await nurse.sees('Will be sent when online')
  const browser = await nurse.context.newCDPSession(nurse.page)
  const gone = nurse.context.waitForEvent('close')
  // Nobody is left to answer.
  void browser.send('Browser.crash').catch(() => {})
  await gone

  const later = await visitorOf(await launchChromiumIn(profile), portal.url)
  await later.opens('/')
  expect(await dumpOf(later)).toContain('Flag participant 1')
  expect(await flagsOf(portal, { id: first?.id ?? 0 })).toBe(0)
  await portal.front.comeBack()
  // The browser may have been killed before it had written down who was signed in.
  await isSignedIn(later, portal, 'nurse')
  await later.opens('/outbox')
  await expect.poll(() => flagsOf(portal, { id: first?.id ?? 0 })).toBe(1)
  await later.sees(/confirmed by the server/)
  await later.context.close()
  rmSync(profile, { recursive: true })
})

test('a flag that somebody else set meanwhile is refused in the outbox, with the server’s words, and is discarded with a reason', async ({
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
  await flags(nurse, 1, 'Later')
  await nurse.sees('Will be sent when online')
  await nurse.losesTheNetwork()
  await portal.front.comeBack()
  await flag(await signedInAs(portal, 'monitor'), ward, first, { comment: 'Sooner' })
  nurse.expectsError(/status of 409/)
  await nurse.findsTheNetworkAgain()
  await nurse.finds('link', '1 refused').click()
  await nurse.sees(/refused: /)
  await nurse.sees(new RegExp(ERRORS.flag_state_unchanged.message))
  await nurse.finds('button', 'Edit and send again').waitFor()
  await nurse.presses('Discard…')
  await nurse.page.getByRole('textbox', { name: 'Reason' }).fill('Flagged by the monitor')
  await nurse.presses('Discard this action')
  await nurse.sees('Nothing is waiting')
  await nurse.sees(/discarded: Flagged by the monitor/)
  expect(await flagsOf(portal, first)).toBe(1)
})
