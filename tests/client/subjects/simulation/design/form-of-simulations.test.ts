import { simulatedPlan } from '#contract/simulations'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formOfSimulations } from '../../../../../src/client/subjects/simulation/design/form-of-simulations'
import { blankForm } from '../../../../../src/client/subjects/simulation/design/simulation-form'
import { simulationRequests } from '../../../../../src/client/subjects/simulation/design/simulation-requests'
import { MINIMISATION, URN } from '../a-form'

const PLAN = {
  design: {
    randomisation_method_id: MINIMISATION,
    is_stratified: true,
    is_site_stratified: true,
    minimisation_probability: 90,
    minimisation_site_weight: 2,
    study_groups: [{ name: 'Aspirin', weight: 2 }, { name: 'Avoid aspirin' }],
    trial_strata: [
      { name: 'Sex', minimisation_weight: 3, trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] },
    ],
  },
  sizes: { participants: 60, sites: 3, site_shares: [3, 2, 1], option_shares: [[1, 2]], packs: [8, 4] },
  runs: 500,
  analysis: { effect: 0.4, significance: 0.025, selection_bias: 0.1, adjusts_for_sites: true },
}

test('simulations that are shown again fill in the form that made them', () => {
  const urn = {
    ...PLAN.design,
    randomisation_method_id: URN,
    urn_beta: 2,
    trial_strata: [{ ...PLAN.design.trial_strata[0], minimisation_weight: 1 }],
  }
  const plans = [PLAN, { ...PLAN, design: urn }].map((plan) => v.parse(simulatedPlan, plan))
  const requests = simulationRequests(formOfSimulations(plans))
  const usual = { minimisation_probability: null, minimisation_site_weight: 1 }
  expect(requests.ok && requests.value).toEqual([
    { ...plans[0], seed: null },
    // A method receives no field that it does not read.
    { ...plans[1], design: { ...plans[1]?.design, ...usual }, seed: null },
  ])
})

test('without simulations the form has its initial values', () => {
  expect(formOfSimulations([])).toEqual(blankForm())
})
