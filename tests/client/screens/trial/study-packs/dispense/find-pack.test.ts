import { describe, expect, test } from 'vitest'
import { findPack } from '../../../../../../src/client/screens/trial/study-packs/dispense/find-pack'

const pack = (id: number, pack_id: string) => ({
  id,
  pack_id,
  batch_id: 'B',
  study_pack_status_id: 5 as const,
  site_id: 1,
  duration: null,
  last_allocation_date: null,
  expire_on: null,
  is_confirmable: true,
})
const list = {
  data: [
    { batch_id: 'B', study_packs: [pack(1, 'a-1'), pack(2, 'A-2')] },
    { batch_id: 'C', study_packs: [pack(3, 'A-1'), pack(4, 'X 9')] },
  ],
}

describe('the pack that was scanned', () => {
  test.each([
    ['letter for letter, in whichever batch', 'A-1', 3],
    ['in the other case', 'a-2', 2],
    ['with spaces around it', ' x 9 ', 4],
    ['not by a part of its id', 'A-', undefined],
    ['not by nothing', '', undefined],
  ])('is found %s', (_, asked, id) => {
    expect(findPack(list, asked)?.id).toBe(id)
  })
})
