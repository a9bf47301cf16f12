import { chancesUpTo } from '#domain/study-packs/list-admission/chance'
import { describe, expect, it } from 'vitest'

const chances = chancesUpTo(20_000)

/** Every order of this many ones and others. */
const orders = (ones: number, others: number): number[][] => {
  if (ones + others === 0) return [[]]
  const after = (first: number, rest: number[][]) => rest.map((order) => [first, ...order])
  return [
    ...(ones > 0 ? after(1, orders(ones - 1, others)) : []),
    ...(others > 0 ? after(0, orders(ones, others - 1)) : []),
  ]
}

describe('at least so many marked among those drawn', () => {
  it.each([
    [10, 5, 5, 5, 1 / 252],
    [10, 5, 5, 0, 1],
    [10, 5, 5, 4, 26 / 252],
    // Fisher's tea tasting: all four of four cups, out of eight.
    [8, 4, 4, 4, 1 / 70],
    [8, 4, 4, 3, 17 / 70],
  ])('of %i with %i marked, %i drawn, %i or more', (total, marked, drawn, hits, chance) => {
    expect(chances.atLeast({ total, marked, drawn, hits })).toBeCloseTo(chance, 12)
  })

  it('is certain for none, among thousands', () => {
    expect(chances.atLeast({ total: 20_000, marked: 10_000, drawn: 7_000, hits: 0 })).toBeCloseTo(1, 6)
  })
})

describe('the runs of a random order', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 5],
    [4, 4],
    [6, 2],
  ])('of %i and %i are as counted over every order', (ones, others) => {
    const counted = orders(ones, others).map(
      (order) => order.filter((each, index) => index === 0 || each !== order[index - 1]).length,
    )
    for (let runs = 1; runs <= ones + others; runs += 1) {
      const { atMost, atLeast } = chances.runs({ ones, others, runs })
      expect(atMost).toBeCloseTo(counted.filter((count) => count <= runs).length / counted.length, 12)
      expect(atLeast).toBeCloseTo(counted.filter((count) => count >= runs).length / counted.length, 12)
    }
  })
})
