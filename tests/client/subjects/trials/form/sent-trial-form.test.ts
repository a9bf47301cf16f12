import { api } from '#contract/api'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { FORM_SECTIONS } from '../../../../../src/client/subjects/trials/form/form-sections'
import { withCap } from '../../../../../src/client/subjects/trials/form/option-caps'
import {
  NEW_TRIAL,
  sentTrialForm,
  type FormSubject,
} from '../../../../../src/client/subjects/trials/form/sent-trial-form'
import {
  blankStratum,
  blankTrialForm,
  formOfTrial,
  type TrialFormValues,
} from '../../../../../src/client/subjects/trials/form/trial-form-values'
import { aTrialWithSettings } from './a-shown-settings'

const sent = (more: Partial<TrialFormValues>, subject: FormSubject = NEW_TRIAL) =>
  sentTrialForm({ ...blankTrialForm(), ...more }, subject)

const row = { id: null, title: 'Royal Infirmary', is_deleted: false, low_pack_level: 5, max_participants: 40 }
const group = { id: null, name: 'A', label: '', weight: 1, max_participants: '', factorial_level: 2 }

test('a new trial has the defaults', () => {
  expect(blankTrialForm()).toMatchObject({
    allocation_method_id: 1,
    randomisation_method_id: 4,
    participant_id_warning_id: 1,
    sample_size: 0,
    selected_timezone: 'Etc/UTC',
    trial_status_id: 1,
  })
})

describe('fields that do not apply are sent with the value for that case', () => {
  test('a low pack level and an alert level only with packs', () => {
    const packs = {
      sites: [row],
      least_active_packs: 8,
      pack_alert_level: 3,
      is_confirmable: true,
      is_dispense_checked: true,
      is_site_managing_packs: true,
    }
    expect(sent({ ...packs, is_managing_packs: true })).toMatchObject({
      ...packs,
      sites: [{ low_pack_level: 5 }],
    })
    expect(sent({ ...packs, is_managing_packs: false })).toMatchObject({
      sites: [{ low_pack_level: null }],
      least_active_packs: 6,
      pack_alert_level: null,
      is_confirmable: false,
      is_dispense_checked: false,
      is_site_managing_packs: false,
    })
  })

  test('a factor only in a factorial trial', () => {
    expect(sent({ study_groups: [group], allocation_method_id: 4 }).study_groups).toMatchObject([
      { factorial_level: 2 },
    ])
    expect(sent({ study_groups: [group], allocation_method_id: 1 }).study_groups).toMatchObject([
      { factorial_level: null },
    ])
  })

  test('block sizes only for blocks, a probability only for a minimisation, a required id only where ids are used', () => {
    const values = {
      block_size_min: 4,
      block_size_max: 8,
      minimisation_probability: 85,
      is_participant_id_required: true,
    }
    expect(sent({ ...values, randomisation_method_id: 1 })).toMatchObject({
      block_size_min: 4,
      block_size_max: 8,
      minimisation_probability: null,
      is_participant_id_required: false,
    })
    expect(sent({ ...values, randomisation_method_id: 3 })).toMatchObject({
      block_size_min: null,
      minimisation_probability: 85,
    })
  })
})

test('a trial expires six months after its end, whatever it said before', () => {
  expect(sent({ end_on: '2026-08-31' }).expires_at).toBe('2027-02-28')
  expect(sent({ end_on: '' }).expires_at).toBeNull()
})

describe('options, one on each line', () => {
  test('are sent without blank lines', () => {
    const stratum = { ...blankStratum(), name: 'Sex', trial_stratum_options: 'Female\n\n  Male  \n' }
    expect(sent({ trial_strata: [stratum] }).trial_strata[0]?.trial_stratum_options).toEqual([
      { name: 'Female', max_participants: null },
      { name: 'Male', max_participants: null },
    ])
  })

  test('have their caps by their names, wherever their lines are', () => {
    const caps = withCap(withCap(withCap('', 'Female', 60), 'Not said', 5), 'Male', 'x')
    const stratum = { ...blankStratum(), name: 'Sex', trial_stratum_options: 'Male\nFemale\nOther', option_caps: caps }
    expect(sent({ trial_strata: [stratum] }).trial_strata[0]?.trial_stratum_options).toEqual([
      { name: 'Male', max_participants: 'x' },
      { name: 'Female', max_participants: 60 },
      { name: 'Other', max_participants: null },
    ])
    expect(withCap('60 Female', 'Female', '')).toBe('')
  })

  test('keep their ids as long as they keep their names', () => {
    const trial = aTrialWithSettings()
    const values = formOfTrial(trial)
    const trial_strata = values.trial_strata.map((stratum) => ({ ...stratum, trial_stratum_options: 'Male\nOther' }))
    const [sex] = sentTrialForm({ ...values, trial_strata }, { trial, setup_version: 3, isBlinded: false }).trial_strata
    expect(sex?.trial_stratum_options).toEqual([
      { id: 32, name: 'Male', max_participants: null },
      { name: 'Other', max_participants: null },
    ])
  })
})

describe('a trial that is shown and sent back', () => {
  test('is the same, with its version', () => {
    const trial = aTrialWithSettings()
    const form = v.parse(
      api.updateTrial.body,
      sentTrialForm(formOfTrial(trial), { trial, setup_version: 3, isBlinded: false }),
    )
    expect(form).toMatchObject({
      setup_version: 3,
      title: trial.title,
      study_groups: [
        { id: 51, name: 'Aspirin', label: 'Blue', weight: 2 },
        { id: 52, name: 'Avoid aspirin', label: null, weight: 1 },
      ],
      sites: trial.sites.map(({ id, title, is_deleted }) => ({ id, title, is_deleted, low_pack_level: null })),
      trial_strata: trial.trial_strata,
    })
  })

  test('by a blinded person omits hidden fields', () => {
    const trial = aTrialWithSettings({ is_blinded_partial: true })
    const form = sentTrialForm(formOfTrial(trial), { trial, setup_version: 3, isBlinded: true })
    expect(JSON.stringify(form)).not.toMatch(/weight|study_groups|block_size|urn_|minimisation_/)
  })
})

test('the sections are in their order', () => {
  expect(FORM_SECTIONS.map(({ title }) => title)).toEqual([
    'General details',
    'Dates and time zone',
    'Allocation and randomisation',
    'Sites',
    'Study groups',
    'Strata',
    'Participant identifier options',
    'Pack management',
    'Blinding',
    'Organisation details',
  ])
})

test('every field of the form is in one section', () => {
  const fields = FORM_SECTIONS.flatMap(({ fields }) => [...fields])
  expect(new Set(fields).size).toBe(fields.length)
  const sections = fields.filter((field) => field !== 'expires_at').sort()
  expect(sections).toEqual(Object.keys(blankTrialForm()).sort())
})
