import { describe, expect, test } from 'vitest'
import {
  chosenPacks,
  type LabelChoice,
} from '../../../../../src/client/subjects/study-packs/label-generator/chosen-packs'
import { aShownPack } from '../../../a-shown-pack'

const pack = (id: number, site_id: number) => aShownPack({ id, pack_id: `A-${id}`, batch_id: 'B', site_id })
const batches = [
  { batch_id: 'B', study_packs: [pack(1, 1), pack(2, 2), pack(3, 1)] },
  { batch_id: 'C', study_packs: [pack(9, 1)] },
]
const all: LabelChoice = { batch_id: 'B', site_id: '', only: '' }

describe('labels are printed of', () => {
  test.each<[string, Partial<LabelChoice>, number[], string[]]>([
    ['nothing before a batch is chosen', { batch_id: '' }, [], []],
    ['the whole batch', {}, [1, 2, 3], []],
    ['what lies at a site', { site_id: '1' }, [1, 3], []],
    ['the packs that are named, each once', { only: 'a-3, A-1\nA-3' }, [3, 1], []],
    ['none that is not in the batch', { only: 'A-1 A-9' }, [1], ['Pack A-9 not found']],
    ['none that is at another site', { site_id: '1', only: 'A-2' }, [], ['Pack A-2 not found']],
  ])('%s', (_, choice, ids, faults) => {
    const chosen = chosenPacks(batches, { ...all, ...choice })
    expect(chosen.packs.map(({ id }) => id)).toEqual(ids)
    expect(chosen.faults).toEqual(faults)
  })
})

describe('ids that hold blanks, commas or semicolons', () => {
  const ids = ['KIT 0012', 'KIT 0013', '0012', 'Box 7, left', 'A;1', 'B-2']
  const named = [{ batch_id: 'B', study_packs: ids.map((pack_id, index) => ({ ...pack(index, 1), pack_id })) }]

  test.each<[string, string[], string[]]>([
    ['KIT 0012', ['KIT 0012'], []],
    [' kit 0013 \r\nKIT 0012\r\n', ['KIT 0013', 'KIT 0012'], []],
    ['KIT 0012, KIT 0013; B-2', ['KIT 0012', 'KIT 0013', 'B-2'], []],
    ['Box 7, left\nA;1', ['Box 7, left', 'A;1'], []],
    ['B-2 0012', ['B-2', '0012'], []],
    ['KIT 0099', [], ['Pack KIT 0099 not found']],
    ['KIT 0099, B-2', ['B-2'], ['Pack KIT 0099 not found']],
    ['B-2 B-3', ['B-2'], ['Pack B-3 not found']],
  ])('in “%s” are not split further than known ids', (only, expected, faults) => {
    const chosen = chosenPacks(named, { ...all, only })
    expect(chosen.packs.map(({ pack_id }) => pack_id)).toEqual(expected)
    expect(chosen.faults).toEqual(faults)
  })
})
