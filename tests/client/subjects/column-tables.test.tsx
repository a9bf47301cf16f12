// @vitest-environment happy-dom
import { getParticipantHistory } from '#contract/participant-actions'
import { getParticipant, listParticipants } from '#contract/participants'
import { getStudyPack, listStudyPacks } from '#contract/study-packs'
import { listTrials } from '#contract/trials'
import { systemPermission } from '#domain/people/permissions'
import { screen } from '@testing-library/react'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { participantColumns } from '../../../src/client/subjects/participants/list/participant-columns'
import { packColumns } from '../../../src/client/subjects/study-packs/pack-columns'
import { TRIAL_COLUMNS } from '../../../src/client/subjects/trials/list/trial-columns'
import { listedColumns, recordTerms, sortsOf, storedColumns } from '../../../src/client/ui/record-column'
import { aShownPack } from '../a-shown-pack'
import { aShownParticipant } from '../a-shown-participant'
import { answers, openApp, pagesOf } from '../open-app'
import { shownTable, wordsOf } from '../shown-table'
import { ADMINISTRATOR, LISTS, OPEN, PACKED } from './shown-lists'

/* The list of the portal, the list on a device and the page of a record have the same columns, from one table. */

const permission = systemPermission([])
const inTrial = (trial: typeof PACKED) => ({ trial, permission })

/** A value that is always below another column has no heading. */
const headings = (columns: readonly { header: string; isAlwaysBelow?: true }[]) =>
  columns.flatMap(({ header, isAlwaysBelow }) => (isAlwaysBelow ? [] : [header]))
const shownHeadings = async (called: string): Promise<string[]> => {
  const list = LISTS[called]
  if (list === undefined) throw new Error(`There is no list ${called}`)
  openApp(list.at, list.replies)
  const [first = ''] = await shownTable(list.name)
  return first.split(' | ').filter((heading) => heading !== 'Actions')
}

test.each([
  ['trials', listedColumns(TRIAL_COLUMNS)],
  ['trials on this device', storedColumns(TRIAL_COLUMNS)],
  ['participants', listedColumns(participantColumns(inTrial(PACKED)))],
  ['participants on this device', storedColumns(participantColumns(inTrial(OPEN)))],
  ['study packs', listedColumns(packColumns({ trial: PACKED, showsGroups: true }))],
  ['study packs of somebody who is blinded', listedColumns(packColumns({ trial: PACKED, showsGroups: false }))],
  ['study packs on this device', storedColumns(packColumns({ trial: PACKED, showsGroups: false }))],
])('%s', async (called, columns) => {
  expect(await shownHeadings(called)).toEqual(headings(columns))
})

describe('the page of a record', () => {
  /** A trial's pages request its packs, to store them on the device. */
  const NO_PACKS = answers(listStudyPacks, { data: [] })

  const shownTerms = async (): Promise<string[]> => {
    await screen.findAllByRole('term')
    return screen.getAllByRole('term').map(wordsOf)
  }

  test.each([
    ['blinded', {}],
    ['told the group and the strata', { strata: [{ stratum: 'Sex', option: 'Female' }] }],
  ])('of a participant, %s', async (_, changes) => {
    const participant = aShownParticipant(changes)
    openApp('/trials/1/participants/71', [
      ...pagesOf(PACKED, ADMINISTRATOR),
      answers(getParticipant, participant),
      answers(getParticipantHistory, { data: [] }),
      NO_PACKS,
    ])
    const terms = recordTerms(participantColumns(inTrial(PACKED)), participant).map(([term]) => term)
    expect(await shownTerms()).toEqual(terms)
    expect(terms.includes('Sex')).toBe('strata' in changes)
  })

  test.each([
    ['without a study group', {}],
    ['with its study group', { study_group: { id: 51, name: 'Aspirin' } }],
  ])('of a pack that was sent %s', async (_, changes) => {
    const pack = aShownPack(changes)
    openApp('/trials/1/study-packs/1', [...pagesOf(PACKED, ADMINISTRATOR), answers(getStudyPack, pack), NO_PACKS])
    const showsGroups = 'study_group' in changes
    const terms = recordTerms(packColumns({ trial: PACKED, showsGroups }), pack).map(([term]) => term)
    expect(await shownTerms()).toEqual(terms)
    expect(terms.includes('Study group')).toBe(showsGroups)
  })
})

test.each([
  ['trials', sortsOf(TRIAL_COLUMNS), listTrials],
  ['participants', sortsOf(participantColumns(inTrial(PACKED))), listParticipants],
])('the server takes every order that the list of %s offers', (_, sorts, { query }) => {
  expect(sorts.length).toBeGreaterThan(0)
  for (const { sort, order } of sorts) {
    expect(v.safeParse(query.sort, sort).success).toBe(true)
    expect(v.safeParse(query.order, order).success).toBe(true)
  }
})
