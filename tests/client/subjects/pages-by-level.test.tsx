// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrial } from '../a-shown-trial'
import { answers, listOf, openApp, pagesOf } from '../open-app'
import { ADMINISTRATOR } from './shown-lists'

/* Pages that need system level 4: a typed address is judged as a link is. */

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
