import { STUDY_PACK_STATUSES, studyPackStatusId, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { STUDY_PACK_ACTION_NAMES } from '#domain/study-packs/study-pack-actions'
import {
  countStatuses,
  originOf,
  parseDuration,
  parseExpiry,
  selectionPermits,
  statusesAgainst,
} from '#domain/study-packs/study-pack-selection'
import { describe, expect, test } from 'vitest'

const packs = (...keys: StudyPackStatusKey[]) => keys.map((key) => ({ study_pack_status_id: studyPackStatusId(key) }))
const permitted = (...keys: StudyPackStatusKey[]) =>
  STUDY_PACK_ACTION_NAMES.filter((name) => selectionPermits(countStatuses(packs(...keys)), name))

describe('enabled actions for a selection', () => {
  test.each<[StudyPackStatusKey[], string[]]>([
    [[], []],
    [['inactive'], ['activate', 'transfer', 'update', 'expire', 'remove']],
    [['active'], ['deactivate', 'transfer', 'update', 'expire', 'remove']],
    [['expired'], ['update']],
    [['removed'], []],
    [['allocated'], ['dispense', 'remove']],
    [['dispensed'], ['recall']],
    [['recalled'], []],
    [
      ['inactive', 'inactive'],
      ['activate', 'transfer', 'update', 'expire', 'remove'],
    ],
    [
      ['inactive', 'active'],
      ['transfer', 'update', 'expire', 'remove'],
    ],
    [['active', 'expired'], ['update']],
    [['active', 'allocated'], ['remove']],
    [['allocated', 'dispensed'], []],
    [['active', 'removed'], []],
  ])('%j: %j', (statuses, actions) => {
    expect(permitted(...statuses)).toEqual(actions)
  })

  test('counts the packs that prevent an action by status, in order', () => {
    const counts = countStatuses(packs('dispensed', 'inactive', 'expired', 'dispensed', 'active'))
    expect(statusesAgainst(counts, 'remove').map(({ status, count }) => [status.name, count])).toEqual([
      ['Expired', 1],
      ['Dispensed', 2],
    ])
  })

  test('an unknown status permits no action', () => {
    const counts = countStatuses([{ study_pack_status_id: STUDY_PACK_STATUSES.length + 1 }])
    expect(STUDY_PACK_ACTION_NAMES.filter((name) => selectionPermits(counts, name))).toEqual([])
  })
})

describe('the site from which packs are transferred', () => {
  test.each([
    ['their one site', [7, 7], { ok: true, value: 7 }],
    ['different sites', [7, 8], { ok: false, refusal: 'Every pack selected must be from the same site' }],
    ['a site and none', [null, 8], { ok: false, refusal: 'Every pack selected must be from the same site' }],
    ['no site', [null, null], { ok: false, refusal: 'No site ID set' }],
  ])('%s', (_, sites, outcome) => {
    expect(originOf(sites.map((site_id) => ({ site_id })))).toEqual(outcome)
  })
})

describe('an expiration as it is typed', () => {
  test.each([
    ['', null],
    ['   ', null],
    ['28', 28],
    [' 28 ', 28],
    ['0', 0],
    ['28 days', 0],
    ['a month', 0],
    ['NaN', 0],
    ['Infinity', 0],
    ['-3', 0],
    ['2.6', 3],
  ])('the duration “%s” is %s', (typed, days) => {
    expect(parseDuration(typed)).toBe(days)
  })

  test.each([
    ['', null],
    ['  ', null],
    ['2027-03-31', '2027-03-31'],
  ])('the date “%s” is %s', (typed, date) => {
    expect(parseExpiry(typed)).toBe(date)
  })
})
