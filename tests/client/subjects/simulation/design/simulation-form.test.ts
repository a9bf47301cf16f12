import { randomisationMethodOfId, RANDOMISATION_METHODS } from '#domain/trials/trial-methods'
import { describe, expect, test } from 'vitest'
import { methodNamed, methodNameOf, withMethod } from '../../../../../src/client/subjects/trials/design/method-form'
import {
  blankForm,
  blankGroup,
  blankOption,
  drawnGroupsOfSimulation,
  nextAlternative,
  type StudyGroupForm,
} from '../../../../../src/client/subjects/simulation/design/simulation-form'
import { simulationRequests } from '../../../../../src/client/subjects/simulation/design/simulation-requests'
import { aFormWith, STANDARD, URN } from '../a-form'

const [blocked] = RANDOMISATION_METHODS

test('the initial form can be sent', () => {
  expect(simulationRequests(blankForm()).ok).toBe(true)
})

describe('another alternative', () => {
  test('is a copy of the last one, with an unused method', () => {
    const form = aFormWith({ is_stratified: true, urn_beta: 3 })
    const next = nextAlternative(form)
    expect(next).toEqual({ ...form.alternatives[0], randomisation_method_id: URN })
    expect(methodNameOf(nextAlternative({ ...form, alternatives: [...form.alternatives, next] }))).toBe('minimisation')
  })

  test('is standard where every method is used', () => {
    const [one] = blankForm().alternatives
    const alternatives = RANDOMISATION_METHODS.flatMap(({ id }) =>
      one === undefined ? [] : [{ ...one, randomisation_method_id: id }],
    )
    expect(methodNameOf(nextAlternative({ ...blankForm(), alternatives }))).toBe('standard')
  })
})

describe('blocks without sizes get two to four rounds of the study groups', () => {
  const group = (weight: number | string, factorial_level = 1): StudyGroupForm => ({
    ...blankGroup(),
    weight,
    factorial_level,
  })
  test.each([
    ['1 : 1', 1, [group(1), group(1)], [4, 8]],
    ['3 : 2 : 1', 1, [group(3), group(2), group(1)], [12, 24]],
    ['a factorial trial, 2 : 1 and 1 : 1', 4, [group(2), group(1), group(1, 2), group(1, 2)], [12, 24]],
    ['no weight yet', 1, [group(''), group('')], ['', '']],
  ])('%s', (_, allocation_method_id, study_groups, expected) => {
    const [standard] = aFormWith({
      randomisation_method_id: STANDARD,
      block_size_min: '',
      block_size_max: '',
    }).alternatives
    if (standard === undefined) throw new Error('the form has no alternative')
    const made = withMethod(standard, blocked, { allocation_method_id, study_groups })
    expect([made.block_size_min, made.block_size_max]).toEqual(expected)
  })

  test('chosen sizes are two of these, with equal chances, until others are entered', () => {
    const [standard] = aFormWith({ randomisation_method_id: STANDARD }).alternatives
    if (standard === undefined) throw new Error('the form has no alternative')
    const groups = { allocation_method_id: 1, study_groups: [group(2), group(1)] }
    expect(withMethod(standard, methodNamed('chosen_blocks'), groups).chosen_block_sizes).toBe('6:1, 12:1')
    const typed = { ...standard, chosen_block_sizes: '9' }
    expect(withMethod(typed, methodNamed('chosen_blocks'), groups).chosen_block_sizes).toBe('9')
  })

  test.each<[says: string, ratios: (string | null)[], expected: string]>([
    ['of every option', ['2:1', '1:1'], '12:1, 24:1'],
    ['of the groups, at an option without one', ['4:1', null], '30:1, 60:1'],
    ['written in other terms', ['4:2', '10:10'], '12:1, 24:1'],
  ])('chosen sizes hold the ratio %s', (_says, ratios, expected) => {
    const [standard] = aFormWith({ randomisation_method_id: STANDARD }).alternatives
    if (standard === undefined) throw new Error('the form has no alternative')
    const option = (ratio: string | null) => ({ ...blankOption('Option', ratio) })
    const groups = drawnGroupsOfSimulation({
      allocation_method_id: 1,
      study_groups: [2, 1].map((weight) => ({ ...blankGroup('Group'), weight })),
      trial_strata: [{ name: 'Severity', minimisation_weight: 1, trial_stratum_options: ratios.map(option) }],
    })
    expect(withMethod(standard, methodNamed('chosen_blocks'), groups).chosen_block_sizes).toBe(expected)
  })

  test('entered sizes stay, also those of a former method', () => {
    const [urn] = aFormWith({ randomisation_method_id: URN, block_size_min: 6, block_size_max: '' }).alternatives
    if (urn === undefined) throw new Error('the form has no alternative')
    const made = withMethod(urn, blocked, blankForm().design)
    expect([made.block_size_min, made.block_size_max]).toEqual([6, ''])
    expect(randomisationMethodOfId(made.randomisation_method_id)).toBe(blocked)
  })
})
