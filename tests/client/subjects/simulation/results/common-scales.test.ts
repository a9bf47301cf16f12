import { expect, test } from 'vitest'
import { commonScales, ticksTo } from '../../../../../src/client/subjects/simulation/results/common-scales'
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

test.each([
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0.6, [0, 0.2, 0.4, 0.6]],
  [8, [0, 2, 4, 6, 8]],
  [50, [0, 10, 20, 30, 40, 50]],
  [100, [0, 20, 40, 60, 80, 100]],
])('an axis to %d is marked at %o', (most, ticks) => {
  expect(ticksTo(most).map((tick) => Number(tick.toFixed(9)))).toEqual(ticks)
})
