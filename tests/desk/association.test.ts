import { expect } from 'vitest'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { caughtMail, invitationOf, linkIn } from '../support/invitations'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'

/* From the administrator's press to the first sign-in with the chosen account, with all interruptions on the way. */

const test = journeys('people')

/** Everything that the browser stores about the tab's history. */
const storageOf = async ({ page }: Visitor) =>
  page.evaluate(() => JSON.stringify([location.href, history.state, Object.entries(sessionStorage)]))

const forgetsAccountsOf = async ({ database, personId, clock }: JourneyPortal, key: SampleAccountKey) => {
  const ofPerson = database.queries.updateTable('user_profiles').where('user_id', '=', personId(key))
  await ofPerson.set({ ended_at: clock.now() }).execute()
}

const choosesAt = async (who: Visitor, provider: string, name: RegExp) => {
  await who.presses(provider, 'link')
  await who.presses(name)
}

test('an administrator ends accounts and sends the invitation; the person chooses an account and is signed in with it', async ({
  arrive,
  portal,
}) => {
  const { queries } = portal.database
  const nurse = portal.personId('nurse')
  const second = { user_id: nurse, idp: 'google', issuer: 'https://accounts.example.org', subject: 'amara' }
  await queries
    .insertInto('user_profiles')
    .values({ ...second, created_at: portal.clock.now() })
    .execute()

  const administrator = await arrive({ as: 'administrator' })
  const { page } = administrator
  await administrator.opens(`/users/${nurse}/auth`)
  await administrator.presses(/^Delete IdP association: Google, \d/)
  await administrator.sees(/will no longer be able to sign in with/)
  await administrator.presses('Delete association')
  await administrator.sees('IdP association of Amara Hughes deleted successfully')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => administrator.finds('button', /^Delete IdP association/).count()).toBe(1)

  await queries
    .insertInto('user_profiles')
    .values({ ...second, created_at: portal.clock.now() })
    .execute()
  await administrator.reloads()
  await administrator.presses('Delete all IdP associations')
  await page.getByRole('dialog', { name: 'Delete all IdP associations' }).waitFor()
  expect(await pageFaults(page)).toEqual([])
  administrator.expectsError(/status of 503/)
  const [google] = await queries
    .selectFrom('user_profiles')
    .select('id')
    .where('idp', '=', 'google')
    .where('ended_at', 'is', null)
    .execute()
  const fault = portal.front.inflict(
    { status: 503 },
    { method: 'DELETE', path: new RegExp(`/profiles/${google?.id}$`) },
  )
  await administrator.presses('Delete 2 associations')
  await administrator.sees('1 of 2 IdP associations were deleted')
  await administrator.sees(/^Not deleted: Google: /)
  fault.lift()
  await administrator.presses('Delete all IdP associations')
  await administrator.presses('Delete association')
  await administrator.sees('No IdP associations')

  await administrator.presses('Mark user inactive')
  await administrator.sees('(User is currently marked inactive or expired)')
  expect(await administrator.finds('button', 'Send IdP association email').isDisabled()).toBe(true)
  expect(await pageFaults(page)).toEqual([])
  await administrator.presses('Mark user active')
  await administrator.presses('Send IdP association email')
  await administrator.sees(`IdP association email for Amara Hughes (ID ${nurse}) has been requested`)
  const link = linkIn(await caughtMail(portal), /^\/idp-association\?token=/)
  const secret = link.split('token=')[1] ?? ''

  const tablet = await arrive()
  await tablet.opens(link)
  await tablet.seesHeading('Welcome, Amara Hughes')
  await tablet.isAt('/idp-association')
  expect(await tablet.page.title()).not.toContain(secret)
  await tablet.finds('link', "Don't have any of the above accounts?").waitFor()
  expect(await pageFaults(tablet.page)).toEqual([])
  await tablet.reloads()
  await tablet.seesHeading('Welcome, Amara Hughes')
  await choosesAt(tablet, 'University single sign-on', /^Amara Hughes/)
  await tablet.seesHeading('You are about to sign in as Amara Hughes')
  expect(await pageFaults(tablet.page)).toEqual([])
  await tablet.presses('I am Amara Hughes')
  await tablet.seesHeading('Welcome, Amara Hughes')
  await tablet.isAt('/')
  expect(await storageOf(tablet)).not.toContain(secret)

  tablet.expectsError(/status of 404/)
  await tablet.signsOut()
  await tablet.opens(link)
  await tablet.sees('This invitation has been used or has expired. Please ask the service for a new one')
  await tablet.isAt('/idp-association')
  expect(await pageFaults(tablet.page)).toEqual([])
})

test('the page without a token says so, and one with an invalid token asks for another', async ({ arrive }) => {
  const visitor = await arrive()
  await visitor.opens('/idp-association')
  await visitor.sees('No token found')
  expect(await pageFaults(visitor.page)).toEqual([])
  visitor.expectsError(/status of (404|422)/)
  for (const token of ['nonsense', '%00%20%7F']) {
    await visitor.opens(`/idp-association?token=${token}`)
    await visitor.sees('Invitation not valid')
    await visitor.isAt('/idp-association')
  }
})

