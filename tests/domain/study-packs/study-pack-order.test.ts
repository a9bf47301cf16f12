import { describe, expect, test } from 'vitest'
import { orderPacks, type PlacedPack } from '../../../src/domain/study-packs/study-pack-order'
import { PACK_SORTS, type PackSort } from '../../../src/domain/study-packs/study-pack-sorts'

const TITLES = new Map([
  [11, 'Ward 7'],
  [12, 'admissions'],
])
const siteTitle = (siteId: number | null) => (siteId === null ? null : (TITLES.get(siteId) ?? null))

const pack = (pack_id: string, facts: Partial<PlacedPack> = {}): PlacedPack => ({
  pack_id,
  batch_id: 'B1',
  study_pack_status_id: 2,
  site_id: 11,
  duration: null,
  last_allocation_date: null,
  ...facts,
})

/** In the order of the server: by batch, then by pack ID. */
const PACKS = [
  pack('a-1', { site_id: 12, last_allocation_date: '2027-01-01' }),
  pack('A-2', { study_pack_status_id: 5, participant: { trial_sequence_no: 10 } }),
  pack('A-3', { study_pack_status_id: 1, site_id: null, duration: 28 }),
  pack('A-0', { batch_id: 'B2', last_allocation_date: '2026-12-01', duration: 7 }),
  pack('A-4', { batch_id: 'B2', study_pack_status_id: 5, participant: { trial_sequence_no: 9 } }),
]

const ordered = (sort: PackSort, order: 'asc' | 'desc') =>
  orderPacks(PACKS, { sort, order }, siteTitle).map(({ pack_id }) => pack_id)

describe('packs in order', () => {
  test.each<[PackSort, 'asc' | 'desc', string[]]>([
    ['batch', 'asc', ['a-1', 'A-2', 'A-3', 'A-0', 'A-4']],
    ['batch', 'desc', ['A-0', 'A-4', 'a-1', 'A-2', 'A-3']],
    ['pack_id', 'asc', ['A-0', 'a-1', 'A-2', 'A-3', 'A-4']],
    ['pack_id', 'desc', ['A-4', 'A-3', 'A-2', 'a-1', 'A-0']],
    ['status', 'asc', ['A-3', 'a-1', 'A-0', 'A-2', 'A-4']],
    ['status', 'desc', ['A-2', 'A-4', 'a-1', 'A-0', 'A-3']],
    ['site', 'asc', ['a-1', 'A-2', 'A-0', 'A-4', 'A-3']],
    ['site', 'desc', ['A-2', 'A-0', 'A-4', 'a-1', 'A-3']],
    ['duration', 'asc', ['A-0', 'A-3', 'a-1', 'A-2', 'A-4']],
    ['last_allocation_date', 'asc', ['A-0', 'a-1', 'A-2', 'A-3', 'A-4']],
    ['last_allocation_date', 'desc', ['a-1', 'A-0', 'A-2', 'A-3', 'A-4']],
    ['participant', 'asc', ['A-4', 'A-2', 'a-1', 'A-3', 'A-0']],
    ['participant', 'desc', ['A-2', 'A-4', 'a-1', 'A-3', 'A-0']],
  ])('by %s, %s: equal ones in their former order, and those without a value last', (sort, order, expected) => {
    expect(ordered(sort, order)).toEqual(expected)
  })

  test('are complete whatever they are sorted by', () => {
    for (const sort of PACK_SORTS) expect(ordered(sort, 'desc')).toHaveLength(PACKS.length)
  })

  test('are never sorted by study group', () => {
    expect(PACK_SORTS.join()).not.toMatch(/group|label|code/)
  })
})
