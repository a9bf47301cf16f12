import { readStates } from '#domain/randomisation/allocate'
import { textOfSizes, chosenSizes } from '#domain/randomisation/chosen-sizes'
import { countsAfter } from '#domain/randomisation/epoch'
import { exactSteps } from '#domain/simulation/exact-key'
import { describe, expect, it } from 'vitest'
import { aDesign, blocks, chosenBlocks, crossed } from './designs'
import { alike } from './draw-trial'
import { casesOf, standingsOf } from './exact-cases'
import { fraction } from './fraction'

/** Permuted blocks whose size is drawn from a list, each size with its own chance. */

describe('a list of sizes', () => {
  it.each([
    ['4', '4:1'],
    ['8, 4', '4:1,8:1'],
    ['8:6 ,4 : 2', '4:1,8:3'],
    ['12:1000, 6:500, 1000', '6:500,12:1000,1000:1'],
  ])('%s is written %s into the ledger', (typed, text) => {
    expect(textOfSizes(chosenSizes(typed))).toBe(text)
    expect(chosenBlocks(typed)).toMatchObject({ method: 'chosen_blocks', chosen_block_sizes: text })
  })

  it('that is only written in another way begins no epoch, and one with another chance does', () => {
    expect(countsAfter(chosenBlocks('4, 8:3'), chosenBlocks('8:6, 4:2'))).toBe('unchanged')
    expect(countsAfter(chosenBlocks('4, 8:3'), chosenBlocks('4, 8:2'))).toBe('begin_again')
  })
})

describe('a block', () => {
  const sizesAfter = (design: ReturnType<typeof chosenBlocks>) =>
    casesOf(design, [null]).map(({ allocation: { states, group_ids }, chance }) => [group_ids, states, chance])

  it('has each size with exactly its chance, and each order of a size equally often', () => {
    expect(sizesAfter(chosenBlocks('3:5, 6:2', 2, 1))).toEqual([
      [[1], [{ block_size: 3, remaining: [1, 1] }], fraction(10, 21)],
      [[2], [{ block_size: 3, remaining: [2, 0] }], fraction(5, 21)],
      [[1], [{ block_size: 6, remaining: [3, 2] }], fraction(4, 21)],
      [[2], [{ block_size: 6, remaining: [4, 1] }], fraction(2, 21)],
    ])
  })

  it('is drawn as among two bounds where the sizes are those between, each as likely', () => {
    const drawnBy = (design: ReturnType<typeof chosenBlocks>) =>
      standingsOf(design, alike(7)).map((step) => step.map(({ drawn, chance }) => [drawn, chance]))
    expect(drawnBy(chosenBlocks('4, 6, 8'))).toEqual(drawnBy(blocks(4, 8, 1, 1)))
  })

  it('continues until it is used up, and leaves closed cells out', () => {
    const cases = casesOf(chosenBlocks('4, 8:3', 1, 0, 1), [{ block_size: 8, remaining: [0, 0, 1] }])
    expect(cases.map(({ allocation }) => allocation)).toEqual([
      { drawn_index: 2, group_ids: [3], states: [{ block_size: 8, remaining: [0, 0, 0] }] },
    ])
  })

  it('has every combination of a factorial trial in the ratio', () => {
    const design = aDesign({ ...crossed([2, 1], [1, 1]), randomisation_method_id: 9, chosen_block_sizes: '12' })
    const [first] = casesOf(design, [null])
    expect(first?.allocation.states).toEqual([{ block_size: 12, remaining: [3, 4, 2, 2] }])
  })

  it.each([
    [{ block_size: 6, remaining: [1, 1] }, false],
    [{ block_size: 4, remaining: [3, 1] }, false],
    [{ block_size: 4, remaining: [1] }, false],
    [{ counts: [1, 1] }, false],
    [{ block_size: 4, remaining: [2, 1] }, true],
    [{ block_size: 8, remaining: [0, 0] }, true],
  ])('stored as %j is continued: %s', (stored, isSound) => {
    expect(readStates(chosenBlocks('4, 8:3'), [stored]).ok).toBe(isSound)
  })
})

/* Another program computed these with fractions, over all outcomes of 100 draws. */
describe('100 draws, to a millionth,', () => {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

  it.each([
    { sizes: '4:1, 8:3', guessed: 0.6705274795, certain: 0.2159432438, sd: 0.990115661 },
    { sizes: '4, 8', guessed: 0.679037037, certain: 0.2423703703, sd: 0.872871574 },
    { sizes: '2:1, 8:5', guessed: 0.6678833962, certain: 0.2098650341, sd: 1.1354066673 },
    { sizes: '4:1, 6:2, 8:1', guessed: 0.679771164, certain: 0.2427771163, sd: 1.0586004649 },
    { sizes: '4:1, 10:4', guessed: 0.6552749471, certain: 0.1759913767, sd: 1.318657995 },
  ])('in blocks of $sizes are guessed, certain and apart as theory says', ({ sizes, guessed, certain, sd }) => {
    const steps = exactSteps(chosenBlocks(sizes), 100)
    expect(meanOf(steps.map(({ right_guess }) => right_guess))).toBeCloseTo(guessed, 6)
    expect(meanOf(steps.map((step) => step.certain))).toBeCloseTo(certain, 6)
    expect(Math.sqrt(steps.at(-1)?.imbalance_square ?? 0)).toBeCloseTo(sd, 6)
  })
})