test('a signed-in person signs out first, here or in another tab, and comes back to the invitation', async ({
  arrive,
  portal,
}) => {
  await forgetsAccountsOf(portal, 'monitor')
  const link = await invitationOf(portal, 'monitor')
  const tablet = await arrive({ as: 'coordinator' })
  await tablet.opens(link)
  await tablet.seesHeading('You are already signed in')
  await tablet.sees(/Daniel Lindqvist is signed in/)
  await tablet.isAt('/idp-association')
  expect(await pageFaults(tablet.page)).toEqual([])
  const other = await tablet.opensTab('/')
  await other.signsOut()
  await tablet.seesHeading('Welcome, Ingrid Sørensen')
  await other.signsInAs('coordinator')
  // What it still asks for would be refused after the sign-out, and complained of.
  await other.page.waitForLoadState('networkidle')
  await tablet.seesHeading('You are already signed in')
  await tablet.presses('Sign out and continue')
  await tablet.seesHeading('Welcome, Ingrid Sørensen')
  expect(await tablet.token()).toBeNull()
})

test("another person's account is refused, and a different one can be chosen", async ({ arrive, portal }) => {
  await forgetsAccountsOf(portal, 'unblinder')
  const visitor = await arrive()
  visitor.expectsError(/status of 409/)
  await visitor.opens(await invitationOf(portal, 'unblinder'))
  await visitor.seesHeading('Welcome, Thomas Achterberg')
  await choosesAt(visitor, 'Google', /^Grace Okafor/)
  await visitor.presses('I am Thomas Achterberg')
  await visitor.sees(/^This account is already associated with another user/)
  expect(await visitor.page.evaluate(() => sessionStorage.getItem('equipoise.invitation'))).toBeNull()
  await visitor.presses('Choose another account')
  await visitor.seesHeading('Welcome, Thomas Achterberg')
  await choosesAt(visitor, 'Academic federation', /^Thomas Achterberg/)
  await visitor.presses('I am Thomas Achterberg')
  await visitor.isAt('/')
  await visitor.seesHeading('Welcome, Thomas Achterberg')
})

test('a person who was not invited stops before anything is bound, even if a link brought them', async ({
  arrive,
  portal,
}) => {
  await forgetsAccountsOf(portal, 'monitor')
  const link = await invitationOf(portal, 'monitor')
  const stranger = await arrive()
  await stranger.opens(link)
  await stranger.seesHeading('Welcome, Ingrid Sørensen')
  await choosesAt(stranger, 'LinkedIn', /^Priya Raman/)
  await stranger.seesHeading('You are about to sign in as Ingrid Sørensen')
  await stranger.presses('This is not me', 'link')
  await stranger.isAt('/')
  expect(await stranger.token()).toBeNull()

  stranger.expectsError(/status of 404/)
  const other = await stranger.opensTab(`/api/v1/auth/ping/redirect?idp=google&association_${link.split('?')[1]}`)
  await other.presses(/^Priya Raman/)
  await other.sees(/^This invitation has been used or has expired/)
  expect(await other.token()).toBeNull()
  const bound = portal.database.queries.selectFrom('user_profiles').where('user_id', '=', portal.personId('monitor'))
  expect(await bound.where('ended_at', 'is', null).select('id').execute()).toEqual([])
  await other.opens(link)
  await other.seesHeading('Welcome, Ingrid Sørensen')
})

test('each failure of a sign-in is shown in words, with the next step', async ({ arrive, portal }) => {
  const visitor = await arrive()
  visitor.expectsError(/status of (401|422)/)
  const failsWith = async (words: string | RegExp, wayOn: string | null) => {
    await visitor.page.getByRole('alert').getByText('An error has occurred').waitFor()
    await visitor.sees(words)
    await visitor.sees('If this happens again, please contact the service.')
    expect(visitor.page.url()).not.toMatch(/REF|token/)
    const ways = ['Sign in again', 'Choose another account'].map((name) => visitor.finds('button', name).count())
    expect(await Promise.all(ways)).toEqual([
      wayOn === 'Sign in again' ? 1 : 0,
      wayOn === 'Choose another account' ? 1 : 0,
    ])
  }
  await visitor.opens('/university-sso-return')
  await failsWith('Ref code not found', 'Sign in again')
  expect(await pageFaults(visitor.page)).toEqual([])
  await visitor.opens('/google-return?REF=forged')
  await failsWith(/^This sign-in link has been used or has expired/, 'Sign in again')
  await visitor.opens('/aaf-return?error=provider_refused')
  await failsWith(/^The sign-in provider did not confirm who you are/, 'Sign in again')
  await visitor.opens('/linkedin-return?error=unavailable')
  await failsWith(/^The service is briefly unavailable/, 'Sign in again')
  await visitor.presses('Sign in again')
  await visitor.isAt('/sign-in')

  const { queries } = portal.database
  const of = (key: SampleAccountKey) => queries.updateTable('users').where('id', '=', portal.personId(key))
  await of('pharmacist').set({ is_active: false }).execute()
  await of('coordinator').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
  await forgetsAccountsOf(portal, 'blinded-nurse')
  for (const [name, words, wayOn] of [
    [/^Marco Bellini/, /^Your account is marked inactive/, null],
    [/^Daniel Lindqvist/, /^Your account has expired/, null],
    [/^Priya Raman/, /^This account is not linked to a user/, 'Choose another account'],
  ] as const) {
    await visitor.opens('/sign-in')
    await choosesAt(visitor, 'University single sign-on', name)
    await failsWith(words, wayOn)
  }
  await visitor.presses('Choose another account')
  await visitor.isAt('/sign-in?prompt=select_account')
  await choosesAt(visitor, 'LinkedIn', /^Grace Okafor/)
  await visitor.seesHeading('Welcome, Grace Okafor')
})
