import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countsAfter, type CountsAfterChange } from '#domain/randomisation/epoch'
import { changesLockedDesign, changesStrata, type SentForm, type StoredForm } from '#domain/trials/saved-trial-form'
import { aDesign, anyDesign, factors, rated, weighted, type NamedSettings } from '../domain/randomisation/designs'

const page = readFileSync(join(import.meta.dirname, '../../src/help/statistician.md'), 'utf8')
const [, table = ''] = /^### Settings that change\n([\s\S]*?)^Stratify the analysis/m.exec(page) ?? []
const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, change = '', effect = '']) => ({
  change,
  effect,
}))

/** What the page says of the row that names a change, if it names one. */
const said = (change: string): string | undefined => rows.find((row) => row.change.includes(change))?.effect

const WORDS: Record<CountsAfterChange | 'refused', RegExp> = {
  begin_again: /^a new epoch/,
  carried: /continue in the same epoch$/,
  unchanged: /^no new epoch$/,
  refused: /^refused$/,
}

const URN: NamedSettings = { randomisation_method_id: 2 }
const BLOCKED: NamedSettings = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 8 }
const MAXIMAL: NamedSettings = { randomisation_method_id: 8 }
const MINIMISED: NamedSettings = { randomisation_method_id: 3, ...factors(2, 1), is_site_stratified: true }

describe('the help says what a change of settings does to counts', () => {
  it.each<[change: string, before: NamedSettings, after: NamedSettings]>([
    ['a new study group', URN, { study_groups: weighted(1, 1, 1) }],
    ['the ratio', URN, { study_groups: weighted(2, 1) }],
    ['at an option too', rated('1:1', '2:1'), rated('1:1', '3:1')],
    ['which of strata and site the draw uses', BLOCKED, { is_site_stratified: true }],
    ['block sizes', BLOCKED, { block_size_max: 12 }],
    ['a setting of the maximal procedure', MAXIMAL, { maximal_limit: 2 }],
    ['a minimisation balances', MINIMISED, { is_site_stratified: false }],
    ['another setting of an urn', URN, { urn_beta: 2 }],
    ['bounds of blocks', BLOCKED, { block_size_max: 9 }],
  ])('%s', (change, before, after) => {
    const [from, to] = [anyDesign(before), anyDesign({ ...before, ...after })]
    expect(said(change)).toMatch(WORDS[countsAfter(from, to)])
  })

  it('a new site and new names of groups are neither a new epoch nor refused', () => {
    const sent = {
      ...stored,
      sites: [{}],
      study_groups: stored.study_groups.map((group) => ({ ...group, name: 'New' })),
    }
    expect(changesLockedDesign(sent, stored) || changesStrata(sent.trial_strata, stored.trial_strata)).toBe(false)
    // What the engine draws by has neither, so that no new one begins an epoch.
    expect(JSON.stringify(aDesign())).not.toMatch(/"(name|title|sites)"/)
    expect(said('a new site')).toMatch(WORDS.unchanged)
    expect(said('names of groups')).toMatch(WORDS.unchanged)
  })
})

const STRATUM = { id: 21, name: 'Sex', description: null, trial_stratum_options: [{ id: 31, name: 'Female' }] }
const stored: StoredForm = {
  allocation_method_id: 1,
  randomisation_method_id: 1,
  exclude_flagged_participants: false,
  sites: [],
  study_groups: weighted(1, 1).map(({ id }) => ({ id, factorial_level: null })),
  trial_strata: [STRATUM],
}

describe('the help says what cannot change after the first participant', () => {
  it.each<[change: string, sent: Partial<SentForm>]>([
    ['the method', { randomisation_method_id: 2 }],
    ['a study group that is removed', { study_groups: stored.study_groups.slice(1) }],
    ['whether flagged participants are excluded', { exclude_flagged_participants: true }],
    ['a stratum', { trial_strata: [{ ...STRATUM, name: 'Gender' }] }],
    [
      'its options',
      { trial_strata: [{ ...STRATUM, trial_stratum_options: [{ id: 31, name: 'Female' }, { name: 'Male' }] }] },
    ],
  ])('%s', (change, more) => {
    const sent = { ...stored, ...more }
    expect(changesLockedDesign(sent, stored) || changesStrata(sent.trial_strata, stored.trial_strata)).toBe(true)
    expect(said(change)).toMatch(WORDS.refused)
  })
})
