import {
  changesLockedDesign,
  changesStrata,
  childFaults,
  missingFrom,
  type SentForm,
  type StoredForm,
} from '#domain/trials/saved-trial-form'
import { describe, expect, it } from 'vitest'

const SEX = {
  id: 21,
  name: 'Sex',
  description: null,
  trial_stratum_options: [
    { id: 31, name: 'Female' },
    { id: 32, name: 'Male' },
  ],
}

const stored: StoredForm = {
  allocation_method_id: 4,
  randomisation_method_id: 1,
  exclude_flagged_participants: false,
  sites: [
    { id: 1, title: 'North' },
    { id: 2, title: 'South' },
    { id: 3, title: 'West' },
  ],
  study_groups: [
    { id: 11, factorial_level: 1 },
    { id: 12, factorial_level: 1 },
    { id: 13, factorial_level: 2 },
    { id: 14, factorial_level: 2 },
  ],
  trial_strata: [
    SEX,
    { id: 22, name: 'Age', description: 'In years', trial_stratum_options: [{ id: 33, name: '80+' }] },
  ],
}
const sent = (more: Partial<SentForm> = {}): SentForm => ({ ...stored, ...more })

const UNKNOWN = 'Not part of this trial'
const TWICE = 'Listed twice'

describe('the ids of children', () => {
  it.each<[says: string, more: Partial<SentForm>, faults: Record<string, string>]>([
    ['of the trial', {}, {}],
    ['in any order', { sites: stored.sites.toReversed() }, {}],
    ['beside new children', { sites: [...stored.sites, {}], trial_strata: [] }, {}],
    ['of another trial', { sites: [...stored.sites, { id: 9 }] }, { 'sites.3.id': UNKNOWN }],
    ['twice', { sites: [...stored.sites, { id: 2 }] }, { 'sites.3.id': TWICE }],
    [
      'of a group and a stratum that there are not',
      {
        study_groups: [{ id: 1, factorial_level: 1 }],
        trial_strata: [{ id: 11, name: 'Sex', description: null, trial_stratum_options: [] }],
      },
      { 'study_groups.0.id': UNKNOWN, 'trial_strata.0.id': UNKNOWN },
    ],
    [
      'of an option of another stratum',
      { trial_strata: [{ id: 22, name: 'Age', description: null, trial_stratum_options: [{ id: 31, name: 'F' }] }] },
      { 'trial_strata.0.trial_stratum_options.0.id': UNKNOWN },
    ],
    [
      'of an option under a new stratum',
      { trial_strata: [{ name: 'Age', description: null, trial_stratum_options: [{ id: 33, name: '80+' }] }] },
      { 'trial_strata.0.trial_stratum_options.0.id': UNKNOWN },
    ],
    [
      'of an option twice',
      {
        trial_strata: [
          {
            id: 22,
            name: 'Age',
            description: null,
            trial_stratum_options: [
              { id: 33, name: 'a' },
              { id: 33, name: 'b' },
            ],
          },
        ],
      },
      { 'trial_strata.0.trial_stratum_options.1.id': TWICE },
    ],
    [
      'of one site too few',
      { sites: [{ id: 1 }, { id: 3 }, {}] },
      { sites: 'A site cannot be removed, only marked as “No longer takes part”. Missing: South' },
    ],
    [
      'of no site',
      { sites: [{}] },
      { sites: 'A site cannot be removed, only marked as “No longer takes part”. Missing: North and 2 more' },
    ],
  ])('%s', (_says, more, faults) => {
    expect(childFaults(sent(more), stored)).toEqual(faults)
  })

  it('name the stored children that the form leaves out', () => {
    expect(missingFrom([{ id: 12 }, {}, { id: 14 }], stored.study_groups).map(({ id }) => id)).toEqual([11, 13])
  })
})

describe('strata', () => {
  /** The strata with a change to the first, the sex. */
  const sexWith = (more: object): SentForm['trial_strata'] => [{ ...SEX, ...more }, ...stored.trial_strata.slice(1)]

  it.each<[says: string, strata: SentForm['trial_strata']]>([
    ['one less', stored.trial_strata.slice(1)],
    [
      'one more',
      [...stored.trial_strata, { name: 'Fever', description: null, trial_stratum_options: [{ name: 'Yes' }] }],
    ],
    ['the same without its id', sexWith({ id: undefined })],
    ['another name', sexWith({ name: 'Gender' })],
    ['a help text', sexWith({ description: 'As registered' })],
    ['one option less', sexWith({ trial_stratum_options: [{ id: 31, name: 'Female' }] })],
    [
      'one option more',
      sexWith({ trial_stratum_options: [{ id: 31, name: 'Female' }, { id: 32, name: 'Male' }, { name: 'Other' }] }),
    ],
    [
      'an option by another name',
      sexWith({
        trial_stratum_options: [
          { id: 31, name: 'Woman' },
          { id: 32, name: 'Male' },
        ],
      }),
    ],
    [
      'options with their names swapped',
      sexWith({
        trial_stratum_options: [
          { id: 31, name: 'Male' },
          { id: 32, name: 'Female' },
        ],
      }),
    ],
    ['options without ids', sexWith({ trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] })],
    ['none', []],
  ])('are changed by %s', (_says, strata) => {
    expect(changesStrata(strata, stored.trial_strata)).toBe(true)
  })

  it.each<[says: string, strata: SentForm['trial_strata']]>([
    ['themselves', stored.trial_strata],
    ['another order', stored.trial_strata.toReversed()],
    [
      'another order of options',
      sexWith({
        trial_stratum_options: [
          { id: 32, name: 'Male' },
          { id: 31, name: 'Female' },
        ],
      }),
    ],
    ['another weight in the minimisation', sexWith({ minimisation_weight: 7 })],
  ])('are not changed by %s', (_says, strata) => {
    expect(changesStrata(strata, stored.trial_strata)).toBe(false)
  })
})

describe('the design', () => {
  it.each<[says: string, more: Partial<SentForm>, changes: boolean]>([
    ['itself', {}, false],
    ['another allocation method', { allocation_method_id: 1 }, true],
    ['another randomisation method', { randomisation_method_id: 2 }, true],
    ['a group less', { study_groups: stored.study_groups.slice(1) }, true],
    ['a new group', { study_groups: [{ factorial_level: 1 }, ...stored.study_groups.slice(1)] }, true],
    [
      'a group of the other factor',
      { study_groups: [{ id: 11, factorial_level: 2 }, ...stored.study_groups.slice(1)] },
      true,
    ],
    ['a group more', { study_groups: [...stored.study_groups, { factorial_level: 2 }] }, false],
    ['another order of groups', { study_groups: stored.study_groups.toReversed() }, false],
    ['new sites and strata', { sites: [], trial_strata: [] }, false],
  ])('is locked, and changed or not by %s', (_says, more, changes) => {
    expect(changesLockedDesign(sent(more), stored)).toBe(changes)
  })
})
