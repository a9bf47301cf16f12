// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Answer } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press } from '../../../by-hand'
import { answers, holds, inTurn, listOf, openApp, pagesOf, refuses } from '../../../open-app'
import { aTrialWithSettings } from '../form/a-shown-settings'

/* An empty place would mean that nothing is missing. */

const SYSTEM_ADMINISTRATOR = 1
const STARTED = { trial_status_id: 3, trial_status: { id: 3, name: 'Started' } } as const

const CONFIRMATION = { design_version: 2, is_missing: true, changed_by: null, changed_at: null, confirmed: null }
const MISSING: Answer<typeof api.getReadiness> = {
  data: [{ code: 'contact_missing', severity: 'missing', words: 'The contact is missing.' }],
}

const openTrial = (changes: Partial<Trial>, replies: Parameters<typeof openApp>[1]) =>
  openApp('/trials/1', [
    ...pagesOf(aTrialWithSettings({ num_sampled: 0, is_design_checked: true, ...changes }), SYSTEM_ADMINISTRATOR),
    ...replies,
    answers(api.getReadiness, { data: [] }),
    answers(api.getDesignConfirmation, CONFIRMATION),
    answers(api.listParticipants, listOf()),
    holds(api.getTrialStatistics),
    holds(api.listStudyPacks),
  ])

test.each([
  [
    'the check before the start',
    {},
    [inTurn(refuses(api.getReadiness, { code: 'internal_error' }), answers(api.getReadiness, MISSING))],
    'The contact is missing.',
  ],
  [
    'the missing things after the start',
    STARTED,
    [inTurn(refuses(api.getReadiness, { code: 'internal_error' }), answers(api.getReadiness, MISSING))],
    'The contact is missing.',
  ],
  [
    'the second person’s confirmation',
    {},
    [
      inTurn(
        refuses(api.getDesignConfirmation, { code: 'internal_error' }),
        answers(api.getDesignConfirmation, CONFIRMATION),
      ),
    ],
    'The design needs a second person',
  ],
])('says that %s could not be loaded, and loads it again', async (_part, changes, replies, words) => {
  openTrial(changes, replies)
  await press('Try again')
  expect(await screen.findByText(words)).toBeDefined()
})
