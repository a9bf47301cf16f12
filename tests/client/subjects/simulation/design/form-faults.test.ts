import { describe, expect, test } from 'vitest'
import {
  faultsInWords,
  formFaults,
  formPath,
  unplacedFaults,
} from '../../../../../src/client/subjects/simulation/design/form-faults'
import { blankForm } from '../../../../../src/client/subjects/simulation/design/simulation-form'

describe('the place of a sent field in the form', () => {
  test.each([
    ['design.block_size_max', 'alternatives.2.block_size_max'],
    ['design.urn_initial', 'alternatives.2.urn_initial'],
    ['design.minimisation_probability', 'alternatives.2.minimisation_probability'],
    ['design.is_site_stratified', 'alternatives.2.is_site_stratified'],
    ['design.study_groups', 'design.study_groups'],
    ['design.study_groups.1.weight', 'design.study_groups.1.weight'],
    ['design.trial_strata.0.minimisation_weight', 'design.trial_strata.0.minimisation_weight'],
    ['sizes.participants', 'sizes.participants'],
    ['sizes.site_shares.3', 'sizes.site_shares'],
    ['sizes.option_shares.1', 'design.trial_strata.1.trial_stratum_options'],
    ['sizes.option_shares.1.2', 'design.trial_strata.1.trial_stratum_options.2.share'],
    ['sizes.packs', 'design.study_groups'],
    ['sizes.packs.1', 'design.study_groups.1.packs'],
    ['runs', 'runs'],
  ])('%s', (sent, expected) => {
    expect(formPath(2, sent)).toBe(expected)
  })
})

test('of several faults at one place the first is shown', () => {
  expect(formFaults(0, { 'sizes.site_shares.0': 'one', 'sizes.site_shares.1': 'two' })).toEqual({
    'sizes.site_shares': 'one',
  })
})

test('a fault without a field in the form is shown with its path', () => {
  const faults = {
    'sizes.participants': 'no',
    'alternatives.0.block_size_min': 'no',
    'design.colour': 'Unknown',
    body: 'Bad',
  }
  expect(unplacedFaults(blankForm(), faults)).toEqual(['design.colour: Unknown', 'body: Bad'])
})

test.each([
  [{ a: '1' }, 'One thing needs to be corrected.'],
  [{ a: '1', b: '2' }, '2 things need to be corrected.'],
])('%o', (faults, words) => {
  expect(faultsInWords(faults)).toBe(words)
})
