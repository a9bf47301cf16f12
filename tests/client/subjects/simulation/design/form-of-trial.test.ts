import { describe, expect, test } from 'vitest'
import { simulationFormOf } from '../../../../../src/client/subjects/simulation/design/form-of-trial'
import { simulationRequests } from '../../../../../src/client/subjects/simulation/design/simulation-requests'
import { aShownTrial } from '../../../a-shown-trial'

const SETTINGS = {
  allocation_method_id: 1,
  randomisation_method_id: 3,
  is_stratified: true,
  is_site_stratified: false,
  block_size_min: null,
  block_size_max: null,
  urn_initial: 1,
  urn_alpha: 0,
  urn_beta: 1,
  minimisation_measure: 'range',
  minimisation_probability: 85,
  minimisation_site_weight: 1,
  study_groups: [
    { id: 1, name: 'Aspirin', label: null, weight: 2, factorial_level: null, is_blinded: false },
    { id: 2, name: 'Avoid aspirin', label: null, weight: 1, factorial_level: null, is_blinded: false },
  ],
  trial_strata: [
    {
      id: 1,
      name: 'Sex',
      description: null,
      minimisation_weight: 4,
      trial_stratum_options: [{ id: 1, name: 'Female' }],
    },
  ],
} as const

const settings = (changes: Parameters<typeof aShownTrial>[0] = {}) =>
  simulationFormOf(
    aShownTrial({
      ...SETTINGS,
      study_groups: [...SETTINGS.study_groups],
      trial_strata: SETTINGS.trial_strata.map((stratum) => ({
        ...stratum,
        trial_stratum_options: [...stratum.trial_stratum_options],
      })),
      ...changes,
    }),
  )

describe('a viewer who may not see the whole design gets no form of it', () => {
  test.each([
    ['below the level of settings', aShownTrial()],
    ['blinded', aShownTrial({ allocation_method_id: 1, randomisation_method_id: 1, is_blinded_whole: true })],
    ['shown labels', aShownTrial({ allocation_method_id: 1, randomisation_method_id: 1, is_blinded_partial: true })],
  ])('%s', (_, trial) => {
    expect(simulationFormOf(trial)).toBeNull()
  })
})

test('a trial’s design fills in the form, with its participants and its participating sites', () => {
  const form = settings()
  const requests = form && simulationRequests(form)
  expect(requests?.ok && requests.value).toMatchObject([
    {
      design: {
        randomisation_method_id: 3,
        is_stratified: true,
        minimisation_measure: 'range',
        minimisation_probability: 85,
        study_groups: [
          { name: 'Aspirin', weight: 2 },
          { name: 'Avoid aspirin', weight: 1 },
        ],
        trial_strata: [{ name: 'Sex', minimisation_weight: 4, trial_stratum_options: [{ name: 'Female' }] }],
      },
      sizes: { participants: 365, sites: 2 },
      seed: null,
    },
  ])
})

test('a trial without a limit is simulated with the default number', () => {
  expect(settings({ sample_size: 0 })?.sizes.participants).toBe(200)
})
