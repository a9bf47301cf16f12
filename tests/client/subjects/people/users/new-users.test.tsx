// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownUser } from '../../../a-shown-record'
import { answers, AS_ADMINISTRATOR, openApp } from '../../../open-app'

/* New users cannot sign in before they are invited. The pages that create them say so, and link to it. */

test('the page of one new user says that they cannot sign in yet', async () => {
  openApp('/users/new', [AS_ADMINISTRATOR])
  expect(await screen.findByText('A new user cannot sign in yet')).toBeDefined()
})

test('the page of many says so, and links to their invitation', async () => {
  openApp('/users/new/multiple', [AS_ADMINISTRATOR])
  expect(await screen.findByText('New users cannot sign in yet')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Invite users' })
  expect(link.getAttribute('href')).toBe('/users/invite?association=not_invited&account=active')
})

test('the page of a user without an account says so, and links to the invitation', async () => {
  openApp('/users/9', [AS_ADMINISTRATOR, answers(api.getUser, aShownUser())])
  expect(await screen.findByText('This user cannot sign in yet')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Send the IdP association email' })
  expect(link.getAttribute('href')).toBe('/users/9/auth')
})

test('the page of a user with an account shows no such message', async () => {
  const user_profiles = [{ id: 1, idp: 'sso', created_at: '2026-11-01T09:00:00.000Z' }]
  openApp('/users/9', [AS_ADMINISTRATOR, answers(api.getUser, aShownUser({ user_profiles }))])
  await screen.findByRole('button', { name: 'Save user' })
  expect(screen.queryByText('This user cannot sign in yet')).toBeNull()
})
