import { rGenerator, rSample, rWords } from '#domain/randomisation/lists/r-generator'
import { describe, expect, test } from 'vitest'

/* The output of R 4 for `set.seed(SEED); sample(1:10)`, as its users know it. */

const oneToTen = Array.from({ length: 10 }, (_, index) => index + 1)
const sampled = (seed: number, items: readonly number[]) => rSample(rGenerator(rWords(seed)), items)

describe('R makes the same permutation', () => {
  test.each([
    [1, [9, 4, 7, 1, 2, 5, 3, 10, 6, 8]],
    [42, [1, 5, 10, 8, 2, 4, 6, 9, 7, 3]],
    [123, [3, 10, 2, 8, 6, 9, 1, 7, 5, 4]],
  ])('after set.seed(%i)', (seed, printed) => {
    expect(sampled(seed, oneToTen)).toEqual(printed)
  })
})

test('a permutation has every item once, also beyond the first 624 words', () => {
  const items = Array.from({ length: 2000 }, (_, index) => index)
  expect(sampled(7, items).toSorted((one, other) => one - other)).toEqual(items)
})

test('the words of a seed are the same for each who asks, in whatever pieces', () => {
  const words = rWords(2023)
  const once = Array.from({ length: 1300 }, (_, k) => words(k))
  expect(Array.from({ length: 1300 }, (_, k) => words(k))).toEqual(once)
  expect(new Set(once).size).toBeGreaterThan(1290)
})
