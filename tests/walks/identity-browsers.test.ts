import { describe, expect } from 'vitest'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { caughtMail, invitationOf, linkIn } from '../support/invitations'
import type { Tablet } from '../support/tablet'
import { TABLET_BROWSERS } from '../support/tablet-browsers'
import { tabletJourneys } from '../support/tablet-journeys'
import { TOKEN } from '../support/visitor'

/* From the link of an invitation to the person's first page, in each browser that a tablet may have. */

const test = tabletJourneys()

const PASSWORD = 'four seasons of quiet rain'

const choosesAccountOf = async (tablet: Tablet, key: SampleAccountKey) => {
  const account = SAMPLE_ACCOUNTS.find((one) => one.key === key)
  await tablet.presses(`${account?.name} ${account?.may} ${account?.email}`)
}

/** The browser's address, the secrets that it stores for its tab, and the signed-in account. */
const pageState = (tablet: Tablet) =>
  tablet.evaluates(
    (token) => ({
      path: location.pathname + location.search,
      invitations: Object.keys(sessionStorage).filter((key) => key.includes('invitation')),
      isSignedIn: localStorage.getItem(token) !== null,
    }),
    TOKEN,
  )
const SIGNED_IN = { path: '/', invitations: [], isSignedIn: true }

describe.for(TABLET_BROWSERS)('$browser', ({ browser, isHere }) => {
  test.skipIf(!isHere)(
    'an invited person chooses an account, is signed in with it, and finds the link used up',
    async ({ portal, devices }) => {
      const { queries } = portal.database
      const ofMonitor = queries.updateTable('user_profiles').where('user_id', '=', portal.personId('monitor'))
      await ofMonitor.set({ ended_at: portal.clock.now() }).execute()
      const link = await invitationOf(portal, 'monitor')
      const tablet = await devices[browser].switchOn()
      await tablet.opens(link)
      await tablet.sees('Welcome, Ingrid Sørensen')
      expect((await pageState(tablet)).path).toBe('/idp-association')
      await tablet.presses('University single sign-on', 'link')
      await choosesAccountOf(tablet, 'monitor')
      await tablet.presses('I am Ingrid Sørensen')
      await tablet.sees('Sign out')
      await tablet.sees('Welcome, Ingrid Sørensen')
      expect(await pageState(tablet)).toEqual(SIGNED_IN)

      tablet.expectsError(/status of 404/)
      tablet.allowsError(
        /status of 401 .*\/notices\/shown/,
        'asked for as a page opens, answered after the session ended',
      )
      await tablet.presses('Sign out')
      await tablet.sees('Welcome to')
      await tablet.opens(link)
      await tablet.sees('This invitation has been used or has expired')
      expect(await pageState(tablet)).toMatchObject({ path: '/idp-association', isSignedIn: false })
    },
  )

  test.skipIf(!isHere)(
    'a person without an account makes one, activates it by its email, and is signed in with it',
    async ({ portal, devices }) => {
      const address = `amara@${browser.toLowerCase()}.example.org`
      const link = await invitationOf(portal, 'nurse')
      const tablet = await devices[browser].switchOn()
      await tablet.opens(link)
      await tablet.sees('Welcome, Amara Hughes')
      await tablet.presses("Don't have any of the above accounts?", 'link')
      await tablet.fills('Email address', address)
      await tablet.presses('Create identity')
      await tablet.sees('External identity created')

      await tablet.opens(linkIn(await caughtMail(portal), /^\/idp\/external\/password\?token=/))
      await tablet.fills('Password', PASSWORD)
      await tablet.fills('Password again', PASSWORD)
      await tablet.presses('Choose this password')
      await tablet.sees('Your password is saved')

      await tablet.opens(link)
      await tablet.presses('External user account', 'link')
      await tablet.fills('Email address', address)
      await tablet.fills('Password', PASSWORD)
      await tablet.presses('Sign in')
      await tablet.presses('I am Amara Hughes')
      await tablet.sees('Sign out')
      await tablet.sees('Welcome, Amara Hughes')
      expect(await pageState(tablet)).toEqual(SIGNED_IN)
    },
  )
})
