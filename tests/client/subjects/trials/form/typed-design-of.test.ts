import { expect, test } from 'vitest'
import { formOfTypedDesign } from '../../../../../src/client/subjects/simulation/design/form-of-typed-design'
import { blankForm } from '../../../../../src/client/subjects/simulation/design/simulation-form'
import { simulationFormOf } from '../../../../../src/client/subjects/simulation/design/form-of-trial'
import {
  blankStratum,
  blankTrialForm,
  formOfTrial as trialFormOf,
} from '../../../../../src/client/subjects/trials/form/trial-form-values'
import { typedDesignOf } from '../../../../../src/client/subjects/trials/form/typed-design-of'
import { aTrialWithSettings } from './a-shown-settings'

/* The simulation form, filled in from an unsaved trial form. */

const trial = aTrialWithSettings({ randomisation_method_id: 3, is_site_stratified: true, minimisation_probability: 85 })

test('an untouched form gives the simulation the values of the saved trial', () => {
  expect(formOfTypedDesign(typedDesignOf(trialFormOf(trial)))).toEqual(simulationFormOf(trial))
})

test('values typed since then are simulated, options line by line', () => {
  const values = trialFormOf(trial)
  const typed = formOfTypedDesign(
    typedDesignOf({
      ...values,
      sample_size: '64',
      minimisation_probability: 90,
      study_groups: values.study_groups.slice(0, 1),
      trial_strata: [{ ...blankStratum(), name: 'Sex', minimisation_weight: 2, trial_stratum_options: 'F\n\n M ' }],
    }),
  )
  expect(typed.alternatives[0]?.minimisation_probability).toBe(90)
  expect(typed.sizes.participants).toBe('64')
  expect(typed.design.study_groups).toHaveLength(1)
  expect(typed.design.trial_strata).toEqual([
    {
      name: 'Sex',
      minimisation_weight: 2,
      trial_stratum_options: [
        { name: 'F', share: 1, ratio: '' },
        { name: 'M', share: 1, ratio: '' },
      ],
    },
  ])
})

test('an empty form leaves groups, participants and sites at the defaults of a simulation', () => {
  const { design, sizes } = blankForm()
  expect(formOfTypedDesign(typedDesignOf(blankTrialForm()))).toMatchObject({ design, sizes })
})
