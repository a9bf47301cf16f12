import { ERRORS } from '#contract/errors'
import { MAX_PACKS } from '#contract/study-packs'
import { NO_PERMISSION, type EffectivePermission } from '#domain/people/permissions'
import { countStatuses } from '#domain/study-packs/study-pack-selection'
import { describe, expect, test } from 'vitest'
import {
  offeredActions,
  permittedActions,
  reasonAgainstAction,
} from '../../../../../src/client/subjects/study-packs/actions/offered-actions'
import { doneWords, packWords } from '../../../../../src/client/subjects/study-packs/actions/pack-words'
import { aShownPack } from '../../../a-shown-pack'

const atLevel = (level: number, has_study_packs_access = true): EffectivePermission => ({
  ...NO_PERMISSION,
  role: { level, title: '', context: 'trial' },
  has_study_packs_access,
})
const LEVEL_2 = ['dispense', 'activate', 'deactivate', 'expire', 'remove', 'recall']
const LEVEL_3 = ['dispense', 'activate', 'deactivate', 'transfer', 'update', 'expire', 'remove', 'recall']

describe('the offered actions', () => {
  test.each([
    ['level 1', atLevel(1), []],
    ['level 2 without packs', atLevel(2, false), []],
    ['level 2', atLevel(2), LEVEL_2],
    ['level 3', atLevel(3), LEVEL_3],
    ['level 4', atLevel(4), LEVEL_3],
  ])('%s', (_, permission, actions) => {
    expect(permittedActions(permission)).toEqual(actions)
  })

  test('are those that the status of the pack permits', () => {
    expect(offeredActions(aShownPack({ study_pack_status_id: 2 }), atLevel(2))).toEqual([
      'deactivate',
      'expire',
      'remove',
    ])
    expect(offeredActions(aShownPack({ study_pack_status_id: 3 }), atLevel(2))).toEqual([])
    expect(offeredActions(aShownPack({ study_pack_status_id: 3 }), atLevel(3))).toEqual(['update'])
  })
})

describe('the reason against an action on a selection', () => {
  const of = (...ids: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]) => countStatuses(ids.map((id) => ({ study_pack_status_id: id })))
  const OPEN = { is_confirmable: false }
  test.each([
    ['nothing is selected', of(), 'activate', OPEN, 'No pack is selected.'],
    ['all permit it', of(1, 1), 'activate', OPEN, null],
    ['some do not', of(1, 2, 3, 3), 'activate', OPEN, 'Not possible. Selected packs include 1 Active, 2 Expired.'],
    ['it goes with two statuses', of(6), 'transfer', OPEN, 'Not possible. Selected packs include 1 Dispensed.'],
    ['several are dispensed without codes', of(5, 5), 'dispense', OPEN, null],
    ['one is dispensed with its code', of(5), 'dispense', { is_confirmable: true }, null],
    [
      'several would need codes',
      of(5, 5),
      'dispense',
      { is_confirmable: true },
      `${ERRORS.one_pack_at_a_time.message}.`,
    ],
  ] as const)('%s', (_, counts, action, trial, words) => {
    expect(reasonAgainstAction(counts, action, trial)).toBe(words)
  })

  test('more are selected than one call accepts', () => {
    expect(reasonAgainstAction(new Map([[1, MAX_PACKS + 1]]), 'activate', OPEN)).toBe(
      'At most 20,000 packs can be changed at once.',
    )
  })
})

test.each([
  [['A-10023'], 'pack A-10023', 'Pack A-10023 was removed.'],
  [['A-1', 'A-2'], '2 packs', '2 packs were removed.'],
])('%j are named on the button and in the message', (ids, words, done) => {
  const named = ids.map((pack_id) => ({ pack_id }))
  expect(packWords(named)).toBe(words)
  expect(doneWords(named, 'removed')).toBe(done)
})
