import { expect } from 'vitest'
import { insertSession } from '../../src/server/ground/db/sessions'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'

/* The ends of a session: a press, another tab, its time limit, the server's refusal. */

const test = journeys('people')

const DAY = 24 * 60 * 60 * 1000

/** The token of a person who signed in this many milliseconds ago. A session lasts a day. */
const signedInAgo = async ({ database, context, personId }: JourneyPortal, person: SampleAccountKey, ago: number) => {
  const user_id = personId(person)
  const signed_in_at = new Date(Date.now() - ago).toISOString()
  const token_expires_at = new Date(Date.parse(signed_in_at) + DAY).toISOString()
  const session = {
    user_id,
    signed_in_at,
    token_expires_at,
    idp: null,
    profile_id: null,
    device: null,
    proved_at: null,
  }
  const session_id = await insertSession(database.queries, session)
  const { token } = await context.tokens.issue({ session_id, user_id, signed_in_at }, new Date().toISOString())
  return token
}

test('signing out in one tab signs out in the other', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens('/trials')
  await nurse.seesHeading('Trials')
  const other = await nurse.opensTab('/')
  await other.signsOut()
  await nurse.seesHeading(/^Welcome to/)
  await nurse.isAt('/')
  expect(await nurse.token()).toBeNull()
})

test('another person who signs in on the same tablet gets her own pages, in every tab', async ({ arrive, portal }) => {
  await aTrial(portal, { title: 'Only for the administrator' })
  const tablet = await arrive({ as: 'administrator' })
  await tablet.opens('/trials')
  await tablet.sees('Only for the administrator')
  const other = await tablet.opensTab('/')
  await other.signsOut()
  await other.signsInAs('nurse')
  await tablet.sees('Amara Hughes')
  await tablet.seesNot('Only for the administrator')
})

test('a token that expired while the app was closed is deleted at once, and signing in leads back', async ({
  arrive,
  portal,
}) => {
  const nurse = await arrive({ token: await signedInAgo(portal, 'nurse', DAY + 60_000) })
  await nurse.opens('/trials?sort=title')
  await nurse.isAt('/sign-in')
  await nurse.sees('Your session has expired. Please sign in again')
  expect(await nurse.token()).toBeNull()
  await nurse.presses('University single sign-on', 'link')
  await nurse.presses(/^Amara Hughes/)
  await nurse.isAt('/trials?sort=title')
})

test('a session that expires while in use ends automatically', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.context.clock.install()
  await nurse.opens('/trials')
  await nurse.sees('Amara Hughes')
  await nurse.context.clock.fastForward(DAY)
  await nurse.isAt('/sign-in')
  await nurse.sees('Your session has expired. Please sign in again')
  expect(await nurse.token()).toBeNull()
})

test('a session that the server no longer knows ends with the next request, and says so', async ({
  arrive,
  portal,
}) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens('/')
  await nurse.sees('Welcome, Amara Hughes')
  // Else a request of the home page, and not of the press, would be the next one.
  await nurse.page.waitForLoadState('networkidle')
  await portal.database.queries.updateTable('sessions').set({ ended_at: portal.clock.now() }).execute()
  nurse.expectsError(/status of 401/)
  await nurse.presses('Trials', 'link')
  await nurse.page.getByRole('dialog', { name: 'An error has occurred' }).waitFor()
  await nurse.sees('You are not authorised or have been signed out')
  expect(await nurse.token()).toBeNull()
})

test('signed-out visitors are sent to the sign-in page, and signed-in ones away from it', async ({ arrive }) => {
  const visitor = await arrive()
  await visitor.opens('/trials')
  await visitor.isAt('/sign-in')
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens('/sign-in')
  await nurse.isAt('/')
})
