import {
  isAtPlaceOfUse,
  isPastExpiry,
  lastAllocationDate,
  packNotFound,
  STUDY_PACK_STATUSES,
  studyPackStatusId,
  studyPackStatusOfId,
} from '#domain/study-packs/study-pack'
import {
  permitsAction,
  STUDY_PACK_ACTION_NAMES,
  STUDY_PACK_ACTIONS,
  statusAfter,
} from '#domain/study-packs/study-pack-actions'
import { describe, expect, it } from 'vitest'

describe('the statuses of a study pack', () => {
  it('have the numbers of the API', () => {
    expect(STUDY_PACK_STATUSES.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 Inactive',
      '2 Active',
      '3 Expired',
      '4 Removed',
      '5 Allocated (not dispensed)',
      '6 Dispensed',
      '7 Recalled',
    ])
  })

  it.each(STUDY_PACK_STATUSES)('are found by key and by number: $name', (status) => {
    expect(studyPackStatusId(status.key)).toBe(status.id)
    expect(studyPackStatusOfId(status.id)).toBe(status)
  })

  it('are no others', () => {
    expect([0, 8].map(studyPackStatusOfId)).toEqual([undefined, undefined])
  })
})

describe('the actions on a study pack', () => {
  it('are named once each', () => {
    expect(STUDY_PACK_ACTION_NAMES.toSorted()).toEqual(Object.keys(STUDY_PACK_ACTIONS).toSorted())
  })

  it.each([
    ['inactive', 'activate transfer update expire remove'],
    ['active', 'deactivate transfer update expire remove'],
    ['expired', 'update'],
    ['removed', ''],
    ['allocated', 'dispense remove'],
    ['dispensed', 'recall'],
    ['recalled', ''],
  ] as const)('of one that is %s: %s', (key, names) => {
    const permitted = STUDY_PACK_ACTION_NAMES.filter((name) => permitsAction(studyPackStatusId(key), name))
    expect(permitted.join(' ')).toBe(names)
  })

  it('that cannot be undone are to remove and to recall', () => {
    const final = STUDY_PACK_ACTION_NAMES.filter((name) => STUDY_PACK_ACTIONS[name].isIrreversible)
    expect(final).toEqual(['remove', 'recall'])
    for (const { to } of final.map((name) => STUDY_PACK_ACTIONS[name])) {
      const after = studyPackStatusId(to ?? 'active')
      expect(STUDY_PACK_ACTION_NAMES.filter((next) => permitsAction(after, next))).toEqual([])
    }
  })

  it('are none for an unknown status', () => {
    expect(STUDY_PACK_ACTION_NAMES.filter((name) => permitsAction(8, name))).toEqual([])
  })
})

describe('the last day on which a pack may be allocated', () => {
  it.each([
    [{ expire_on: '2026-12-31', duration: 28 }, '2026-12-03'],
    [{ expire_on: '2026-12-31', duration: 0 }, '2026-12-31'],
    [{ expire_on: '2026-12-31', duration: null }, '2026-12-31'],
    [{ expire_on: '2028-03-28', duration: 28 }, '2028-02-29'],
    [{ expire_on: null, duration: 28 }, null],
    [{ expire_on: null, duration: null }, null],
  ])('of %o is %s', (pack, last) => {
    expect(lastAllocationDate(pack)).toBe(last)
  })
})

describe('participants get a pack where it is', () => {
  const sites = [
    { id: 1, is_deleted: false },
    { id: 2, is_deleted: true },
  ]

  it.each([
    ['at a site', 1, true],
    ['at a deleted site', 2, false],
    ['at no site', null, false],
  ])('%s, where sites manage their packs: %s %s', (_, site_id, isOfUse) => {
    expect(isAtPlaceOfUse({ site_id }, { is_site_managing_packs: true, sites })).toBe(isOfUse)
    expect(isAtPlaceOfUse({ site_id }, { is_site_managing_packs: false, sites })).toBe(true)
  })
})

describe('an Expired pack given another date', () => {
  const TODAY = '2026-11-21'
  it.each([
    ['is Inactive where it never expires', null, 28, 'inactive'],
    ['is Inactive where its last day is today', '2026-12-19', 28, 'inactive'],
    ['stays Expired where its last day was yesterday', '2026-12-18', 28, 'expired'],
    ['stays Expired where it was yesterday without a duration', '2026-11-20', null, 'expired'],
  ] as const)('%s', (_what, expire_on, duration, key) => {
    const pack = { study_pack_status_id: studyPackStatusId('expired'), expire_on, duration }
    expect(statusAfter(pack, 'update', TODAY)).toBe(studyPackStatusId(key))
  })

  it.each(['inactive', 'active'] as const)('is %s as before', (key) => {
    const pack = { study_pack_status_id: studyPackStatusId(key), expire_on: '2020-01-01', duration: null }
    expect(statusAfter(pack, 'update', TODAY)).toBe(pack.study_pack_status_id)
  })
})

describe('a pack is past its expiry', () => {
  it.each([
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    [null, false],
  ])('on 2026-11-21, with %s: %s', (expire_on, isPast) => {
    expect(isPastExpiry({ expire_on }, '2026-11-21')).toBe(isPast)
  })
})

it('a missing pack is named', () => {
  expect(packNotFound('PK-7')).toBe('Pack PK-7 not found')
})
