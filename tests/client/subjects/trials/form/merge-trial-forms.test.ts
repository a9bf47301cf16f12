import { describe, expect, test } from 'vitest'
import { differencesOf, mergedForms, type Keep } from '../../../../../src/client/subjects/trials/form/merge-trial-forms'
import { formOfTrial, type TrialFormValues } from '../../../../../src/client/subjects/trials/form/trial-form-values'
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
