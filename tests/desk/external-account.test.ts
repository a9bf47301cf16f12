import { api } from '#contract/api'
import { expect } from 'vitest'
import { caughtMail, invitationOf, linkIn } from '../support/invitations'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'

/* An external identity for an invited person without an account, in each of its four outcomes. */

const test = journeys('people')

const CREATE = `**/${api.createExternalAccount.path}`
const SIGN_IN = 'Sign in with External User Account'
const ACTIVATED = 'I have opened the link in the email and chosen a password'
const PASSWORD = 'four seasons of quiet rain'

const opensTheForm = async (who: Visitor, link: string, name: string) => {
  await who.opens(link)
  await who.seesHeading(`Welcome, ${name}`)
  await who.presses("Don't have any of the above accounts?", 'link')
  await who.seesHeading('Create external identity')
}

const field = (who: Visitor, name: string) => who.page.getByRole('textbox', { name })

const choosesPassword = async (who: Visitor, portal: JourneyPortal) => {
  const tab = await who.opensTab(linkIn(await caughtMail(portal), /^\/idp\/external\/password\?token=/))
  await tab.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tab.page.locator('[name=password_again]').fill(PASSWORD)
  await tab.page.getByRole('button').click()
  await tab.seesHeading('Your password is saved')
  await tab.page.close()
}

const signsInWith = async (who: Visitor, email: string) => {
  await who.seesHeading('Sign in with your external user account')
  await who.page.getByLabel('Email address').fill(email)
  await who.page.getByLabel('Password').fill(PASSWORD)
  await who.presses('Sign in')
}

test('a new identity is made, activated by its email, and signed in with; the second time it exists already', async ({
  arrive,
  portal,
}) => {
  const visitor = await arrive()
  await opensTheForm(visitor, await invitationOf(portal, 'nurse'), 'Amara Hughes')
  const values = ['First name', 'Last name', 'Email address'].map((name) => field(visitor, name).inputValue())
  expect(await Promise.all(values)).toEqual(['Amara', 'Hughes', 'nurse@example.org'])
  await visitor.presses('Cancel and go back', 'link')
  await visitor.seesHeading('Welcome, Amara Hughes')
  await visitor.presses("Don't have any of the above accounts?", 'link')
  await field(visitor, 'First name').fill(' ')
  await field(visitor, 'Email address').fill('nowhere')
  await visitor.presses('Create identity')
  await visitor.sees('This field is required')
  await visitor.sees('Must be an email address')
  expect(await pageFaults(visitor.page)).toEqual([])
  await field(visitor, 'First name').fill('Amara')
  await field(visitor, 'Email address').fill('amara@ward.example.org')
  await visitor.presses('Create identity')

  await visitor.seesHeading('External identity created')
  await visitor.sees(/amara@ward\.example\.org/)
  expect(await visitor.finds('button', SIGN_IN).isDisabled()).toBe(true)
  expect(await pageFaults(visitor.page)).toEqual([])
  await choosesPassword(visitor, portal)
  await visitor.page.getByLabel(ACTIVATED).check()
  await visitor.presses(SIGN_IN, 'link')
  await signsInWith(visitor, 'amara@ward.example.org')
  await visitor.presses('I am Amara Hughes')
  await visitor.seesHeading('Welcome, Amara Hughes')
  await visitor.isAt('/')

  await visitor.signsOut()
  await opensTheForm(visitor, await invitationOf(portal, 'nurse'), 'Amara Hughes')
  await field(visitor, 'Email address').fill('amara@ward.example.org')
  await visitor.presses('Create identity')
  await visitor.seesHeading('You have an external identity')
  await visitor.sees(/use the forgot-password tool on the sign-in page/)
  expect(await pageFaults(visitor.page)).toEqual([])
  await visitor.presses(SIGN_IN, 'link')
  await visitor.finds('link', 'Forgotten password?').waitFor()
  await signsInWith(visitor, 'amara@ward.example.org')
  await visitor.presses('I am Amara Hughes')
  await visitor.seesHeading('Welcome, Amara Hughes')
})

test('an identity that was never activated gets a new email', async ({ arrive, portal }) => {
  const visitor = await arrive()
  const link = await invitationOf(portal, 'monitor')
  await opensTheForm(visitor, link, 'Ingrid Sørensen')
  await visitor.presses('Create identity')
  await visitor.seesHeading('External identity created')
  await opensTheForm(visitor, link, 'Ingrid Sørensen')
  await field(visitor, 'First name').fill('Ingrid Marie')
  await visitor.presses('Create identity')
  await visitor.seesHeading('You have an external identity that is not activated')
  expect(await visitor.finds('button', SIGN_IN).isDisabled()).toBe(true)
  await choosesPassword(visitor, portal)
  await visitor.page.getByLabel(ACTIVATED).check()
  await visitor.presses(SIGN_IN, 'link')
  await signsInWith(visitor, 'monitor@example.org')
  await visitor.presses('I am Ingrid Sørensen')
  await visitor.seesHeading('Welcome, Ingrid Sørensen')
})

test('an unknown outcome is shown as such, and so are missing fields', async ({ arrive, portal }) => {
  const visitor = await arrive()
  await visitor.opens('/lti-creation')
  await visitor.sees('Internal token or user ID is missing')
  expect(await pageFaults(visitor.page)).toEqual([])

  const link = await invitationOf(portal, 'coordinator')
  await opensTheForm(visitor, link, 'Daniel Lindqvist')
  await visitor.page.route(CREATE, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { insert: false, activate: true } })
  })
  await visitor.presses('Create identity')
  await visitor.sees(/^We do not know whether the identity was created/)
  expect(await pageFaults(visitor.page)).toEqual([])
  await visitor.presses('Go back')
  await visitor.finds('button', 'Create identity').waitFor()
})

test('on prod and demo nobody is offered an external account', async ({ arrive, portal }) => {
  const link = await invitationOf(portal, 'unblinder')
  for (const instance of ['prod', 'demo']) {
    for (const path of ['/sign-in', link]) {
      const visitor = await arrive()
      await visitor.page.route(`**/${api.getAppInstance.path}`, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), instance } })
      })
      await visitor.opens(path)
      await visitor.finds('link', 'LinkedIn').waitFor()
      expect(await visitor.finds('link', 'External user account').count()).toBe(0)
      expect(await visitor.finds('link', "Don't have any of the above accounts?").count()).toBe(0)
    }
  }
})
