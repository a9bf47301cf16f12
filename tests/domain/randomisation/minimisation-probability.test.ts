import { countsAfter } from '#domain/randomisation/epoch'
import { fractionOf } from '#domain/randomisation/minimisation-probability'
import { exactSteps } from '#domain/simulation/exact-key'
import { describe, expect, it } from 'vitest'
import { ledgerDesign } from '../../../src/server/ground/ledger/ledger-records'
import { efron, minimised } from './designs'
import { pickedWeights } from './watched-source'

/** The probability of a minimisation as a fraction, for values that no percentage expresses exactly. */

const twoThirds = minimised([1, 1], { minimisation_fraction: '2/3' })

describe('a fraction', () => {
  it.each([
    ['2/3', 2, 3],
    ['4 / 6', 2, 3],
    ['80/100', 80, 100],
    ['4/5', 80, 100],
    ['1/1', 100, 100],
    ['7/8', 7, 8],
    ['1000/1000', 100, 100],
  ])('%s is %d out of %d', (text, chance, outOf) => {
    expect(fractionOf(text)).toEqual({ minimisation_probability: chance, minimisation_out_of: outOf })
  })

  it('replaces the percentage, exactly', () => {
    const design = minimised([1, 1, 1], { minimisation_fraction: '5/7', minimisation_probability: 90 })
    // One best arm of three: 5 · 2 for it, 2 · 1 for each other arm.
    expect(pickedWeights(design, [{ counts: [1, 0, 1] }])).toEqual([2, 10, 2])
  })

  it('that is a whole percent is the design of that percent, and begins no epoch', () => {
    const percent = minimised([1, 1], { minimisation_probability: 80 })
    expect(countsAfter(percent, minimised([1, 1], { minimisation_fraction: '4/5' }))).toBe('unchanged')
    expect(countsAfter(percent, twoThirds)).toBe('carried')
  })

  it('is in the ledger as two numbers; a percentage stays as it was', () => {
    expect(ledgerDesign(twoThirds)).toMatchObject({ minimisation_probability: 2, minimisation_out_of: 3 })
    const percent = ledgerDesign(minimised([1, 1], { minimisation_probability: 67 }))
    expect(percent).toMatchObject({ minimisation_probability: 67 })
    expect(percent).not.toHaveProperty('minimisation_out_of')
  })
})

describe('minimisation of the whole trial at 2/3, to a millionth,', () => {
  it('is guessed and apart as Efron’s coin at 2/3, at each of 100 draws', () => {
    const [own, coin] = [exactSteps(twoThirds, 100), exactSteps(efron(2, 3), 100)]
    for (const [n, step] of own.entries()) {
      expect(step.right_guess).toBeCloseTo(coin[n]?.right_guess ?? 0, 6)
      expect(step.imbalance_square).toBeCloseTo(coin[n]?.imbalance_square ?? 0, 6)
    }
    expect(own).toHaveLength(100)
  })
})
