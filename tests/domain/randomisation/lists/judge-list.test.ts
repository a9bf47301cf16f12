import { fitsFrame, judgeList } from '#domain/randomisation/lists/judge-list'
import type { ListFrame } from '#domain/randomisation/lists/list-rows'
import type { ListTest } from '#domain/own-lists/list-tests'
import { rGenerator, rSample, rWords } from '#domain/randomisation/lists/r-generator'
import type { ListStratum } from '#domain/randomisation/own-list'
import { describe, expect, test } from 'vitest'
import { weighted } from '../designs'
import { aFrame } from './some-frames'

/* The checks that a list passes before it is used. */

const whole = (cells: readonly number[]): ListStratum => ({ site_id: null, options: [], cells })
const ofSex = (option: number, cells: readonly number[]): ListStratum => ({
  site_id: null,
  options: [{ trial_stratum_id: 1, trial_stratum_option_id: option }],
  cells,
})

const failed = (
  added: readonly ListStratum[],
  {
    frame = aFrame(),
    sample_size = 0,
    before = [],
  }: { frame?: ListFrame; sample_size?: number; before?: readonly ListStratum[] } = {},
): ListTest[] =>
  judgeList(
    { whole: [...before, ...added], added, before, as_written: added.flatMap(({ cells }) => cells), sample_size },
    frame,
  ).map((fault) => fault.test)

/** This many rows in blocks of 4, from a seed of R. */
const blocksOfFour = (seed: number, rows: number, levels: readonly number[] = [0, 1]): number[] => {
  const generator = rGenerator(rWords(seed))
  return Array.from({ length: rows / 4 }, () => rSample(generator, [...levels, ...levels])).flat()
}

const LONG_SEED = 1_834_672_901

test('blocks from a seed that nobody takes pass', () => {
  expect(failed([whole(blocksOfFour(LONG_SEED, 200))])).toEqual([])
})

test('2,000 honest lists pass, of independent rows and of blocks', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const generator = rGenerator(rWords(LONG_SEED + seed))
    const independent = Array.from({ length: 40 }, () => generator.index(2))
    const isEven = Math.abs(independent.filter((cell) => cell === 0).length - 20) < 10
    const unlucky = isEven ? [] : ['ratio']
    expect([failed([whole(independent)]), failed([whole(blocksOfFour(LONG_SEED + seed, 40))])]).toEqual([unlucky, []])
  }
})

describe('a short stratum', () => {
  const BLOCKS = [
    [0, 0, 1, 1],
    [0, 1, 0, 1],
    [0, 1, 1, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 0],
    [1, 1, 0, 0],
  ]

  test('of three blocks of four passes, whichever of the 216 lists it is', () => {
    const lists = BLOCKS.flatMap((one) => BLOCKS.flatMap((other) => BLOCKS.map((last) => [...one, ...other, ...last])))
    expect(lists.filter((cells) => failed([whole(cells)]).length > 0)).toEqual([])
  })

  const inRuns = (rows: number) => Array.from({ length: rows }, (_, place) => (place < rows / 2 ? 0 : 1))

  test('in two runs is refused once fewer than one of 1,000 arrangements of its rows are so', () => {
    // Of 12 rows 2 of 924, of 16 rows 2 of 12,870.
    expect([failed([whole(inRuns(12))]), failed([whole(inRuns(16))])]).toEqual([[], ['order']])
  })

  test('in which the groups alternate is refused from 20 rows on', () => {
    const alternating = (rows: number) => Array.from({ length: rows }, (_, place) => place % 2)
    expect([failed([whole(alternating(19))]), failed([whole(alternating(20))])]).toEqual([[], ['order']])
  })
})

describe('of very unequal groups', () => {
  const frame = aFrame({ study_groups: weighted(9, 1) })

  test('20 rows of the larger alone pass, which independent rows are once in eight times', () => {
    expect(failed([whole(Array.from({ length: 20 }, () => 0))], { frame })).toEqual([])
  })

  test('2,000 honest lists pass, but for the limit of the ratio', () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const generator = rGenerator(rWords(LONG_SEED + seed))
      const independent = Array.from({ length: 30 }, () => (generator.index(10) === 0 ? 1 : 0))
      const block = Array.from({ length: 20 }, (_, place) => (place < 18 ? 0 : 1))
      const blocks = Array.from({ length: 3 }, () => rSample(generator, block)).flat()
      expect(failed([whole(independent)], { frame }).filter((fault) => fault !== 'ratio')).toEqual([])
      expect(failed([whole(blocks)], { frame })).toEqual([])
    }
  })
})

