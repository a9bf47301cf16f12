import { describe, expect, test } from 'vitest'
import {
  chosenPacks,
  type LabelChoice,
} from '../../../../../../src/client/screens/trial/study-packs/label-generator/chosen-packs'

const pack = (id: number, site_id: number) => ({
  id,
  pack_id: `A-${id}`,
  batch_id: 'B',
  study_pack_status_id: 1 as const,
  site_id,
  duration: null,
  last_allocation_date: null,
  expire_on: null,
  is_confirmable: true,
})
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
