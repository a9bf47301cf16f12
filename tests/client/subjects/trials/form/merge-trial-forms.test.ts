import { describe, expect, test } from 'vitest'
import { differencesOf, mergedForms, type Keep } from '../../../../../src/client/subjects/trials/form/merge-trial-forms'
import {
  blankStratum,
  blankStudyGroup,
  formOfTrial,
  type TrialFormValues,
} from '../../../../../src/client/subjects/trials/form/trial-form-values'
import { aTrialWithSettings } from './a-shown-settings'

/* Two administrators fill in the same form: the question to the second, and its outcome. */

const base = formOfTrial(aTrialWithSettings())
const changed = (more: Partial<TrialFormValues>): TrialFormValues => ({ ...base, ...more })
const NOTHING: ReadonlyMap<string, Keep> = new Map()
const [queens, abbey, closed] = base.sites
const site = (title: string) => ({
  id: 90,
  title,
  is_deleted: false,
  low_pack_level: '' as const,
  max_participants: '' as const,
})
const own = { id: null, title: 'Mine', is_deleted: false, low_pack_level: '' as const, max_participants: '' as const }

const differingKeys = (mine: TrialFormValues, theirs: TrialFormValues) =>
  differencesOf(base, mine, theirs).map(({ label, usual }) => [label, usual])

describe('the question', () => {
  test.each<[says: string, mine: Partial<TrialFormValues>, theirs: Partial<TrialFormValues>, said: unknown[]]>([
    ['nothing where they changed nothing', { title: 'Mine' }, {}, []],
    ['nothing where both say the same', { title: 'Same' }, { title: 'Same' }, []],
    ['theirs, where I have not touched it', {}, { title: 'Theirs' }, [['Title', 'theirs']]],
    ['mine, where I have', { title: 'Mine' }, { title: 'Theirs' }, [['Title', 'mine']]],
    [
      'of a row as a whole',
      {},
      { sites: base.sites.map((one) => ({ ...one, is_deleted: true })) },
      [
        ['Sites: Queens', 'theirs'],
        ['Sites: Abbey', 'theirs'],
      ],
    ],
    ['of a row that is new', {}, { sites: [...base.sites, site('Zermatt')] }, [['Sites: Zermatt', 'theirs']]],
  ])('%s', (_says, mine, theirs, said) => {
    expect(differingKeys(changed(mine), changed(theirs))).toEqual(said)
  })

  test('has words: the value before, now, and in the form', () => {
    const [difference] = differencesOf(base, changed({ sample_size: 10 }), changed({ sample_size: 20 }))
    expect(difference).toMatchObject({ label: 'Sample size', was: '365', theirs: '20', mine: '10' })
  })
})

describe('the result', () => {
  test('without a choice is mine, and theirs where I changed nothing', () => {
    const merged = mergedForms(
      base,
      changed({ title: 'Mine' }),
      changed({ title: 'Theirs', org_name: 'Ward' }),
      NOTHING,
    )
    expect(merged).toMatchObject({ title: 'Mine', org_name: 'Ward' })
  })

  test('follows another choice', () => {
    const chosen = new Map<string, Keep>([
      ['title', 'theirs'],
      ['org_name', 'mine'],
    ])
    const merged = mergedForms(base, changed({ title: 'Mine' }), changed({ title: 'Theirs', org_name: 'Ward' }), chosen)
    expect(merged).toMatchObject({ title: 'Theirs', org_name: 'Stroke unit' })
  })

  test('has a site of theirs and one of mine', () => {
    const theirs = changed({ sites: [...base.sites, site('Zermatt')] })
    const { sites } = mergedForms(base, changed({ sites: [...base.sites, own] }), theirs, NOTHING)
    expect(sites.map(({ title }) => title)).toEqual(
      [queens, abbey, closed].map((one) => one?.title).concat('Zermatt', 'Mine'),
    )
  })

  test('loses a study group that they removed, or has it as a new one where I had changed it and choose mine', () => {
    const [first, second] = base.study_groups
    if (first === undefined || second === undefined) throw new Error('there are two')
    const theirs = changed({ study_groups: [first] })
    expect(mergedForms(base, base, theirs, NOTHING).study_groups).toEqual([first])
    const mine = changed({ study_groups: [first, { ...second, weight: 3 }] })
    expect(mergedForms(base, mine, theirs, NOTHING).study_groups).toEqual([first, { ...second, id: null, weight: 3 }])
  })

  test('lacks a stratum that I removed, unless they changed it and I choose theirs', () => {
    const mine = changed({ trial_strata: base.trial_strata.slice(1) })
    expect(mergedForms(base, mine, base, NOTHING).trial_strata).toEqual(mine.trial_strata)
    const theirs = changed({
      trial_strata: base.trial_strata.map((one, i) => (i === 0 ? { ...one, name: 'Gender' } : one)),
    })
    expect(mergedForms(base, mine, theirs, NOTHING).trial_strata).toEqual(mine.trial_strata)
    const taken = mergedForms(base, mine, theirs, new Map([['trial_strata#21', 'theirs']]))
    expect(taken.trial_strata).toEqual(theirs.trial_strata)
  })
})

