// @vitest-environment happy-dom
import { api } from '#contract/api'
import { refusal } from '#contract/errors'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, openApp, refuses } from '../../../open-app'

/* The link of an invitation, opened while a person is signed in. */

const OPEN_LINK = '/idp-association?token=secret'
const SIGNED_IN = 'You are already signed in'

test('that is valid asks them to sign out first', async () => {
  const user = { id: 9, name: 'Keel', email: 'keel@example.org' }
  openApp(OPEN_LINK, [answers(api.showAssociation, { user, token: 'secret' })])
  expect(await screen.findByRole('heading', { name: SIGNED_IN })).toBeDefined()
})

test('that was used says so at once, and asks nobody to sign out', async () => {
  openApp(OPEN_LINK, [refuses(api.showAssociation, refusal('association_token_invalid'))])
  expect(await screen.findByText('Invitation not valid')).toBeDefined()
  expect(screen.queryByText(SIGNED_IN)).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to Home' })).toBeDefined()
})
