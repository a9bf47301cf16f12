// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownUser } from '../../../a-shown-record'
import { answers, AS_ADMINISTRATOR, listOf, openApp } from '../../../open-app'

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
