// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrial } from '../../../../a-shown-trial'
import { answers, openApp, pagesOf } from '../../../../open-app'
import { wordsOf } from '../../../../shown-table'

/* What a commitment proves: of draws that they were fixed, of an uploaded list that the list has its own. */

const SYSTEM = 1
const NURSE = 5
const BY_LIST = { randomisation_method: { title: 'Uploaded list' } }
const ITS_SETTINGS = { randomisation_method_id: 10 }

const DECIDES = 'Anyone can then check that every allocation was fixed from the start and none was changed.'
const DECIDES_NOTHING =
  'It commits to the secret of the trial’s ledger, which does not decide any allocation. The uploaded list has a commitment of its own in the ledger.'

/** The words of the section about the commitment. */
const said = async (changes: Partial<Trial>, role = NURSE) => {
  openApp('/trials/1', [
    ...pagesOf(aShownTrial(changes), role),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.getReadiness, { data: [] }),
    answers(api.getTrialStatistics, {
      statistics: {
        study_groups: [],
        sites: [],
        trial_strata: [],
        study_packs: [],
        site_courses: [],
        recruitment: [],
        flagged_left_out: 0,
      },
    }),
  ])
  return wordsOf(await screen.findByRole('region', { name: 'Commitment' }))
}

test.each<[string, Partial<Trial>, number]>([
  ['a nurse, who may not see its settings', BY_LIST, NURSE],
  ['a system administrator', { ...BY_LIST, ...ITS_SETTINGS }, SYSTEM],
])('of a trial by an uploaded list does not claim to decide allocations, to %s', async (_name, changes, role) => {
  const words = await said(changes, role)
  expect(words).toContain(DECIDES_NOTHING)
  expect(words).not.toContain(DECIDES)
  expect(words).toContain('c0ffee')
})

test('of a trial that draws says that its allocations were fixed from the start', async () => {
  const words = await said({})
  expect(words).toContain(DECIDES)
  expect(words).not.toContain(DECIDES_NOTHING)
})
