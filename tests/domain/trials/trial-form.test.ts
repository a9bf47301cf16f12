import { trialFormFaults } from '#domain/trials/trial-form'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

type Form = Parameters<typeof trialFormFaults>[0]

const PARALLEL = 1
const FACTORIAL = 4

const sound: Form = {
  allocation_method_id: PARALLEL,
  start_on: '2026-01-01',
  end_on: '2026-12-31',
  expires_at: null,
  is_participant_id_used: false,
  is_participant_id_required: false,
  is_managing_packs: false,
  is_site_managing_packs: false,
  is_confirmable: false,
  is_dispense_checked: false,
  pack_alert_level: null,
  is_blinded_users: false,
  is_blinded_investigators: false,
  sites: [{ title: 'Royal Infirmary', is_deleted: false, low_pack_level: null }],
  study_groups: [
    { name: 'Aspirin', label: null, factorial_level: null },
    { name: 'Avoid aspirin', label: null, factorial_level: null },
  ],
  trial_strata: [],
}

const site = (title: string, is_deleted = false, low_pack_level: number | null = null) => ({
  title,
  is_deleted,
  low_pack_level,
})
const group = (name: string, label: string | null = null, factorial_level: number | null = null) => ({
  name,
  label,
  factorial_level,
})
const stratum = (name: string, ...options: string[]) => ({
  name,
  trial_stratum_options: options.map((option) => ({ name: option })),
})

const NEEDS_PACKS = 'Allowed only if the trial manages packs'
const NEEDS_LABEL = 'A blinded trial needs a label'
const TOO_FEW = 'At least two study groups are required'
const TWICE = 'This name is used twice'

describe('a form with a fault', () => {
  it.each<[says: string, changes: Partial<Form>, faults: Record<string, string>]>([
    ['ends before it starts', { end_on: '2025-12-31' }, { end_on: 'Must not be before the start date' }],
    ['expires before it ends', { expires_at: '2026-12-30' }, { expires_at: 'Must not be before the end date' }],
    ['has no group', { study_groups: [] }, { study_groups: TOO_FEW }],
    ['has one group', { study_groups: [group('A')] }, { study_groups: TOO_FEW }],
    [
      'requires a participant id that it does not use',
      { is_participant_id_required: true },
      { is_participant_id_required: 'Allowed only if participant IDs are used' },
    ],
    [
      'has only deleted sites',
      { sites: [site('A', true), site('B', true)] },
      { sites: 'At least one site is required' },
    ],
    [
      'asks for packs that it does not manage',
      {
        is_site_managing_packs: true,
        is_confirmable: true,
        is_dispense_checked: true,
        pack_alert_level: 0,
        sites: [site('A'), site('B', false, 5)],
      },
      {
        is_site_managing_packs: NEEDS_PACKS,
        is_confirmable: NEEDS_PACKS,
        is_dispense_checked: NEEDS_PACKS,
        pack_alert_level: NEEDS_PACKS,
        'sites.1.low_pack_level': NEEDS_PACKS,
      },
    ],
    [
      'gives a factorial level to a group of a parallel trial',
      { study_groups: [group('A', null, 1), group('B')] },
      { 'study_groups.0.factorial_level': 'Allowed only for Factorial allocation' },
    ],
    [
      'blinds its users without labels',
      { is_blinded_users: true, study_groups: [group('A', 'X'), group('B')] },
      { 'study_groups.1.label': NEEDS_LABEL },
    ],
    [
      'blinds its investigators without labels',
      { is_blinded_investigators: true },
      { 'study_groups.0.label': NEEDS_LABEL, 'study_groups.1.label': NEEDS_LABEL },
    ],
    ['has a site twice', { sites: [site('Ward 1'), site(' WARD 1 ')] }, { 'sites.1.title': TWICE }],
    [
      'has a group three times',
      { study_groups: [group('A'), group('a'), group('A ')] },
      { 'study_groups.1.name': TWICE, 'study_groups.2.name': TWICE },
    ],
    [
      'has a stratum twice',
      { trial_strata: [stratum('Age', 'Old'), stratum('age', 'Old')] },
      { 'trial_strata.1.name': TWICE },
    ],
    [
      'has an option twice in one stratum',
      { trial_strata: [stratum('Age', 'Old'), stratum('Sex', 'F', 'M', 'f')] },
      { 'trial_strata.1.trial_stratum_options.2.name': TWICE },
    ],
    [
      'is at fault in many ways at once',
      { end_on: '2025-12-31', is_confirmable: true, study_groups: [group('A'), group('A')] },
      { end_on: 'Must not be before the start date', is_confirmable: NEEDS_PACKS, 'study_groups.1.name': TWICE },
    ],
  ])('%s', (_what, overrides, faults) => {
    expect(trialFormFaults({ ...sound, ...overrides })).toEqual(faults)
  })
})

describe('a valid form', () => {
  it.each<[says: string, changes: Partial<Form>]>([
    ['of the simplest trial', {}],
    [
      'of a factorial trial',
      { allocation_method_id: FACTORIAL, study_groups: [group('A', null, 1), group('B', null, 2)] },
    ],
    ['of a trial that expires as it ends', { expires_at: '2026-12-31' }],
    ['of a trial of one day', { end_on: '2026-01-01' }],
    ['that requires the participant ids it uses', { is_participant_id_used: true, is_participant_id_required: true }],
    ['with a deleted site beside another', { sites: [site('A', true), site('B')] }],
    [
      'that manages packs in every way',
      {
        is_managing_packs: true,
        is_site_managing_packs: true,
        is_confirmable: true,
        is_dispense_checked: true,
        pack_alert_level: 3,
        sites: [site('A', false, 5)],
      },
    ],
    ['of a blinded trial with labels', { is_blinded_users: true, study_groups: [group('A', 'X'), group('B', 'Y')] }],
    [
      'with the same option in two strata',
      { trial_strata: [stratum('Fever', 'Yes', 'No'), stratum('Cough', 'Yes', 'No')] },
    ],
  ])('%s', (_what, overrides) => {
    expect(trialFormFaults({ ...sound, ...overrides })).toEqual({})
  })

  it('has names that differ in more than blanks and case', () => {
    const names = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(names, (drawn) => {
        const faults = trialFormFaults({ ...sound, study_groups: drawn.map((name) => group(name)) })
        const different = new Set(drawn.map((name) => name.trim().toLowerCase()))
        expect(Object.keys(faults)).toHaveLength(drawn.length - different.size)
      }),
    )
  })
})
