import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadLabels } from '../../../../../src/client/subjects/simulation/results/spread-labels'

test.each([
  ['none', [], []],
  ['far apart', [10, 50, 90], [10, 50, 90]],
  ['at one place', [50, 50], [41, 59]],
  ['in another order', [52, 50], [60, 42]],
  ['pushed by two', [50, 51, 90], [41.5, 59.5, 90]],
  ['touching the next ones', [50, 50, 62], [36, 54, 72]],
])('%s', (_, places, expected) => {
  expect(spreadLabels(places, 18)).toEqual(expected)
})

test('labels are always far enough apart, and in the order of their places', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 8 }), (places) => {
      const moved = spreadLabels(places, 18)
      const sorted = [...moved].sort((a, b) => a - b)
      expect(sorted.every((place, at) => at === 0 || place - (sorted[at - 1] ?? 0) >= 18 - 1e-9)).toBe(true)
      const isInOrder = places.every((place, at) =>
        places.every((beside, other) => place >= beside || (moved[at] ?? 0) < (moved[other] ?? 0)),
      )
      expect(isInOrder).toBe(true)
    }),
  )
})
