import { singlesOutPacks, type StockedPack } from '#domain/study-packs/single-packs'
import { describe, expect, test } from 'vitest'

const TODAY = '2026-11-21'
const [INACTIVE, ACTIVE, EXPIRED] = [1, 2, 3]

/** Packs of one status and one expiry date, by ids from `first` on. */
const packs = (first: number, count: number, status: number, expire_on: string | null = null): StockedPack[] =>
  Array.from({ length: count }, (_, index) => ({
    id: first + index,
    study_pack_status_id: status,
    expire_on,
    duration: null,
  }))

type Circumstances = { isShort?: boolean; redated?: number[] }
const judge = (before: StockedPack[], after: StockedPack[], { isShort = false, redated = [] }: Circumstances = {}) =>
  singlesOutPacks({ before, after, redated: new Set(redated) }, { min_active: 6, today: TODAY, isShort })

const [SOON, LATE] = ['2027-01-31', '2027-06-30']

describe('the active packs after a change', () => {
  test.each([
    [12, 6, false],
    [12, 5, true],
    [12, 1, true],
    [12, 0, false],
    [12, 12, false],
    [5, 5, false],
    [5, 4, true],
  ])('of %i, %i: singled out %s', (all, active, expected) => {
    const before = packs(1, all, active === 0 ? ACTIVE : INACTIVE)
    expect(judge(before, [...packs(1, active, ACTIVE), ...packs(1 + active, all - active, INACTIVE)])).toBe(expected)
  })

  test('are judged before it too, since allocations leave few', () => {
    const before = [...packs(1, 5, ACTIVE), ...packs(6, 10, INACTIVE)]
    expect(judge(before, packs(1, 15, ACTIVE))).toBe(true)
  })

  test('do not count past their last day', () => {
    const past = packs(1, 6, ACTIVE, '2026-11-20')
    const others = packs(7, 12, INACTIVE)
    expect(judge([...past, ...others], [...past, ...packs(7, 2, ACTIVE), ...packs(9, 10, INACTIVE)])).toBe(true)
  })

  test('are judged among those that expire first, which are allocated first', () => {
    const before = [...packs(1, 10, INACTIVE, SOON), ...packs(11, 10, INACTIVE, LATE)]
    const with_one = [...packs(1, 1, ACTIVE, SOON), ...packs(2, 9, INACTIVE, SOON), ...packs(11, 10, ACTIVE, LATE)]
    expect(judge(before, with_one)).toBe(true)
    expect(
      judge(before, [...packs(1, 10, ACTIVE, SOON), ...packs(11, 1, ACTIVE, LATE), ...packs(12, 9, INACTIVE, LATE)]),
    ).toBe(false)
  })

  test('after a shortage can only be none or all', () => {
    const before = [...packs(1, 7, ACTIVE), ...packs(8, 10, INACTIVE)]
    const isShort = true
    expect(judge(before, [...packs(1, 8, ACTIVE), ...packs(9, 9, INACTIVE)], { isShort })).toBe(true)
    expect(judge(before, packs(1, 17, ACTIVE), { isShort })).toBe(false)
    expect(judge(before, packs(1, 17, INACTIVE), { isShort })).toBe(false)
    expect(judge(before, packs(1, 10, INACTIVE), { isShort })).toBe(true)
  })
})

describe('a stock', () => {
  test.each([
    [12, 2, true],
    [12, 6, false],
    [12, 0, false],
  ])('of %i inactive packs that becomes one of %i: singled out %s', (was, is, expected) => {
    expect(judge(packs(1, was, INACTIVE), packs(1, is, INACTIVE))).toBe(expected)
  })

  test('cannot be begun with two packs', () => {
    expect(judge([], packs(1, 2, INACTIVE))).toBe(true)
    expect(judge([], packs(1, 6, INACTIVE))).toBe(false)
  })

  test('without a change is not judged', () => {
    const left = [...packs(1, 2, ACTIVE), ...packs(3, 10, INACTIVE)]
    expect(judge(left, left)).toBe(false)
  })
})

describe('new days', () => {
  const ids = (from: number, count: number) => packs(from, count, ACTIVE).map(({ id }) => id)

  test('are for packs of the same days together', () => {
    const before = packs(1, 20, ACTIVE, LATE)
    expect(judge(before, packs(1, 20, ACTIVE, SOON), { redated: ids(1, 20) })).toBe(false)
    const parted = [...packs(1, 8, ACTIVE, SOON), ...packs(9, 12, ACTIVE, LATE)]
    expect(judge(before, parted, { redated: ids(1, 8) })).toBe(true)
  })

  test('are not for a few packs by themselves, also where they expire no longer', () => {
    const others = packs(1, 20, ACTIVE, LATE)
    const two = (status: number, day: string) => packs(21, 2, status, day)
    expect(
      judge([...others, ...two(ACTIVE, '2027-12-31')], [...others, ...two(ACTIVE, SOON)], { redated: [21, 22] }),
    ).toBe(true)
    expect(
      judge([...others, ...two(EXPIRED, '2026-01-31')], [...others, ...two(INACTIVE, SOON)], { redated: [21, 22] }),
    ).toBe(true)
    expect(
      judge([...others, ...two(ACTIVE, '2027-12-31')], [...others, ...two(ACTIVE, LATE)], { redated: [21, 22] }),
    ).toBe(false)
  })

  test('leave enough active packs on every future day', () => {
    const before = [
      ...packs(1, 18, ACTIVE, LATE),
      ...packs(19, 2, ACTIVE, '2027-12-31'),
      ...packs(21, 8, INACTIVE, '2027-12-31'),
    ]
    const after = [
      ...packs(1, 18, ACTIVE, SOON),
      ...packs(19, 2, ACTIVE, '2027-12-31'),
      ...packs(21, 8, INACTIVE, '2027-12-31'),
    ]
    expect(judge(before, after, { redated: ids(1, 18) })).toBe(true)
  })
})
