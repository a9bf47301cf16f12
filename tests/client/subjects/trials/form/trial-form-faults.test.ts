import { describe, expect, test } from 'vitest'
import { NEW_TRIAL, type FormSubject } from '../../../../../src/client/subjects/trials/form/sent-trial-form'
import { byField, faultsBeforeSending } from '../../../../../src/client/subjects/trials/form/trial-form-faults'
import {
  blankSite,
  blankStratum,
  blankStudyGroup,
  blankTrialForm,
  formOfTrial,
  type TrialFormValues,
} from '../../../../../src/client/subjects/trials/form/trial-form-values'
import { aTrialWithSettings } from './a-shown-settings'

/* The form's own rules, field by field. */

const REQUIRED = 'This field is required'

/** The smallest valid form. */
const least = (more: Partial<TrialFormValues> = {}): TrialFormValues => ({
  ...blankTrialForm(),
  title: 'Aspirin in acute stroke',
  start_on: '2026-12-01',
  end_on: '2027-11-30',
  org_name: 'Stroke unit',
  sites: [{ ...blankSite(), title: 'Royal Infirmary' }],
  study_groups: ['Aspirin', 'Avoid aspirin'].map((name) => ({ ...blankStudyGroup(), name })),
  ...more,
})

const faults = (more: Partial<TrialFormValues>) => faultsBeforeSending(least(more), NEW_TRIAL)

test('a blank form shows all of its missing fields at once', () => {
  expect(faultsBeforeSending(blankTrialForm(), NEW_TRIAL)).toEqual({
    title: REQUIRED,
    start_on: REQUIRED,
    end_on: REQUIRED,
    org_name: REQUIRED,
    sites: 'At least one site is required',
    study_groups: 'At least two study groups are required',
  })
})

test('the smallest trial has no fault', () => {
  expect(faults({})).toEqual({})
})

describe('required', () => {
  test.each(['title', 'start_on', 'end_on', 'sample_size', 'org_name'] as const)('%s', (field) => {
    expect(faults({ [field]: '' })).toEqual({ [field]: REQUIRED })
  })

  test.each(['allocation_method_id', 'randomisation_method_id', 'participant_id_warning_id'] as const)(
    '%s',
    (field) => {
      expect(faults({ [field]: 0 })).toEqual({ [field]: REQUIRED })
    },
  )

  test('selected_timezone', () => {
    expect(Object.keys(faults({ selected_timezone: '' }))).toEqual(['selected_timezone'])
  })

  test('the name and the weight of a study group, the name of a site, name and options of a stratum', () => {
    const more = {
      sites: [blankSite()],
      study_groups: [
        { ...blankStudyGroup(), name: 'A', weight: '' },
        { ...blankStudyGroup(), name: '' },
      ],
      trial_strata: [blankStratum()],
    }
    expect(faults(more)).toEqual({
      'sites.0.title': REQUIRED,
      'study_groups.0.weight': REQUIRED,
      'study_groups.1.name': REQUIRED,
      'trial_strata.0.name': REQUIRED,
      'trial_strata.0.trial_stratum_options': 'At least one option is required',
    })
  })
})

describe('rules that span fields', () => {
  test.each<[rule: string, more: Partial<TrialFormValues>, said: Record<string, string>]>([
    [
      'one study group',
      { study_groups: [{ ...blankStudyGroup(), name: 'A' }] },
      { study_groups: 'At least two study groups are required' },
    ],
    [
      'only a site that takes part no longer',
      { sites: [{ ...blankSite(), title: 'A', is_deleted: true }] },
      { sites: 'At least one site is required' },
    ],
    ['an end before the start', { end_on: '2026-11-30' }, { end_on: 'Must not be before the start date' }],
    [
      'a blinded trial without labels',
      { is_blinded_users: true },
      {
        'study_groups.0.label': 'A blinded trial needs a label',
        'study_groups.1.label': 'A blinded trial needs a label',
      },
    ],
    [
      'an option twice',
      { trial_strata: [{ ...blankStratum(), name: 'Sex', trial_stratum_options: 'F\nM\nf' }] },
      { 'trial_strata.0.trial_stratum_options': 'Option 3: This name is used twice' },
    ],
    ['a third of a penny', { org_paid_amount: 0.333 }, { org_paid_amount: 'At most two decimals' }],
  ])('%s', (_rule, more, said) => {
    expect(faults(more)).toEqual(said)
  })
})

test('a field hidden from a blinded person has no fault', () => {
  const trial = aTrialWithSettings({ is_blinded_whole: true, study_groups: [], is_blinded_users: true })
  const subject: FormSubject = { trial, setup_version: 3, isBlinded: true }
  expect(faultsBeforeSending(formOfTrial(trial), subject)).toEqual({})
})

test("the server's fault of an option or an id is shown at the visible field", () => {
  const said = {
    'trial_strata.0.trial_stratum_options.1.name': 'Too long',
    'trial_strata.1.trial_stratum_options': 'Needs one',
    'sites.2.id': 'Not part of this trial',
    'study_groups.0.id': 'Listed twice',
    title: REQUIRED,
  }
  expect(byField(said)).toEqual({
    'trial_strata.0.trial_stratum_options': 'Option 2: Too long',
    'trial_strata.1.trial_stratum_options': 'Needs one',
    'sites.2.title': 'Not part of this trial',
    'study_groups.0.name': 'Listed twice',
    title: REQUIRED,
  })
})
