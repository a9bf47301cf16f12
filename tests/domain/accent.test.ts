import { contrastOf, faintGroundsOf, GROUNDS } from '#domain/accent'
import { describe, expect, test } from 'vitest'

describe('contrast is measured as WCAG says', () => {
  test.each([
    ['#000000', '#FFFFFF', 21],
    ['#FFFFFF', '#FFFFFF', 1],
    ['#0B5563', '#FFFFFF', 8.4],
    ['#FFFFFF', '#767676', 4.5],
  ])('%s on %s is %d', (one, other, expected) => {
    expect(contrastOf(one, other)).toBeCloseTo(expected, 1)
  })
})

describe('an accent', () => {
  test.each([
    ['is too faint on the light ground', '#FFCC00', ['light']],
    ['is too faint on the dark ground', '#0B5563', ['dark']],
    ['stands out from both', '#D6336C', []],
  ])('%s: %s', (_, accent, schemes) => {
    expect(faintGroundsOf(accent).map(({ scheme }) => scheme)).toEqual(schemes)
  })

  test('could not be read as text on both: no colour reaches 4.5 : 1 on the two grounds', () => {
    // The geometric mean of the contrasts with both backgrounds is the same for every colour between them.
    expect(Math.sqrt(contrastOf(GROUNDS.light, GROUNDS.dark))).toBeLessThan(4.5)
  })
})
