import { expect, test } from 'vitest'
import { copiedTrialForm } from '../../../../../src/client/subjects/trials/form/copied-trial-form'
import { copiedIdOf, copyPath } from '../../../../../src/client/subjects/trials/form/copy-address'
import { aTrialWithSettings } from './a-shown-settings'

/* A trial as a template: its design is copied, facts of its own are not. */

const trial = aTrialWithSettings({
  title: 'CEDAR',
  ethics_approval_id: 'REC 26/1',
  description: 'About CEDAR',
  org_comments: 'Paid in May',
  org_contact_name: 'Trial office',
  sample_size: 240,
  is_managing_packs: true,
  sites: [
    { id: 11, title: 'Royal Infirmary', is_deleted: false, low_pack_level: 12 },
    { id: 12, title: 'Left the trial', is_deleted: true, low_pack_level: null },
  ],
})

test('the design is copied', () => {
  expect(copiedTrialForm(trial)).toMatchObject({
    sample_size: 240,
    is_managing_packs: true,
    org_contact_name: 'Trial office',
    study_groups: [
      { id: null, name: 'Aspirin', label: 'Blue', weight: 2 },
      { id: null, name: 'Avoid aspirin', label: '', weight: 1 },
    ],
  })
})

test('facts of the one trial alone are not copied', () => {
  expect(copiedTrialForm(trial)).toMatchObject({
    title: 'Copy of CEDAR',
    description: '',
    ethics_approval_id: '',
    start_on: '',
    end_on: '',
    org_comments: '',
    trial_status_id: 1,
  })
})

test('sites, groups and strata become new ones, and a site that has left is omitted', () => {
  const { sites, study_groups, trial_strata } = copiedTrialForm(trial)
  expect(sites.map(({ id, title }) => [id, title])).toEqual([[null, 'Royal Infirmary']])
  expect([...study_groups, ...trial_strata].every(({ id }) => id === null)).toBe(true)
})

test('a title is cut to its limit', () => {
  expect(copiedTrialForm({ ...trial, title: 'a'.repeat(255) }).title).toHaveLength(255)
})

test('the address names the trial, and nothing else', () => {
  expect(copiedIdOf(copyPath(7).hash)).toBe(7)
  expect(['', 'copy-of-', 'copy-of-0', 'copy-of-a', 'copy-of-1.5', '7'].map(copiedIdOf)).toEqual(
    Array.from({ length: 6 }, () => null),
  )
})
