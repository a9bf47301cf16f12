// @vitest-environment happy-dom
import { getTrialStatistics, type TrialStatistics } from '#contract/trials'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrial } from '../../../a-shown-trial'
import { press } from '../../../by-hand'
import { answers, openApp, pagesOf } from '../../../open-app'

/** The role's id. */
const SYSTEM_ADMINISTRATOR = 1

const GROUPS = [
  { id: 1, name: 'Aspirin', label: null, weight: 1, factorial_level: null, is_blinded: false },
  { id: 2, name: 'Avoid aspirin', label: null, weight: 1, factorial_level: null, is_blinded: false },
]

const TRIAL = aShownTrial({
  allocation_method_id: 1,
  randomisation_method_id: 4,
  study_groups: GROUPS,
  trial_strata: [{ id: 21, name: 'Sex', description: null, trial_stratum_options: [{ id: 31, name: 'Female' }] }],
})

const statistics = (atClosedSite: number): TrialStatistics => ({
  study_groups: [],
  sites: [
    { id: 11, title: 'Queens', count: 30 },
    { id: 12, title: 'Abbey', count: 10 },
    { id: 13, title: 'Closed', count: atClosedSite },
  ],
  trial_strata: [{ id: 21, name: 'Sex', options: [{ id: 31, name: 'Female', count: 40 + atClosedSite }] }],
  study_packs: [],
  site_courses: [],
  recruitment: [],
  flagged_left_out: 0,
})

test.each([
  [
    4,
    'Sites and options get the shares of its 44 participants. Sites that no longer take part are included.',
    '30, 10, 4',
  ],
  [0, 'Sites and options get the shares of its 40 participants.', '30, 10'],
])('with %i participants at a site that no longer takes part: %s', async (atClosedSite, words, shares) => {
  openApp('/simulation?trial=1', [
    ...pagesOf(TRIAL, SYSTEM_ADMINISTRATOR, { trial_id: null }),
    answers(getTrialStatistics, { statistics: statistics(atClosedSite) }),
  ])
  expect(await screen.findByText(words)).toBeDefined()
  await press('Use the trial’s own recruitment')
  expect(await screen.findByDisplayValue(shares)).toBeDefined()
})
