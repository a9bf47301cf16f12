import { describe, expect, test } from 'vitest'
import { advisedDesign, featuresOf } from '../../../../../src/client/subjects/simulation/results/advised-designs'
import { aResult } from '../a-result'

describe('what the rules look at', () => {
  test('comes from the figures: the greatest loss, and the power that imbalance takes', () => {
    expect(advisedDesign(aResult('A'))).toEqual({
      letter: 'A',
      warnings: [],
      guesser: { trial: 0.7, site: 0.6, unseeing: 0.5 },
      certain: { trial: 0.25, site: 0.1 },
      type_1_error: { trial: 0.2, site: 0.06 },
      loss: 1.5,
      power_lost: expect.closeTo(0.01, 9),
      imbalance_95: 4,
      // The ratio is 0.6 instead of 0.5, with an error of 0.01.
      ratio_off: expect.closeTo(10, 9),
    })
  })

  test('has no loss and power where they were not worked out', () => {
    expect(advisedDesign(aResult('A', { efficiency: null }))).toMatchObject({ loss: null, power_lost: null })
  })

  test('is not there in figures of before it was all worked out', () => {
    const { efficiency: _, ...earlier } = aResult('A').figures
    expect(advisedDesign({ ...aResult('A'), figures: earlier })).toBeNull()
  })

  test('and at the trial: its size, sites, strata and the ratio', () => {
    expect(featuresOf(aResult('A'), true)).toEqual({
      participants: 40,
      sites: 3,
      strata: 1,
      weights: [2, 1],
      is_open_label: true,
      significance: 0.05,
    })
  })
})
