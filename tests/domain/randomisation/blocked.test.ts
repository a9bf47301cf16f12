import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stratumKey } from '#domain/randomisation/strata'
import { aDesign, blocks, weighted } from './designs'
import { asLetters, drawTrial } from './draw-trial'
import { keystream } from './keystream'
import { VECTORS, vectorWords } from './vectors'

const range = (length: number) => Array.from({ length }, (_, place) => place)

/** How often each of groups 1 … n was drawn. */
const countsOf = (drawn: readonly number[], groups: number) =>
  range(groups).map((k) => drawn.filter((id) => id === k + 1).length)

/** Draws as many into one key, chance named by a label. */
const drawIntoOneKey = (design: ReturnType<typeof blocks>, count: number, label: string) =>
  drawTrial(
    design,
    range(count).map(() => ''),
    keystream(label, count + 1),
  )

describe('permuted blocks', () => {
  it.each(VECTORS.sequences.filter(({ method }) => method === 'blocked'))(
    'of $block_size_min to $block_size_max with weights $weights draw the groups of the vectors',
    ({ weights, block_size_min = 0, block_size_max = 0, stratum, groups }) => {
      const keys = Array.from(groups, (_, before) => (stratum ? `${(before + 1) % 3}` : ''))
      expect(asLetters(drawTrial(blocks(block_size_min, block_size_max, ...weights), keys, vectorWords))).toBe(groups)
    },
  )

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

describe('blocks balance in exactly the configured key', () => {
  const FLAGS = [
    { is_stratified: false, is_site_stratified: false },
    { is_stratified: false, is_site_stratified: true },
    { is_stratified: true, is_site_stratified: false },
    { is_stratified: true, is_site_stratified: true },
  ]
  const arrivalWords = keystream('who comes', 2_000)
  const arrivals = range(2_000).map((t) => ({
    site_id: 1 + Number(arrivalWords(t)(0) % 3n),
    options: [{ trial_stratum_id: 5, trial_stratum_option_id: 51 + Number(arrivalWords(t)(1) % 2n) }],
  }))
  const designWith = (flags: (typeof FLAGS)[number]) =>
    aDesign({
      ...flags,
      randomisation_method_id: 1,
      study_groups: weighted(2, 1),
      block_size_min: 6,
      block_size_max: 6,
      trial_strata: [{ id: 5, option_ids: [51, 52] }],
    })
  const keysWith = (flags: (typeof FLAGS)[number]) =>
    arrivals.map((arrival) => stratumKey(designWith(flags), 1, arrival))

  it.each(FLAGS)('and in no other: strata $is_stratified, sites $is_site_stratified', (flags) => {
    const drawn = drawTrial(designWith(flags), keysWith(flags), keystream('blocks in keys', 2_001))

    /** Whether each six in a row within each key holds four of group 1 and two of group 2. */
    const isBalancedIn = (keys: readonly string[]) =>
      [...new Set(keys)].every((key) => {
        const within = drawn.filter((_, place) => keys[place] === key)
        return range(Math.floor(within.length / 6)).every(
          (block) => countsOf(within.slice(block * 6, block * 6 + 6), 2).join(' : ') === '4 : 2',
        )
      })

    expect(FLAGS.map((other) => isBalancedIn(keysWith(other)))).toEqual(FLAGS.map((other) => other === flags))
  })

  it('and a new epoch leaves the open block behind', () => {
    const design = blocks(4, 4, 1, 1)
    const keys = [1, 1, 2, 2, 2, 2].map((epoch) => stratumKey(design, epoch, { site_id: 1, options: [] }))
    for (const label of range(20)) {
      const drawn = drawTrial(design, keys, keystream(`epoch ${label}`, keys.length + 1))
      expect(countsOf(drawn.slice(2), 2)).toEqual([2, 2])
    }
  })
})
