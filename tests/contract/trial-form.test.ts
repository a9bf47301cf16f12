import { trialForm, trialFormAnswer, type TrialForm } from '#contract/trial-form'
import { trial } from '#contract/trials'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

/** The least that makes a trial. */
const least = {
  title: 'Aspirin in acute stroke',
  start_on: '2026-01-01',
  end_on: '2026-12-31',
  org_name: 'Stroke unit',
  sites: [{ title: 'Royal Infirmary' }],
  study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
}

/** What the form says against this, by field. */
const faults = (form: unknown): Record<string, string> => {
  const result = v.safeParse(trialForm, form)
  return Object.fromEntries((result.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]))
}

const without = (field: string) => Object.fromEntries(Object.entries(least).filter(([name]) => name !== field))

describe('the form of a trial', () => {
  it('fills in what is left out (specification 001, sections 5 and 9)', () => {
    const filled: TrialForm = v.parse(trialForm, least)
    expect(filled).toMatchObject({
      allocation_method_id: 1,
      randomisation_method_id: 4,
      participant_id_warning_id: 1,
      sample_size: 0,
      selected_timezone: 'Etc/UTC',
      trial_status_id: 1,
      trial_strata: [],
      is_stratified: false,
      is_managing_packs: false,
      is_blinded_users: false,
      block_size_min: null,
      pack_alert_level: null,
      expires_at: null,
      description: null,
    })
    expect(
      filled.study_groups.map(({ weight, label, factorial_level }) => ({ weight, label, factorial_level })),
    ).toEqual([
      { weight: 1, label: null, factorial_level: null },
      { weight: 1, label: null, factorial_level: null },
    ])
    expect(filled.sites).toEqual([{ title: 'Royal Infirmary', is_deleted: false, low_pack_level: null }])
  })

  it.each(['title', 'start_on', 'end_on', 'org_name'])('needs %s', (field) => {
    expect(v.is(trialForm, without(field))).toBe(false)
    expect(faults({ ...least, [field]: null })).toEqual({ [field]: 'This field is required' })
  })

  it.each(['title', 'org_name'])('needs more than blanks in %s', (field) => {
    expect(faults({ ...least, [field]: '  ' })).toEqual({ [field]: 'This field is required' })
  })

  it.each([
    ['no site', { sites: [] }, { sites: 'At least one site is required' }],
    ['sites that are no list', { sites: null }, { sites: 'At least one site is required' }],
    ['one study group', { study_groups: [{ name: 'A' }] }, { study_groups: 'At least two study groups are required' }],
    [
      '61 study groups',
      { study_groups: Array.from({ length: 61 }, (_, n) => ({ name: `G${n}` })) },
      { study_groups: 'At most 60 study groups' },
    ],
    ['a site without title', { sites: [{ title: '' }] }, { 'sites.0.title': 'This field is required' }],
    [
      'a group without name',
      { study_groups: [{ name: 'A' }, { name: ' ' }] },
      { 'study_groups.1.name': 'This field is required' },
    ],
    [
      'a weight below 0',
      { study_groups: [{ name: 'A', weight: -1 }, { name: 'B' }] },
      { 'study_groups.0.weight': 'Must be at least 0' },
    ],
    [
      'a weight above 60',
      { study_groups: [{ name: 'A', weight: 61 }, { name: 'B' }] },
      { 'study_groups.0.weight': 'Must be at most 60' },
    ],
    [
      'half a weight',
      { study_groups: [{ name: 'A', weight: 0.5 }, { name: 'B' }] },
      { 'study_groups.0.weight': 'Must be a whole number' },
    ],
    [
      'a third factorial level',
      { study_groups: [{ name: 'A', factorial_level: 3 }, { name: 'B' }] },
      { 'study_groups.0.factorial_level': 'Must be 1 or 2' },
    ],
    [
      'a stratum without options',
      { trial_strata: [{ name: 'Age', trial_stratum_options: [] }] },
      { 'trial_strata.0.trial_stratum_options': 'At least one option is required' },
    ],
    ['a day that never was', { end_on: '2026-02-30' }, { end_on: 'Must be a real date' }],
    [
      'an allocation method of its own',
      { allocation_method_id: 5 },
      { allocation_method_id: 'This field is required' },
    ],
    [
      'a randomisation method of its own',
      { randomisation_method_id: 0 },
      { randomisation_method_id: 'This field is required' },
    ],
    ['a warning of its own', { participant_id_warning_id: 4 }, { participant_id_warning_id: 'This field is required' }],
    ['a status that comes later', { trial_status_id: 3 }, { trial_status_id: 'A new trial is Planning or Pending' }],
    ['a sample size below 0', { sample_size: -1 }, { sample_size: 'Must be at least 0' }],
    ['a block of none', { block_size_min: 0 }, { block_size_min: 'Must be at least 1' }],
    ['a flag in words', { is_stratified: 'yes' }, { is_stratified: 'Must be true or false' }],
    ['an amount in words', { org_quote_amount: '12' }, { org_quote_amount: 'Must be a number' }],
  ])('refuses %s', (_what, wrong, said) => {
    expect(faults({ ...least, ...wrong })).toEqual(said)
  })

  it.each(['seed', 'id', 'num_sampled', 'created_at', '__proto__x'])(
    'refuses the field %s, which it does not have',
    (field) => {
      expect(Object.keys(faults({ ...least, [field]: 1 }))).toEqual([field])
    },
  )

  it('takes children with the ids they have', () => {
    const known = v.parse(trialForm, { ...least, sites: [{ id: 7, title: 'Royal Infirmary', is_deleted: true }] })
    expect(known.sites[0]).toMatchObject({ id: 7, is_deleted: true })
  })

  it('trims every text', () => {
    const trimmed = v.parse(trialForm, { ...least, title: ' Aspirin ', description: '  ', sites: [{ title: ' R ' }] })
    expect([trimmed.title, trimmed.description, trimmed.sites[0]?.title]).toEqual(['Aspirin', null, 'R'])
  })
})

describe('the answer of a trial', () => {
  it('can hold every field of its form', () => {
    expect(Object.keys(trialForm.entries).filter((field) => !(field in trial.entries))).toEqual([])
  })

  it('leaves the settings out for those who may not see them', () => {
    const hidden = Object.entries(trial.entries).filter(([field]) => field in trialFormAnswer.entries)
    expect(hidden.filter(([, schema]) => !v.is(schema, undefined)).map(([field]) => field)).toEqual([])
  })
})
