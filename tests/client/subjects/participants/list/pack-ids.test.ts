import { describe, expect, test } from 'vitest'
import { packIds } from '../../../../../src/client/subjects/participants/list/pack-ids'

const pack = (pack_id: string) => ({ id: 1, pack_id, study_pack_status_id: 5 })

describe('the packs of a participant', () => {
  test.each([
    ['none', { study_pack: null }, ''],
    ['one', { study_pack: pack('A-1') }, 'A-1'],
    ['one of each factor', { study_pack: pack('A-1'), study_packs: [pack('A-1'), pack('B-7')] }, 'A-1, B-7'],
  ])('%s', (_, participant, expected) => {
    expect(packIds(participant)).toBe(expected)
  })
})
