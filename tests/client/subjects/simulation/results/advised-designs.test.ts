import { simulatedDesign } from '#contract/simulations'
import * as v from 'valibot'
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

  test.each<[says: string, groups: object[], ratios: (string | null)[], weights: number[], more?: object]>([
    ['the first of its ratios that is unequal', [{}, {}], ['3:3', '4:2'], [2, 1]],
    ['the ratio of the groups, at an option without one', [{ weight: 3 }, {}], ['1:1', null], [3, 1]],
    ['not that of the groups, where every option has one', [{ weight: 3 }, {}], ['1:1', '2:2'], [1, 1]],
    ['no weight of a closed group', [{}, {}, { weight: 0 }], ['1:1:5', '2:2:5'], [1, 1]],
    [
      'no difference between its factors',
      [1, 1, 2, 2].map((factorial_level) => ({ factorial_level })),
      ['2:2:3:3', '1:1:1:1'],
      [1, 1, 1, 1],
      { allocation_method_id: 4 },
    ],
  ])('of a trial whose ratio differs by an option: %s', (_says, groups, ratios, weights, more = {}) => {
    const design = v.parse(simulatedDesign, {
      ...more,
      study_groups: groups.map((group, place) => ({ name: `Group ${place + 1}`, ...group })),
      trial_strata: [
        {
          name: 'Severity',
          trial_stratum_options: ratios.map((ratio, place) => ({ name: `Option ${place + 1}`, ratio })),
        },
      ],
    })
    expect(featuresOf({ ...aResult('A'), design }, true).weights).toEqual(weights)
  })
})
