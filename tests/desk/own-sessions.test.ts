import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'

/* A person sees where they are signed in, and signs out there. */

const test = journeys('people')

test('a nurse sees where she is signed in, signs out there, and everywhere else', async ({ arrive }) => {
  const ward = await arrive({ as: 'nurse' })
  // This page requests nothing automatically; home would notice at its next request.
  await ward.opens('/user-profile')
  await ward.seesHeading('Where you are signed in')
  const desk = await arrive()
  await desk.opens('/')
  await desk.signsInAs('nurse')
  await desk.opens('/user-profile')
  await desk.seesHeading('Where you are signed in')
  const table = desk.finds('table', 'Where you are signed in')
  await table.getByText('This session').waitFor()
  expect(await table.getByText(/^Chrom\S* on Linux$/).count()).toBe(1)
  expect(await table.getByText('University single sign-on').count()).toBe(1)
  expect(await pageFaults(desk.page)).toEqual([])

  await desk.page.setViewportSize({ width: 1024, height: 768 })
  await desk.presses(/^Sign out there: Unknown device/)
  await desk.sees('Signed out on Unknown device')
  await desk.sees('You have no other sessions.')
  ward.expectsError(/status of 401/)
  await ward.presses('Randomisation Service The University', 'link')
  await ward.page.getByRole('dialog', { name: 'An error has occurred' }).waitFor()
  expect(await ward.token()).toBeNull()

  await arrive({ as: 'nurse' })
  await arrive({ as: 'nurse' })
  await desk.reloads()
  await desk.presses('Sign out everywhere else')
  await desk.sees('Signed out of 2 other sessions')
  await desk.sees('You have no other sessions.')
})
