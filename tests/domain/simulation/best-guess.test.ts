import { chanceOfRightCount } from '#domain/simulation/best-guess'
import { describe, expect, it } from 'vitest'

describe('a guesser who counts', () => {
  it.each([
    { when: 'nothing was drawn at 1 : 1', counts: [0, 0], weights: [1, 1], chances: [0.5, 0.5] },
    { when: 'the first is behind', counts: [3, 4], weights: [1, 1], chances: [1, 0] },
    { when: 'the second is behind', counts: [4, 3], weights: [1, 1], chances: [0, 1] },
    { when: 'two of three are behind', counts: [2, 1, 1], weights: [1, 1, 1], chances: [0, 0.5, 0.5] },
    {
      when: 'three of four are behind',
      counts: [0, 9, 0, 0],
      weights: [1, 1, 1, 1],
      chances: [1 / 3, 0, 1 / 3, 1 / 3],
    },
    { when: 'nothing was drawn at 2 : 1', counts: [0, 0], weights: [2, 1], chances: [1, 0] },
    { when: 'the ratio holds at 2 : 1', counts: [4, 2], weights: [2, 1], chances: [1, 0] },
    { when: 'the first is behind at 2 : 1', counts: [3, 2], weights: [2, 1], chances: [1, 0] },
    { when: 'the second is behind at 2 : 1', counts: [5, 2], weights: [2, 1], chances: [0, 1] },
    { when: 'a closed one has none', counts: [0, 5, 6], weights: [0, 1, 1], chances: [0, 1, 0] },
    { when: 'a closed one has fewest', counts: [5, 0, 6], weights: [1, 0, 1], chances: [1, 0, 0] },
    { when: 'a third is nearer than rounding tells', counts: [1, 3], weights: [1, 3], chances: [0, 1] },
  ])('is right in $when with the chances $chances', ({ counts, weights, chances }) => {
    expect(weights.map((_, cell) => chanceOfRightCount(counts, weights, cell))).toEqual(chances)
  })
})