test('three groups that take turns are refused from 15 rows on', () => {
  const frame = aFrame({ study_groups: weighted(1, 1, 1) })
  const inTurns = (rows: number) => Array.from({ length: rows }, (_, place) => place % 3)
  expect([failed([whole(inTurns(14))], { frame }), failed([whole(inTurns(15))], { frame })]).toEqual([[], ['order']])
})

describe('a list is refused', () => {
  const honest = blocksOfFour(LONG_SEED, 200)
  test.each<[says: string, cells: readonly number[], test: ListTest]>([
    ['with another ratio', honest.map((cell, place) => (place % 5 === 0 ? 0 : cell)), 'ratio'],
    ['in which the groups alternate', Array.from({ length: 40 }, (_, place) => place % 2), 'order'],
    ['in which one block is repeated', Array.from({ length: 40 }, (_, place) => (place % 4 < 2 ? 0 : 1)), 'order'],
    ['that is sorted', Array.from({ length: 40 }, (_, place) => (place < 20 ? 0 : 1)), 'order'],
    [
      'in which a group follows itself for long',
      [...honest.slice(0, 60), ...Array.from({ length: 30 }, () => 0), ...Array.from({ length: 30 }, () => 1)],
      'order',
    ],
    [
      'in which the group seldom changes',
      Array.from({ length: 200 }, (_, place) => [0, 0, 0, 0, 1, 1, 1, 1, 1, 0][(place % 97) % 10] ?? 0),
      'order',
    ],
  ])('%s', (_says, cells, expected) => {
    expect(failed([whole(cells)])).toContain(expected)
  })

  test('with fewer rows than the sample size asks of each stratum', () => {
    expect(failed([whole(honest)], { sample_size: 201 })).toEqual(['rows'])
    expect(failed([whole(honest)], { sample_size: 200 })).toEqual([])
  })

  test('without rows for a stratum', () => {
    const frame = aFrame({ is_stratified: true })
    expect(failed([ofSex(10, honest)], { frame })).toEqual(['rows'])
  })

  test('whose strata are copies of each other, or of an earlier list', () => {
    const frame = aFrame({ is_stratified: true })
    expect(failed([ofSex(10, honest), ofSex(11, honest)], { frame })).toEqual(['copies'])
    expect(failed([ofSex(10, blocksOfFour(LONG_SEED + 1, 200)), ofSex(11, honest)], { frame })).toEqual([])
    expect(failed([whole(honest)], { before: [whole(honest)] })).toEqual(['copies'])
  })
})

describe('a list that R makes from a usual seed is refused', () => {
  test.each([1, 42, 123, 1234, 2023, 9999, 12_345, 20_000 - 10_000])('seed %i', (seed) => {
    expect(failed([whole(blocksOfFour(seed, 60))])).toEqual(['seed'])
    // The groups in reverse.
    expect(failed([whole(blocksOfFour(seed, 60, [1, 0]))])).toEqual(['seed'])
  })

  test('also where the sizes of blocks vary as blockrand has them', () => {
    const generator = rGenerator(rWords(2026))
    const cells = Array.from({ length: 30 }, () => {
      const multiple = generator.index(4) + 1
      return rSample(generator, Array.from({ length: multiple }, () => [0, 1]).flat())
    }).flat()
    expect(failed([whole(cells)])).toEqual(['seed'])
  })

  test('also where all strata were made one after another', () => {
    const frame = aFrame({ is_stratified: true })
    const cells = blocksOfFour(7, 80)
    expect(failed([ofSex(10, cells.slice(0, 40)), ofSex(11, cells.slice(40))], { frame })).toEqual(['seed'])
  })

  test('but a seed beyond, and a list of fewer than 48 rows, is not recognised', () => {
    expect(failed([whole(blocksOfFour(10_001, 60))])).toEqual([])
    expect(failed([whole(blocksOfFour(42, 44))])).toEqual([])
  })
})

describe('a list that passed', () => {
  const added = [ofSex(10, blocksOfFour(LONG_SEED, 40)), ofSex(11, blocksOfFour(LONG_SEED + 1, 40))]
  const list = { added, whole: added, before: [], sample_size: 80 }
  test('fits its own design', () => {
    expect(fitsFrame(list, aFrame({ is_stratified: true }))).toBe(true)
  })
  test.each<[says: string, named: Parameters<typeof aFrame>[0], sample_size: number]>([
    [
      'another ratio',
      { is_stratified: true, study_groups: [3, 1].map((weight, index) => ({ id: index + 1, weight })) },
      80,
    ],
    ['no strata', {}, 80],
    ['a further option', { is_stratified: true, trial_strata: [{ id: 1, option_ids: [10, 11, 12] }] }, 80],
    ['a larger sample', { is_stratified: true }, 100],
  ])('does not fit %s', (_says, named, sample_size) => {
    expect(fitsFrame({ ...list, sample_size }, aFrame(named))).toBe(false)
  })
})
