import type { DrawState } from '#domain/randomisation/allocate'
import { everyDraw } from '#domain/simulation/every-draw'
import { describe, expect, it } from 'vitest'
import { blocks, minimised, simple, urn } from '../randomisation/designs'

describe('lists every possible outcome of a draw', () => {
  it.each([
    { of: 'simple 2 : 1', design: simple(2, 1), states: [], chances: [2 / 3, 1 / 3] },
    { of: 'simple with a closed group', design: simple(1, 0, 3), states: [], chances: [1 / 4, 0, 3 / 4] },
    { of: 'a fresh block of 4 or 6', design: blocks(4, 6, 1, 1), states: [null], chances: [1 / 2, 1 / 2] },
    {
      of: 'a block with one left of three',
      design: blocks(6, 6, 1, 1),
      states: [{ block_size: 6, remaining: [1, 2] }],
      chances: [1 / 3, 2 / 3],
    },
    { of: 'an urn', design: urn([1, 0, 1], 1, 1), states: [{ counts: [3, 1] }], chances: [2 / 6, 4 / 6] },
    { of: 'a minimisation', design: minimised([1, 1]), states: [{ counts: [3, 1] }], chances: [0.2, 0.8] },
    { of: 'one at a tie', design: minimised([1, 1]), states: [{ counts: [1, 1] }], chances: [0.5, 0.5] },
  ])('$of is there, with its chance', ({ design, states, chances }) => {
    const draws = everyDraw(design, states)
    const shares = chances.map((_, arm) =>
      draws.filter((draw) => draw.drawn_index === arm).reduce((sum, { chance }) => sum + chance, 0),
    )
    for (const [arm, chance] of chances.entries()) expect(shares[arm]).toBeCloseTo(chance, 12)
    expect(draws.every(({ chance }) => chance > 0)).toBe(true)
  })

  it('has every size of a new block with every group', () => {
    const left = everyDraw(blocks(2, 6, 1, 1), [null]).map(({ chance, states }) => [chance, states])
    const after = (block_size: number, remaining: readonly number[]): DrawState[] => [{ block_size, remaining }]
    expect(left).toEqual([
      [1 / 6, after(2, [0, 1])],
      [1 / 6, after(2, [1, 0])],
      [1 / 6, after(4, [1, 2])],
      [1 / 6, after(4, [2, 1])],
      [1 / 6, after(6, [2, 3])],
      [1 / 6, after(6, [3, 2])],
    ])
  })
})
