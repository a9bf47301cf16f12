import { simulatedDesign } from '#contract/simulations'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { methodWords } from '../../../../../src/client/subjects/simulation/design/method-words'
import { BLOCKED, MINIMISATION, STANDARD, URN } from '../a-form'

const CHOSEN_BLOCKS = 9
const STRATA = [{ name: 'Sex', trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] }]

test.each([
  [{ randomisation_method_id: STANDARD, is_site_stratified: true }, 'Standard'],
  [{ randomisation_method_id: BLOCKED, block_size_min: 4, block_size_max: 4 }, 'Blocked, size 4'],
  [
    { randomisation_method_id: BLOCKED, block_size_min: 4, block_size_max: 8, is_site_stratified: true },
    'Blocked, sizes 4 to 8, by site',
  ],
  [
    { randomisation_method_id: CHOSEN_BLOCKS, chosen_block_sizes: ' 4:1, 8:3 ' },
    'Blocked, chosen sizes, sizes 4:1, 8:3',
  ],
  [{ randomisation_method_id: URN, is_stratified: true, trial_strata: STRATA }, 'Urn (1, 0, 1), by strata'],
  [{ randomisation_method_id: URN, is_stratified: true }, 'Urn (1, 0, 1)'],
  [
    { randomisation_method_id: MINIMISATION, is_stratified: true, is_site_stratified: true, trial_strata: STRATA },
    'Minimisation, variance, by strata and site',
  ],
  [
    { randomisation_method_id: MINIMISATION, minimisation_measure: 'range', minimisation_probability: 90 },
    'Minimisation, range, 90%',
  ],
  [{ randomisation_method_id: MINIMISATION, minimisation_fraction: '2/3' }, 'Minimisation, variance, 2/3'],
])('%o is called %s', (design, words) => {
  expect(methodWords(v.parse(simulatedDesign, { study_groups: [{ name: 'A' }, { name: 'B' }], ...design }))).toBe(words)
})
