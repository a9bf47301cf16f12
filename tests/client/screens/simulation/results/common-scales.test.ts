import { expect, test } from 'vitest'
import { commonScales } from '../../../../../src/client/screens/simulation/results/common-scales'
import { aResult } from '../a-result'

const pathTo = (max: number) => [
  {
    participants: 1,
    mean: { mean: 1, standard_error: 0, exact: null },
    quantile_2_5: 0,
    median: 1,
    quantile_97_5: 1,
    max,
  },
]

test('charts side by side reach as far as the largest of them', () => {
  expect(commonScales([aResult('A', { path: pathTo(3) }), aResult('B', { path: pathTo(37) })])).toEqual({
    share: 0.8,
    imbalance: 40,
    ratio: 0.6,
  })
})

test.each([
  [0, 1],
  [1, 1],
  [1.5, 2],
  [7, 8],
  [9.1, 10],
  [420, 500],
])('an imbalance of %d needs an axis to %d', (max, imbalance) => {
  expect(commonScales([aResult('A', { path: pathTo(max) })]).imbalance).toBe(imbalance)
})
