import type { Trial } from '#contract/trials'
import { describe, expect, test } from 'vitest'
import { FORM_SECTIONS } from '../../../../../../src/client/subjects/trials/form/form-sections'
import {
  designSections,
  settingsSections,
} from '../../../../../../src/client/subjects/trials/trial/settings/settings-sections'
import { aShownTrial } from '../../../../a-shown-trial'

const setting = (title: string, name: string, changes: Parameters<typeof aShownTrial>[0]) =>
  settingsSections(aShownTrial(changes))
    .find((section) => section.title === title)
    ?.items.find(([one]) => one === name)?.[1]

const OPEN_SITE = { id: 1, title: 'Queens', is_deleted: false, opened_at: '2026-01-05T09:00:00.000Z' }
const ASPIRIN = { id: 1, name: 'Aspirin', is_blinded: false }
const BLOCKED = { randomisation_method_id: 1 }
const URN = { randomisation_method_id: 2 }
const MINIMISED = { randomisation_method_id: 3, minimisation_site_weight: 3 }
const WEIGHED = {
  id: 1,
  name: 'Sex',
  description: null,
  minimisation_weight: 4,
  trial_stratum_options: [{ id: 1, name: 'Female' }],
}

describe('a trial’s settings', () => {
  test.each<[string, string, Partial<Trial>, string | null | undefined]>([
    ['Allocation and randomisation', 'Sample size', { sample_size: 6257 }, '6,257'],
    ['Allocation and randomisation', 'Sample size', { sample_size: 0 }, 'No limit'],
    ['Dates and time zone', 'Start date', { start_on: '2026-01-05' }, '5 Jan 2026'],
    ['Dates and time zone', 'Expires', { expires_at: null }, null],
    ['Allocation and randomisation', 'Block sizes', { ...BLOCKED, block_size_min: 2, block_size_max: 6 }, '2 to 6'],
    ['Allocation and randomisation', 'Block sizes', { ...URN, block_size_min: 2, block_size_max: 6 }, undefined],
    ['Allocation and randomisation', 'Block sizes', { ...BLOCKED, block_size_min: null }, undefined],
    ['Allocation and randomisation', 'Block sizes', {}, undefined],
    ['Allocation and randomisation', 'Initial balls', { ...URN, urn_initial: 2 }, '2'],
    ['Allocation and randomisation', 'Balls added for the group drawn', { ...URN, urn_alpha: 0 }, '0'],
    ['Allocation and randomisation', 'Balls added for each other group', { ...URN, urn_beta: null }, undefined],
    ['Allocation and randomisation', 'Measure of imbalance', { ...MINIMISED, minimisation_measure: 'range' }, 'Range'],
    ['Allocation and randomisation', 'Probability', { ...MINIMISED, minimisation_probability: 85 }, '85%'],
    ['Allocation and randomisation', 'Weight of the site', { ...MINIMISED, is_site_stratified: true }, '3'],
    ['Allocation and randomisation', 'Weight of the site', { ...MINIMISED, is_site_stratified: false }, undefined],
    [
      'Participant identifier options',
      'A participant ID that is already used',
      { participant_id_warning_id: 3 },
      'Block',
    ],
    ['Allocation and randomisation', 'A second person confirms the design', { is_design_checked: true }, 'Yes'],
    ['Allocation and randomisation', 'Sites are opened one by one', {}, 'No'],
    ['Sites', 'Take part', {}, 'Queens, Abbey'],
    [
      'Sites',
      'Take part',
      { sites: [{ id: 1, title: 'Queens', is_deleted: false, opened_at: null }] },
      'Queens (not opened yet)',
    ],
    ['Sites', 'No longer take part', {}, 'Closed'],
    ['Sites', 'Take part', { sites: [{ ...OPEN_SITE, low_pack_level: 1 }] }, 'Queens (low at 1 pack)'],
    ['Sites', 'Take part', { sites: [{ ...OPEN_SITE, low_pack_level: 1200 }] }, 'Queens (low at 1,200 packs)'],
    ['Sites', 'Take part', { sites: [{ ...OPEN_SITE, max_participants: 1 }] }, 'Queens (at most 1 participant)'],
    ['Sites', 'Take part', { sites: [{ ...OPEN_SITE, max_participants: 20 }] }, 'Queens (at most 20 participants)'],
    ['Study groups', 'Aspirin', { study_groups: [{ ...ASPIRIN, max_participants: 1 }] }, 'at most 1 participant'],
    ['Strata', 'Sex', {}, 'Female, Male'],
    ['Strata', 'Sex', { ...MINIMISED, trial_strata: [WEIGHED] }, 'Female; weight 4'],
    ['Strata', 'Sex', { ...BLOCKED, trial_strata: [WEIGHED] }, 'Female'],
    ['Pack management', 'Pack alert level of the trial', { pack_alert_level: 0 }, '0'],
    ['Pack management', 'Active packs that a blinded person must leave', { least_active_packs: 8 }, '8'],
    ['Pack management', 'Pack alert level of the trial', { pack_alert_level: null }, null],
    ['Organisation details', 'Amount quoted', { org_quote_amount: 1250 }, '1,250.00'],
    ['Organisation details', 'Date of the quote', { org_quote_date: '2026-01-05' }, '5 Jan 2026'],
    ['Organisation details', 'Amount paid', { org_paid_amount: null }, null],
  ])('%s: %s of %o is shown as %s', (title, name, changes, expected) => {
    expect(setting(title, name, changes)).toBe(expected)
  })

  test('study groups show their weight and label, as far as they are known', () => {
    const study_groups = [
      { id: 1, name: 'Aspirin', label: 'A', weight: 2, is_blinded: false },
      { name: 'B', is_blinded: true },
    ]
    expect(
      settingsSections(aShownTrial({ study_groups })).find(({ title }) => title === 'Study groups')?.items,
    ).toEqual([
      ['Aspirin', 'weight 2, label “A”'],
      ['B', ''],
    ])
  })

  test('are shown in the sections of the form and by its words, and the design is the part that a second person confirms', () => {
    const trial = aShownTrial()
    const titles = (sections: ReturnType<typeof settingsSections>) => sections.map(({ title }) => title)
    expect(titles(settingsSections(trial))).toEqual(FORM_SECTIONS.map(({ title }) => title))
    expect(titles(designSections(trial))).toEqual(['Allocation and randomisation', 'Study groups', 'Strata'])
    expect(designSections(trial)[0]?.items.map(([name]) => name)).toEqual([
      'Allocation method',
      'Randomisation method',
      'Stratified',
      'Stratified by site',
      'Exclude flagged participants',
    ])
  })
})
