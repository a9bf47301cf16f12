import { importCells } from '#domain/study-packs/study-pack-import'
import { describe, expect, test } from 'vitest'
import {
  checkedAgainst,
  checkList,
  patternsInBatch,
  type StoredBatches,
} from '../../../../../src/client/subjects/study-packs/import/check-list'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'

const study_groups = ['Aspirin', 'Avoid aspirin'].map((name, index) => ({ id: index + 1, name, is_blinded: true }))
const trial = aShownTrial({ study_groups })
const batchOf = (batch_id: string, ids: readonly string[], of: readonly number[]) => ({
  batch_id,
  study_packs: ids.map((pack_id, index) => {
    const study_group = study_groups[(of[index] ?? 0) - 1]
    return aShownPack({ batch_id, pack_id, study_group })
  }),
})
const earlierBatches: StoredBatches = [batchOf('B1', ['K-11', 'K-12'], [1, 2]), batchOf('B2', ['K-21'], [1])]

const rowOf = (pack_id: string, study_group: string) => {
  return { ...importCells(() => ''), pack_id, study_group, site: 'Queens' }
}
const check = (packs: [string, string][], batches: StoredBatches) =>
  checkList(
    packs.map(([id, group]) => rowOf(id, group)),
    checkedAgainst(trial, batches, '2026-11-21'),
  )

describe('an id that the trial has already', () => {
  test('is named before anything is sent, in any case and batch', () => {
    expect(
      check(
        [
          ['k-21', 'Aspirin'],
          ['K-13', 'Avoid aspirin'],
          ['K-12 ', 'Aspirin'],
        ],
        earlierBatches,
      ).problems,
    ).toEqual([
      { row: 1, column: 'pack_id', message: 'A pack in this trial already has this ID' },
      { row: 3, column: 'pack_id', message: 'A pack in this trial already has this ID' },
    ])
  })

  test('is left to the server where the packs cannot be fetched', () => {
    expect(
      check(
        [
          ['k-21', 'Aspirin'],
          ['K-13', 'Avoid aspirin'],
        ],
        null,
      ).problems,
    ).toEqual([])
  })
})

describe('of a list', () => {
  const BATCH = 'The batch does not have packs of every study group'
  const LIST = 'The list does not have packs of every study group'
  const oneOfB: [string, string][] = [['K-31', 'Avoid aspirin']]
  const twoOfB: [string, string][] = [...oneOfB, ['K-32', 'Avoid aspirin']]
  const twoOfA: [string, string][] = [
    ['K-31', 'Aspirin'],
    ['K-32', 'Aspirin'],
  ]

  test.each<[string, [string, string][], StoredBatches, string, string[]]>([
    ['one pack goes to the others of its batch', oneOfB, earlierBatches, 'B2', []],
    ['two of one group stand together whatever their batch holds', twoOfB, earlierBatches, 'B1', [LIST]],
    ['two fill up a batch, and stand together', twoOfB, earlierBatches, 'B2', [LIST]],
    ['two of the group that the batch has leave it without the other', twoOfA, earlierBatches, 'B2', [BATCH]],
    ['two begin a batch', twoOfA, earlierBatches, 'B3', [BATCH]],
    ['nothing is said against a batch without a name', twoOfA, earlierBatches, '', [LIST]],
    ['nothing is said against a batch that cannot be had', twoOfA, null, 'B2', [LIST]],
    ['one pack is no pattern where its batch cannot be had', oneOfB, null, 'B2', []],
  ])('%s', (_what, packs, batches, batch, patterns) => {
    expect(patternsInBatch(check(packs, batches), trial, batches, batch)).toEqual(patterns)
  })
})
