// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownUser } from '../../../a-shown-record'
import { press } from '../../../by-hand'
import { answers, AS_ADMINISTRATOR, holds, inTurn, listOf, openApp } from '../../../open-app'

/* The pages about users link to each other. */

const USER = answers(api.getUser, aShownUser())
const PERMISSIONS = answers(api.listUserPermissions, { data: [] })

test.each([
  ['/users', 'Create new', '/users/new'],
  ['/users', 'Create multiple', '/users/new/multiple'],
  ['/users', 'Broadcast', '/users/broadcast'],
  ['/users/new/multiple', 'supported time zones', '/timezones'],
  ['/users/9', 'Edit user permissions', '/users/9/permissions'],
  ['/users/9', 'Edit user authentication', '/users/9/auth'],
  ['/users/9/permissions', 'Edit user details', '/users/9'],
  ['/users/9/auth', 'Edit user details', '/users/9'],
])('%s has the link "%s" to %s', async (at, name, to) => {
  openApp(at, [AS_ADMINISTRATOR, USER, PERMISSIONS, answers(api.listUsers, listOf(aShownUser()))])
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
})

test.each([
  ['permissions', 'Add new user permission'],
  ['auth', 'Delete all IdP associations'],
])('/users/9/%s closes its dialog when the history leads to another user', async (page, opens) => {
  const AT = '2026-11-21T09:00:00.000Z'
  const user_profiles = [1, 2].map((id) => ({ id, idp: 'sso' as const, created_at: AT }))
  const user = (id: number) => answers(api.getUser, aShownUser({ id, name: `User ${id}`, user_profiles }))
  const { go } = openApp(`/users/8/${page}`, [
    AS_ADMINISTRATOR,
    inTurn(user(8), user(9)),
    PERMISSIONS,
    holds(api.listTrials),
  ])
  await screen.findByRole('heading', { name: /User 8/ })
  await go(`/users/9/${page}`)
  await screen.findByRole('heading', { name: /User 9/ })
  await press(opens)
  await screen.findByRole('dialog')
  await go(`/users/8/${page}`)
  await screen.findByRole('heading', { name: /User 8/, hidden: true })
  expect(screen.queryByRole('dialog')).toBeNull()
})
