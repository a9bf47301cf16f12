import { expect } from 'vitest'
import { CHECKING_RANDOMISED, unsentWhileLocked, WILL_BE_SENT } from '../../src/client/safety-words'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'
import { aWard, flags, flagsOf, NOBODY_ANSWERS, opensWard } from '../support/ward'
import { allocation, ASKING, confirms, participantsIn, RANDOMISING } from '../support/wizard'

/*
 * A tablet that is left unattended: it is covered after a while, opened by its person alone, and handed over in two
 * presses.
 */

const test = journeys('people', { hasWorker: true })

const MINUTE = 60_000
const LOCKED = 'This screen is locked'

/** Lets this many minutes pass without a touch. */
const liesAbout = ({ context }: Visitor, minutes: number) => context.clock.fastForward(minutes * MINUTE)

/** A person who signed in at the provider, with a clock that can be moved forward. */
const signedIn = async (arrive: () => Promise<Visitor>, key: 'nurse' | 'administrator'): Promise<Visitor> => {
  const tablet = await arrive()
  await tablet.context.clock.install()
  await tablet.opens('/')
  await tablet.signsInAs(key)
  return tablet
}

const unended = async ({ database, personId }: JourneyPortal, key: 'nurse' | 'administrator'): Promise<number> => {
  const sessions = database.queries.selectFrom('sessions').select('id').where('user_id', '=', personId(key))
  return (await sessions.where('ended_at', 'is', null).execute()).length
}

