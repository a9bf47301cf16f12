import { describe, expect, it } from 'vitest'
import { minus, plus, roundedToTenths, shareOf, wholeFraction, ZERO } from '#domain/fraction'

describe('an exact fraction', () => {
  it('adds up without any error', () => {
    // 1/3 + 1/6 = 1/2, and ten tenths are one, which binary fractions miss.
    expect(plus(shareOf(1, 1, 3), shareOf(1, 1, 6))).toEqual({ numerator: 1n, denominator: 2n })
    expect(Array.from({ length: 10 }, () => shareOf(1, 1, 10)).reduce(plus, ZERO)).toEqual(wholeFraction(1))
    expect(minus(wholeFraction(2), shareOf(7, 1, 3))).toEqual({ numerator: -1n, denominator: 3n })
  })

  it.each([
    ['1/3', shareOf(1, 1, 3), 0.3],
    ['1/20', shareOf(1, 1, 20), 0.1],
    ['−1/20', minus(ZERO, shareOf(1, 1, 20)), -0.1],
    ['−1/21', minus(ZERO, shareOf(1, 1, 21)), 0],
    ['25/2', shareOf(5, 5, 2), 12.5],
    ['3 − 50/15', minus(wholeFraction(3), shareOf(50, 1, 15)), -0.3],
  ])('%s is rounded to tenths, halves away from zero', (_words, fraction, rounded) => {
    expect(roundedToTenths(fraction)).toBe(rounded)
  })
})
