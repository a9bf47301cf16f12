import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, type Allocation } from '#domain/randomisation/allocate'
import { randomSource } from '#domain/randomisation/random-source'
import { aDesign, blocks, crossed } from './designs'
import { alike, drawParticipants, onlyGroups } from './draw-trial'
import { casesOf, standingsOf } from './exact-cases'
import { fraction, times, type Fraction } from './fraction'
import { keystream } from './keystream'

const range = (length: number) => Array.from({ length }, (_, index) => index)
const words = (...listed: readonly bigint[]) => randomSource((j) => listed[j] ?? 0n)

/** The number of draws of each of groups 1 … n. */
const countsOf = (drawn: readonly number[], groups: number) =>
  range(groups).map((k) => drawn.filter((id) => id === k + 1).length)

/** Makes this many draws under one key; the label seeds the chance. */
const drawIntoOneKey = (design: ReturnType<typeof blocks>, count: number, label: string) =>
  onlyGroups(drawParticipants(design, alike(count), keystream(label, count + 1)))

describe('a block', () => {
  it.each([
    { reason: 'the first of a key: a new block', before: null, after: { block_size: 6, remaining: [3, 2] } },
    {
      reason: 'within a block: what is left of it, the size stays',
      before: { block_size: 4, remaining: [0, 2] },
      after: { block_size: 4, remaining: [0, 1] },
    },
    {
      reason: 'the last of a block leaves it used up',
      before: { block_size: 4, remaining: [0, 1] },
      after: { block_size: 4, remaining: [0, 0] },
    },
    {
      reason: 'after a used up block: a new one',
      before: { block_size: 4, remaining: [0, 0] },
      after: { block_size: 6, remaining: [3, 2] },
    },
  ])('stays: $reason', ({ before, after }) => {
    const allocation = allocate(blocks(4, 6, 1, 1), [before], words(1n, 5n))
    expect(allocation).toEqual({ drawn_index: 1, group_ids: [2], states: [after] })
  })

  it.each([
    { word: 0n, block_size: 4 },
    { word: 1n, block_size: 6 },
    { word: 2n, block_size: 8 },
    { word: 3n, block_size: 4 },
  ])('of 3 to 9 has its size tried in ascending order: word $word takes $block_size', ({ word, block_size }) => {
    expect(allocate(blocks(3, 9, 1, 1), [null], words(word)).states).toMatchObject([{ block_size }])
  })

  it('has every size equally often, and each group in it as often as any order of the block has it next', () => {
    const cases = casesOf(blocks(3, 6, 2, 1), [null])
    expect(cases.map(({ allocation, chance }) => [allocation.group_ids, allocation.states, chance])).toEqual([
      [[1], [{ block_size: 3, remaining: [1, 1] }], fraction(1, 3)],
      [[2], [{ block_size: 3, remaining: [2, 0] }], fraction(1, 6)],
      [[1], [{ block_size: 6, remaining: [3, 2] }], fraction(1, 3)],
      [[2], [{ block_size: 6, remaining: [4, 1] }], fraction(1, 6)],
    ])
  })

  it('is a uniform permutation: every order of 2 : 2 : 1 has chance 1/30', () => {
    const design = blocks(5, 5, 2, 2, 1)
    type Path = { readonly groups: string; readonly states: Allocation['states']; readonly chance: Fraction }
    const orders = range(5).reduce<readonly Path[]>(
      (paths) =>
        paths.flatMap((path) =>
          casesOf(design, path.states).map(({ allocation, chance }) => ({
            groups: path.groups + allocation.group_ids.join(),
            states: allocation.states,
            chance: times(path.chance, chance),
          })),
        ),
      [{ groups: '', states: [], chance: fraction(1) }],
    )
    expect(new Set(orders.map(({ groups }) => groups)).size).toBe(30)
    expect(orders.map(({ chance }) => chance)).toEqual(orders.map(() => fraction(1, 30)))
  })
})

describe('permuted blocks', () => {
  it('of one size end balanced, every one of them, and never hold a group of weight 0', () => {
    const someBlocks = fc
      .record({ weights: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }), rounds: fc.integer({ min: 1, max: 3 }) })
      .filter(({ weights }) => weights.some((weight) => weight > 0))
    fc.assert(
      fc.property(someBlocks, fc.nat(), ({ weights, rounds }, label) => {
        const size = rounds * weights.reduce((sum, weight) => sum + weight, 0)
        const drawn = drawIntoOneKey(blocks(size, size, ...weights), size * 4, `one size ${label}`)
        for (const block of range(4))
          expect(countsOf(drawn.slice(block * size, (block + 1) * size), weights.length)).toEqual(
            weights.map((weight) => weight * rounds),
          )
      }),
      { seed: 4 },
    )
  })

  it('of several sizes leave no group further ahead than half of the largest, and reach that', () => {
    let ahead = 0
    const path = drawIntoOneKey(blocks(4, 8, 1, 1), 20_000, 'several sizes').map((id) => {
      ahead += id === 1 ? 1 : -1
      return ahead
    })
    expect([Math.min(...path), Math.max(...path)]).toEqual([-4, 4])
  })
})

describe('blocks of a factorial trial', () => {
  const factorial = (min: number, max: number) =>
    aDesign({ ...crossed([2, 1], [1, 1]), randomisation_method_id: 1, block_size_min: min, block_size_max: max })

  it('have sizes that are multiples of S1 · S2, not of a factor alone', () => {
    const sizes = casesOf(factorial(2, 20), [null]).flatMap(({ allocation }) =>
      allocation.states.map((state) => ('block_size' in state ? state.block_size : null)),
    )
    expect([...new Set(sizes)]).toEqual([6, 12, 18])
  })

  it('end with their cells balanced, not only the margins, however they are drawn', () => {
    const ends = standingsOf(factorial(6, 6), alike(12)).filter((_, n) => n > 0 && n % 6 === 0)
    expect(ends.map((standings) => standings.map(({ drawn }) => drawn))).toEqual([[[2, 2, 1, 1]], [[4, 4, 2, 2]]])
  })

  it('take the cells in order of the group of factor 1, then of factor 2', () => {
    const inOrder = range(6).map((word) => allocate(factorial(6, 6), [null], words(BigInt(word))).group_ids)
    expect(inOrder).toEqual([
      [1, 3],
      [1, 3],
      [1, 4],
      [1, 4],
      [2, 3],
      [2, 4],
    ])
  })
})