describe('ratios by option go with their study groups', () => {
  const groupsOf = (...rows: readonly (readonly [id: number | null, name: string, weight: number])[]) =>
    rows.map(([id, name, weight]) => ({ ...blankStudyGroup(), id, name, weight }))
  const strataOf = (option_ratios: string, description = '') => [
    { ...blankStratum(), id: 21, name: 'Severity', description, trial_stratum_options: 'Severe\nMild', option_ratios },
  ]
  const [A, B, C] = [[1, 'A', 1] as const, [2, 'B', 1] as const, [3, 'C', 1] as const]
  const opened = changed({ study_groups: groupsOf(A, B, C), trial_strata: strataOf('2:1:3 Severe') })
  const mine = { ...opened, trial_strata: strataOf('2:1:3 Severe', 'Mine') }

  const ratiosAfter = (form: TrialFormValues, theirs: TrialFormValues) => {
    const { study_groups, trial_strata } = mergedForms(opened, form, theirs, NOTHING)
    return [study_groups.map(({ name }) => name).join(), trial_strata[0]?.description, trial_strata[0]?.option_ratios]
  }

  test('where they removed one and I changed the help text', () => {
    const theirs = { ...opened, study_groups: groupsOf(A, C), trial_strata: strataOf('2:3 Severe') }
    expect(ratiosAfter(mine, theirs)).toEqual(['A,C', 'Mine', '2:3 Severe'])
  })

  test('where they added one, which has its own weight', () => {
    const theirs = {
      ...opened,
      study_groups: groupsOf(A, B, C, [4, 'D', 5]),
      trial_strata: strataOf('2:1:3:4 Severe'),
    }
    expect(ratiosAfter(mine, theirs)).toEqual(['A,B,C,D', 'Mine', '2:1:3:5 Severe'])
  })

  test('where each of us added one', () => {
    const theirs = { ...opened, study_groups: groupsOf(A, B, C, [4, 'D', 5]), trial_strata: strataOf('2:1:3:4 Severe') }
    const added = {
      ...opened,
      study_groups: groupsOf(A, B, C, [null, 'E', 6]),
      trial_strata: strataOf('2:1:3:7 Severe', 'Mine'),
    }
    expect(ratiosAfter(added, theirs)).toEqual(['A,B,C,D,E', 'Mine', '2:1:3:5:7 Severe'])
  })

  test('where I changed the one that they removed, and want it again', () => {
    const changedB = {
      ...mine,
      study_groups: groupsOf(A, [2, 'B', 9], C),
    }
    const theirs = { ...opened, study_groups: groupsOf(A, C), trial_strata: strataOf('2:3 Severe') }
    expect(ratiosAfter(changedB, theirs)).toEqual(['A,C,B', 'Mine', '2:3:1 Severe'])
  })
})
