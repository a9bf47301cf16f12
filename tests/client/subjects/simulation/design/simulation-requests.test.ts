import { describe, expect, test } from 'vitest'
import {
  blankForm,
  blankOption,
  type SimulationForm,
} from '../../../../../src/client/subjects/simulation/design/simulation-form'
import { simulationRequests } from '../../../../../src/client/subjects/simulation/design/simulation-requests'
import { aFormWith, BLOCKED, MINIMISATION, STANDARD, URN } from '../a-form'

const requestOf = (form: SimulationForm) => {
  const requests = simulationRequests(form)
  if (!requests.ok) throw new Error(JSON.stringify(requests.refusal))
  return requests.value[0]
}
const faultsOf = (form: SimulationForm) => {
  const requests = simulationRequests(form)
  return requests.ok ? {} : requests.refusal
}

const SEX = {
  name: 'Sex',
  minimisation_weight: 3,
  trial_stratum_options: [blankOption('Female'), blankOption('Male')],
}
const withStratum = (stratum: Partial<typeof SEX> = {}): SimulationForm['design'] => ({
  ...blankForm().design,
  trial_strata: [{ ...SEX, ...stratum }],
})

describe('each fault is shown at its field of the form', () => {
  const { design, sizes } = blankForm()
  const [first] = design.study_groups
  const groups = (change: Partial<typeof first>) => ({
    ...design,
    study_groups: design.study_groups.map((group, index) => (index === 1 ? { ...group, ...change } : group)),
  })
  test.each<[string, Partial<SimulationForm>, Record<string, string>]>([
    ['no participants', { sizes: { ...sizes, participants: '' } }, { 'sizes.participants': 'This field is required' }],
    ['too many', { sizes: { ...sizes, participants: 20_001 } }, { 'sizes.participants': 'Must be at most 20000' }],
    ['words for a number', { runs: '-' }, { runs: 'Must be a number' }],
    [
      'a group without a name',
      { design: groups({ name: ' ' }) },
      { 'design.study_groups.1.name': 'This field is required' },
    ],
    [
      'a group without a weight',
      { design: groups({ weight: '' }) },
      { 'design.study_groups.1.weight': 'This field is required' },
    ],
    [
      'packs of one group alone',
      { design: groups({ packs: 5 }) },
      { 'design.study_groups.0.packs': 'This field is required' },
    ],
    ['shares in words', { sizes: { ...sizes, site_shares: '3, two' } }, { 'sizes.site_shares': 'Must be a number' }],
    [
      'a stratum without options',
      { design: withStratum({ trial_stratum_options: [] }) },
      { 'design.trial_strata.0.trial_stratum_options': 'At least one option is required' },
    ],
    [
      'an option without a share',
      {
        design: withStratum({ trial_stratum_options: [blankOption('Female'), { ...blankOption('Male'), share: '' }] }),
      },
      { 'design.trial_strata.0.trial_stratum_options.1.share': 'This field is required' },
    ],
  ])('%s', (_, change, expected) => {
    expect(faultsOf({ ...blankForm(), ...change })).toEqual(expected)
  })

  test('a setting of an alternative stands with that alternative', () => {
    const form = aFormWith({ randomisation_method_id: URN })
    const [urn] = form.alternatives
    if (urn === undefined) throw new Error('the form has no alternative')
    expect(faultsOf({ ...form, alternatives: [urn, { ...urn, urn_beta: 1001 }] })).toEqual({
      'alternatives.1.urn_beta': 'Must be at most 1000',
    })
  })
})

describe('a method is sent its own settings, and the defaults of the others', () => {
  const everything = { block_size_min: 6, block_size_max: 9, urn_alpha: 5, minimisation_probability: 90 }
  test.each([
    ['blocked', BLOCKED, { block_size_min: 6, block_size_max: 9, urn_alpha: 0, minimisation_probability: null }],
    ['urn', URN, { block_size_min: null, block_size_max: null, urn_alpha: 5, minimisation_probability: null }],
    [
      'minimisation',
      MINIMISATION,
      { block_size_min: null, block_size_max: null, urn_alpha: 0, minimisation_probability: 90 },
    ],
    [
      'standard',
      STANDARD,
      { block_size_min: null, block_size_max: null, urn_alpha: 0, minimisation_probability: null },
    ],
  ])('%s', (_, randomisation_method_id, expected) => {
    expect(requestOf(aFormWith({ ...everything, randomisation_method_id }))?.design).toMatchObject(expected)
  })

  test('a value that does not fit another method is no fault', () => {
    expect(faultsOf(aFormWith({ randomisation_method_id: STANDARD, block_size_min: 'x', urn_initial: '' }))).toEqual({})
  })

  test.each([
    [MINIMISATION, true, 3],
    [MINIMISATION, false, 1],
    [URN, true, 1],
  ])('a stratum’s weight with method %i, stratified %s, is %i', (randomisation_method_id, is_stratified, weight) => {
    const form = aFormWith({ randomisation_method_id, is_stratified }, { design: withStratum() })
    expect(requestOf(form)?.design.trial_strata?.[0]?.minimisation_weight).toBe(weight)
  })
})

describe('an empty field gets the default', () => {
  test.each<[string, string, number[] | null]>([
    ['nothing', ' ', null],
    ['commas and spaces', '3, 2  1', [3, 2, 1]],
    ['semicolons', '3;2', [3, 2]],
  ])('shares of the sites: %s', (_, site_shares, expected) => {
    const form = blankForm()
    expect(requestOf({ ...form, sizes: { ...form.sizes, site_shares } })?.sizes.site_shares).toEqual(expected)
  })

  test('equal options have no shares, others have those of every stratum', () => {
    expect(requestOf({ ...blankForm(), design: withStratum() })?.sizes.option_shares).toBeNull()
    const options = [blankOption('Female'), { ...blankOption('Male'), share: 2 }]
    expect(
      requestOf({ ...blankForm(), design: withStratum({ trial_stratum_options: options }) })?.sizes.option_shares,
    ).toEqual([[1, 2]])
  })

  test('packs and seed are sent where they are entered', () => {
    const form = blankForm()
    expect(requestOf(form)).toMatchObject({ sizes: { packs: null }, seed: null })
    const study_groups = form.design.study_groups.map((group, index) => ({ ...group, packs: index }))
    expect(requestOf({ ...form, design: { ...form.design, study_groups }, seed: 7 })).toMatchObject({
      sizes: { packs: [0, 1] },
      seed: 7,
    })
  })

  test('factors are sent in a factorial trial alone', () => {
    const { design } = blankForm()
    const factorOf = (allocation_method_id: number) =>
      requestOf({ ...blankForm(), design: { ...design, allocation_method_id } })?.design.study_groups[0]
        ?.factorial_level
    expect([factorOf(1), factorOf(4)]).toEqual([null, 1])
  })
})

test('there is a request for each alternative, in order', () => {
  const form = blankForm()
  const alternatives = [BLOCKED, URN, STANDARD].flatMap((randomisation_method_id) =>
    form.alternatives.map((one) => ({ ...one, randomisation_method_id })),
  )
  const requests = simulationRequests({ ...form, alternatives })
  expect(requests.ok && requests.value.map(({ design }) => design.randomisation_method_id)).toEqual([1, 2, 4])
})
