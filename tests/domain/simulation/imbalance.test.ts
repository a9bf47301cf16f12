import { imbalanceBeside } from '#domain/simulation/imbalance'
import { describe, expect, it } from 'vitest'

describe('imbalance', () => {
  it.each([
    { of: 'nobody', counts: [0, 0], weights: [1, 1], is: 0 },
    { of: 'a pair is their difference', counts: [7, 4], weights: [1, 1], is: 3 },
    { of: 'three is most less least', counts: [5, 9, 6], weights: [1, 1, 1], is: 4 },
    { of: '2 : 1 in ratio', counts: [8, 4], weights: [2, 1], is: 0 },
    { of: '2 : 1 by units of weight', counts: [7, 4], weights: [2, 1], is: 0.5 },
    { of: '3 : 2 : 1 by units of weight', counts: [3, 0, 0], weights: [3, 2, 1], is: 1 },
    { of: '3 : 2 : 1 in sixths', counts: [4, 2, 1], weights: [3, 2, 1], is: 1 / 3 },
    { of: 'closed groups does not count', counts: [5, 40, 5], weights: [1, 0, 1], is: 0 },
  ])('of $of', ({ counts, weights, is }) => {
    const imbalance = imbalanceBeside(weights)
    expect(imbalance.of(counts) / imbalance.parts).toBe(is)
    expect(Number.isInteger(imbalance.of(counts))).toBe(true)
  })
})