test('after a quarter of an hour everything is covered, in every tab and after a reload, until its person signs in again', async ({
  arrive,
  portal,
}) => {
  await aTrial(portal, { title: 'Only for the administrator' })
  const tablet = await signedIn(arrive, 'administrator')
  const { page } = tablet
  await tablet.opens('/trials?sort=title')
  await tablet.sees('Only for the administrator')
  const other = await tablet.opensTab('/trials/new')
  await other.page.getByRole('textbox', { name: 'Title' }).fill('Half typed')
  await other.seesHeading('Create new trial')

  await liesAbout(tablet, 13)
  await tablet.sees('Only for the administrator')
  await liesAbout(tablet, 2)
  await tablet.seesHeading(LOCKED)
  await other.seesHeading(LOCKED)
  const cover = page.locator('[data-session-lock]')
  await cover.getByRole('complementary', { name: 'Instance' }).waitFor()
  await cover.getByText('Online').waitFor()
  for (const one of [tablet, other]) {
    expect(await one.page.title()).toBe('Equipoise')
    expect(await one.page.locator('body').ariaSnapshot()).not.toMatch(/Only for the administrator|Half typed|Trials/)
  }
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('Only for the administrator').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Control+k')
  expect(await pageFaults(page)).toEqual([])
  await tablet.reloads()
  await tablet.seesHeading(LOCKED)
  await tablet.opens('/trials?sort=title')
  await tablet.seesHeading(LOCKED)

  const before = await unended(portal, 'administrator')
  await tablet.presses('Sign in again as Grace Okafor', 'link')
  await tablet.seesHeading('Choose a sample account')
  await tablet.page.goBack()
  await tablet.seesHeading(LOCKED)
  await tablet.presses('Sign in again as Grace Okafor', 'link')
  await tablet.presses(/^Grace Okafor/)
  await tablet.sees('Only for the administrator')
  await tablet.isAt('/trials?sort=title')
  await other.seesHeading('Create new trial')
  expect(await other.page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half typed')
  await expect.poll(() => unended(portal, 'administrator')).toBe(before)

  // A form with drafts also restores its values after its own tab went to the provider and back.
  await liesAbout(other, 15)
  await other.presses('Sign in again as Grace Okafor', 'link')
  await other.presses(/^Grace Okafor/)
  await other.isAt('/trials/new')
  await expect.poll(() => other.page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half typed')
})

test('a page that has just been locked shows nothing of its person while the style sheet of the lock is still loading', async ({
  arrive,
  portal,
}) => {
  await aTrial(portal, { title: 'Only while it is open' })
  const sheet = portal.front.inflict('held', { path: /lock-page-[^/]+\.css$/ })
  const tablet = await signedIn(() => arrive({ hasWorker: false, isNew: true }), 'administrator')
  await tablet.opens('/trials')
  await tablet.sees('Only while it is open')
  await liesAbout(tablet, 15)
  await tablet.page.locator('body[data-covered]').waitFor({ state: 'attached' })
  expect(sheet.met()).toBeGreaterThan(0)
  expect(await tablet.page.getByText('Only while it is open').isVisible()).toBe(false)
  sheet.lift()
  await tablet.seesHeading(LOCKED)
})

test('another person who signs in on a locked tablet takes it over, and no data of the first is left', async ({
  arrive,
  portal,
}) => {
  const tablet = await signedIn(arrive, 'nurse')
  tablet.allowsError(/status of 401 .*\/notices\/shown/, 'asked for as a page opens, answered after the session ended')
  await tablet.opens('/user-profile')
  await tablet.page.getByRole('combobox', { name: 'Lock this tablet after' }).selectOption('5 minutes')
  await liesAbout(tablet, 5)
  await tablet.seesHeading(LOCKED)
  await tablet.presses('Sign in again as Amara Hughes', 'link')
  await tablet.presses(/^Grace Okafor/)
  await tablet.seesHeading('Welcome, Grace Okafor')
  await tablet.isAt('/')
  await expect.poll(() => unended(portal, 'nurse')).toBe(0)
  expect(await tablet.page.evaluate(() => localStorage.getItem('equipoise.lock'))).toBeNull()

  await liesAbout(tablet, 5)
  await tablet.presses('Switch person')
  await tablet.isAt('/sign-in?prompt=select_account')
  expect(await tablet.token()).toBeNull()
  await tablet.presses('University single sign-on', 'link')
  await tablet.presses(/^Amara Hughes/)
  await tablet.seesHeading('Welcome, Amara Hughes')
  await tablet.presses('Account menu')
  await tablet.presses('Switch person', 'menuitem')
  await tablet.isAt('/sign-in?prompt=select_account')
})

test('a locked tablet sends the unsent actions of its person; without the server it says why it stays locked', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal, 2)
  const [first = { id: 0 }] = ward.participants
  const tablet = await signedIn(arrive, 'nurse')
  await opensWard(tablet, ward.trial_id)
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.reloads()
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await flags(tablet, 1, 'Written before the lock')
  await tablet.sees(WILL_BE_SENT)
  await liesAbout(tablet, 16)
  await tablet.seesHeading(LOCKED)
  await tablet.sees('You cannot unlock offline')
  await tablet.sees(unsentWhileLocked(1))
  await tablet.seesNot('Written before the lock')
  expect(await tablet.finds('link', /^Sign in again/).count()).toBe(0)
  await tablet.presses('Switch person')
  await tablet.seesHeading('Sign out with unsent actions?')
  expect(await pageFaults(tablet.page)).toEqual([])
  await tablet.presses('Cancel')

  await portal.front.comeBack()
  await liesAbout(tablet, 6)
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
  await tablet.finds('link', 'Sign in again as Amara Hughes').waitFor()
  await tablet.seesHeading(LOCKED)
})

test('an awaited allocation is not covered, nor just after its arrival, and is there after unlocking', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aTrial(portal, { trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] })
  const tablet = await signedIn(arrive, 'administrator')
  tablet.expectsError(NOBODY_ANSWERS)
  await tablet.opens(`/trials/${trial_id}/participants/new`)
  portal.front.inflict('answer_lost', RANDOMISING)
  const heldRequest = portal.front.inflict('held', ASKING)
  await confirms(tablet, { site: 'Northern General', strata: { Sex: 'Female' } })
  await tablet.seesHeading(CHECKING_RANDOMISED)
  await liesAbout(tablet, 16)
  await tablet.seesHeading(CHECKING_RANDOMISED)
  heldRequest.lift()
  const allocated = await allocation(tablet)
  await liesAbout(tablet, 2)
  await tablet.seesHeading(LOCKED)
  await tablet.presses('Sign in again as Grace Okafor', 'link')
  await tablet.presses(/^Grace Okafor/)
  expect(await allocation(tablet)).toEqual(allocated)
  expect(await participantsIn(portal, trial_id)).toBe(1)
})
