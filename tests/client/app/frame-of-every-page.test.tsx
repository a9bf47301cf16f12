// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../../src/client/session/this-session'
import { anInstance, answers, holds, listOf, ME, openApp } from '../open-app'

/* The frame of every page: whose service it is, whether it is for practice, who is signed in, and the version. */

const WARNING = 'This is a non-production service only - randomisations should not be used with real participants'
const TRIALS = answers(api.listTrials, listOf())

test.each([
  ['test', 1],
  ['demo', 1],
  ['prod', 0],
  ['', 0],
])('an instance named "%s" warns %i times that it is not for real participants', async (instance, times) => {
  openApp('/trials', [anInstance({ instance }), TRIALS])
  await screen.findByRole('heading', { level: 1, name: 'Trials' })
  expect(screen.queryAllByText(new RegExp(WARNING))).toHaveLength(times)
})

test("the header has the service's name as a link to home, the person's name as a link to their profile, and Sign out", async () => {
  openApp('/trials', [anInstance({ service_name: 'Randomiser' }), TRIALS])
  await screen.findByRole('heading', { level: 1, name: 'Trials' })
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('link', { name: /^Randomiser/ }).getAttribute('href')).toBe('/')
  expect((await header.findByRole('link', { name: new RegExp(ME.name) })).getAttribute('href')).toBe('/user-profile')
  expect(header.getByRole('button', { name: 'Sign out' })).toBeDefined()
})

test('a signed-out person finds Sign in there', async () => {
  openApp('/', [TRIALS])
  session.end()
  const header = within(await screen.findByRole('banner'))
  expect((await header.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/sign-in')
  expect(header.queryByRole('button', { name: 'Sign out' })).toBeNull()
})

test('the footer has the version to the letter', async () => {
  openApp('/trials', [TRIALS])
  await screen.findByRole('heading', { level: 1, name: 'Trials' })
  expect(screen.getByRole('contentinfo').textContent).toContain('Version 2.11.7+patch4')
})

test("a page without the installation's settings says that they could not be fetched", async () => {
  openApp('/', [{ ...holds(api.getAppInstance), respond: () => Promise.reject(new TypeError('Failed to fetch')) }])
  session.end()
  expect(await screen.findByText('Application configuration data could not be fetched')).toBeDefined()
})
