// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../../src/client/session/this-session'
import { aShownTrial } from '../a-shown-trial'
import { answers, listOf, openApp, pagesOf } from '../open-app'
import { ADMINISTRATOR } from './shown-lists'

/* Which pages need system level 4, and which any sign-in: an address that is typed in is judged as a link is. */

const TRIAL = aShownTrial({ is_managing_packs: true })
const AROUND = [
  ...pagesOf(TRIAL, ADMINISTRATOR),
  answers(api.listStudyPacks, { data: [] }),
  answers(api.listTrialUsers, listOf()),
]

test.each([
  '/trials/new',
  '/users',
  '/users/new',
  '/users/new/multiple',
  '/users/broadcast',
  '/users/9',
  '/users/9/permissions',
  '/users/9/auth',
  '/reports',
  '/audit-logs',
  '/trials/1/users/new/multiple',
  '/trials/1/study-packs/import',
  '/trials/1/study-packs/label-generator',
])('%s is for system level 4 alone', async (at) => {
  const { sent } = openApp(at, AROUND)
  expect(await screen.findByText('You do not have permission to see this')).toBeDefined()
  expect(sent).toEqual([])
})

test.each([
  '/trials',
  '/trials/new',
  '/trials/1',
  '/trials/1/participants',
  '/trials/1/participants/new',
  '/trials/1/reports',
  '/trials/1/study-packs',
  '/trials/1/users',
  '/trials/1/settings',
  '/users',
  '/users/9',
  '/user-profile',
  '/reports',
  '/audit-logs',
  '/timezones',
])('%s leads a visitor to the sign-in page', async (at) => {
  session.end()
  const { address } = openApp(at, AROUND)
  session.end()
  await waitFor(() => expect(address()).toMatch(/^\/sign-in/))
})
