import { expect, test } from 'vitest'
import { packRows } from '../../../../../src/client/subjects/study-packs/list/pack-rows'
import { aShownPack } from '../../../a-shown-pack'

const ALLOCATED = 5

test('packs to be dispensed come first within their batch, the others in their order', () => {
  const packs = [
    aShownPack({ id: 1, batch_id: 'B1', pack_id: 'A-1' }),
    aShownPack({ id: 2, batch_id: 'B1', pack_id: 'A-2', study_pack_status_id: ALLOCATED }),
    aShownPack({ id: 3, batch_id: 'B1', pack_id: 'A-3' }),
    aShownPack({ id: 4, batch_id: 'B1', pack_id: 'A-4', study_pack_status_id: ALLOCATED }),
    aShownPack({ id: 5, batch_id: 'B2', pack_id: 'B-1' }),
  ]
  expect(packRows(packs).map((row) => (row.kind === 'batch' ? [row.batch_id, row.count] : row.pack.pack_id))).toEqual([
    ['B1', 4],
    'A-2',
    'A-4',
    'A-1',
    'A-3',
    ['B2', 1],
    'B-1',
  ])
})

test('without packs there are no rows', () => {
  expect(packRows([])).toEqual([])
})
