import { isLowStock } from '#domain/study-packs/low-stock'
import { expect, test } from 'vitest'

test.each([
  [0, null, false],
  [5, 4, false],
  [4, 4, true],
  [3, 4, true],
  [1, 0, false],
  [0, 0, true],
])('%s active packs where the level is %s: %s', (active, level, isLow) => {
  expect(isLowStock(active, level)).toBe(isLow)
})
