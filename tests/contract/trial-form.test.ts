import { savedTrialForm } from '#contract/saved-trial-form'
import { trialForm, trialFormAnswer, type TrialForm } from '#contract/trial-form'
import { trial } from '#contract/trials'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

/** The smallest valid form. */
const least = {
  title: 'Aspirin in acute stroke',
  start_on: '2026-01-01',
  end_on: '2026-12-31',
  org_name: 'Stroke unit',
  sites: [{ title: 'Royal Infirmary' }],
  study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
}

/** The faults that the form's schema finds, by field. */
const faults = (form: unknown): Record<string, string> => {
  const result = v.safeParse(trialForm, form)
  return Object.fromEntries((result.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]))
}

const without = (field: string) => Object.fromEntries(Object.entries(least).filter(([name]) => name !== field))

describe('the form of a trial', () => {
  it('fills in what is left out', () => {
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
      urn_initial: 1,
      urn_alpha: 0,
      urn_beta: 1,
      minimisation_measure: 'variance',
      minimisation_probability: null,
      minimisation_site_weight: 1,
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
    expect(filled.sites).toEqual([
      { title: 'Royal Infirmary', is_deleted: false, low_pack_level: null, max_participants: null },
    ])
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
      'a weight above 1000',
      { study_groups: [{ name: 'A', weight: 1001 }, { name: 'B' }] },
      { 'study_groups.0.weight': 'Must be at most 1000' },
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
    ['no sample size', { sample_size: null }, { sample_size: 'This field is required' }],
    ['no time zone', { selected_timezone: null }, { selected_timezone: 'This field is required' }],
    ['no allocation method', { allocation_method_id: null }, { allocation_method_id: 'This field is required' }],
    ['an urn of nothing', { urn_initial: 0 }, { urn_initial: 'Must be at least 1' }],
    ['an urn that loses balls', { urn_alpha: -1 }, { urn_alpha: 'Must be at least 0' }],
    ['half a ball', { urn_beta: 0.5 }, { urn_beta: 'Must be a whole number' }],
    ['a measure of its own', { minimisation_measure: 'sum' }, { minimisation_measure: 'Must be variance or range' }],
    ['a probability above 100', { minimisation_probability: 101 }, { minimisation_probability: 'Must be at most 100' }],
    ['a site that weighs nothing', { minimisation_site_weight: 0 }, { minimisation_site_weight: 'Must be at least 1' }],
    [
      'a stratum that weighs nothing',
      { trial_strata: [{ name: 'Sex', minimisation_weight: 0, trial_stratum_options: [{ name: 'F' }] }] },
      { 'trial_strata.0.minimisation_weight': 'Must be at least 1' },
    ],
    ['a third of a penny', { org_paid_amount: 0.333 }, { org_paid_amount: 'At most two decimals' }],
    ['less than nothing paid', { org_paid_amount: -1 }, { org_paid_amount: 'Must be at least 0' }],
    ['a flag in words', { is_stratified: 'yes' }, { is_stratified: 'Must be true or false' }],
    ['an amount in words', { org_quote_amount: '12' }, { org_quote_amount: 'Must be a number' }],
  ])('refuses %s', (_what, wrong, said) => {
    expect(faults({ ...least, ...wrong })).toEqual(said)
  })

  it.each(['seed', 'ledger_head', 'ledger_length', 'epoch', '__proto__x'])(
    'refuses the field %s, which it does not have',
    (field) => {
      expect(Object.keys(faults({ ...least, [field]: 1 }))).toEqual([field])
    },
  )

  it('ignores the ids that children have elsewhere', () => {
    const copied = v.parse(trialForm, {
      ...least,
      sites: [{ id: 7, title: 'Royal Infirmary', is_deleted: true }],
      study_groups: [
        { id: 8, name: 'Aspirin', is_blinded: false },
        { id: 9, name: 'Avoid aspirin', is_blinded: false },
      ],
      trial_strata: [{ id: 10, name: 'Sex', trial_stratum_options: [{ id: 11, name: 'Female' }] }],
    })
    expect(copied).toMatchObject({ sites: [{ title: 'Royal Infirmary', is_deleted: true }] })
    expect(JSON.stringify(copied)).not.toMatch(/"id"|is_blinded"/)
  })

  it('trims every text', () => {
    const trimmed = v.parse(trialForm, { ...least, title: ' Aspirin ', description: '  ', sites: [{ title: ' R ' }] })
    expect([trimmed.title, trimmed.description, trimmed.sites[0]?.title]).toEqual(['Aspirin', null, 'R'])
  })
})

describe('the form that saves a trial', () => {
  const saved = (form: object) => v.parse(savedTrialForm, { ...least, ...form })

  it('distinguishes a hidden or missing field from one at its default', () => {
    const settings = { urn_initial: 1, minimisation_measure: 'variance' }
    const open = { urn_initial: null, minimisation_measure: null }
    expect([saved(settings), saved({})]).toMatchObject([settings, open])
    expect(saved({})).not.toHaveProperty('trial_status_id')
    const [hidden] = saved({ study_groups: [{ name: 'Kit K', is_blinded: true }] }).study_groups
    expect(hidden).toEqual({
      name: 'Kit K',
      label: null,
      factorial_level: null,
      max_participants: null,
      is_blinded: true,
    })
  })

  it('accepts the list of groups from people who see none', () => {
    expect(saved({ study_groups: [] }).study_groups).toEqual([])
  })

  it('accepts children with their ids', () => {
    const form = saved({
      sites: [{ id: 7, title: 'Royal Infirmary' }],
      trial_strata: [{ id: 10, name: 'Sex', trial_stratum_options: [{ id: 11, name: 'Female' }, { name: 'Male' }] }],
    })
    expect(form.sites).toMatchObject([{ id: 7 }])
    expect(form.trial_strata).toMatchObject([{ id: 10, trial_stratum_options: [{ id: 11 }, { name: 'Male' }] }])
  })

  it.each([0, -1, 1.5, '7', null])('refuses %j for an id', (id) => {
    expect(v.is(savedTrialForm, { ...least, sites: [{ id, title: 'Royal Infirmary' }] })).toBe(false)
  })
})

/** Fields that confirm one save and are not part of the trial. */
const CONFIRMING = ['renaming']

describe('the answer of a trial', () => {
  it.each([
    ['made', trialForm],
    ['saved', savedTrialForm],
  ])('can be sent back as the form by which one is %s: the form has every field of the answer', (_how, form) => {
    const answered = Object.keys(form.entries).filter((field) => !CONFIRMING.includes(field))
    expect(answered.toSorted()).toEqual(Object.keys(trial.entries).toSorted())
  })

  it('omits the settings for people who may not see them', () => {
    const hidden = Object.entries(trial.entries).filter(([field]) => field in trialFormAnswer.entries)
    expect(hidden.filter(([, schema]) => !v.is(schema, undefined)).map(([field]) => field)).toEqual([])
  })
})
