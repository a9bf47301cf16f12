import { exactSteps } from '#domain/simulation/exact-key'
import { describe, expect, it } from 'vitest'
import {
  biasedCoin,
  bigStick,
  blocks,
  chosenBlocks,
  efron,
  maximal,
  minimised,
  simple,
  urn,
} from '../randomisation/designs'

const N = 100

/**
 * The rows of src/specification/rct-alloc-1.md#what-theory-says: 1 : 1, n = 100. The last SD is 1.0995, printed there as 1.100.
 */
const THEORY = [
  { of: 'simple', design: simple(1, 1), cg: '0.5000', da: '0.000', sd: '10.000' },
  { of: 'blocks of 4', design: blocks(4, 4, 1, 1), cg: '0.7083', da: '0.333', sd: '0.000' },
  { of: 'blocks of 4, 6', design: blocks(4, 6, 1, 1), cg: '0.6917', da: '0.279', sd: '0.952' },
  { of: 'blocks of 2, 4, 6', design: blocks(2, 6, 1, 1), cg: '0.7015', da: '0.317', sd: '0.869' },
  { of: 'blocks of 4, 6, 8', design: blocks(4, 8, 1, 1), cg: '0.6792', da: '0.242', sd: '1.067' },
  { of: 'the urn (1, 0, 1)', design: urn([1, 0, 1], 1, 1), cg: '0.5389', da: '0.000', sd: Math.sqrt(34).toFixed(3) },
  { of: 'minimisation of one factor', design: minimised([1, 1]), cg: '0.6865', da: '0.000', sd: '1.099' },
  { of: 'the big stick of 3', design: bigStick(3), cg: '0.5811', da: '0.162', sd: '1.633' },
  { of: 'the biased coin of 3', design: biasedCoin(3, [2, 3]), cg: '0.6413', da: '0.070', sd: '1.309' },
  { of: 'Efron’s coin', design: efron(2, 3), cg: '0.6233', da: '0.000', sd: '2.108' },
  { of: 'the maximal procedure of 3, length 50', design: maximal(3, 50), cg: '0.6321', da: '0.094', sd: '0.000' },
  { of: 'blocks of 4 and 8, 1 : 3', design: chosenBlocks('4:1, 8:3'), cg: '0.6705', da: '0.216', sd: '0.990' },
]

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('going through all possible draws', () => {
  it.each(THEORY)('finds the theory of $of', ({ design, cg, da, sd }) => {
    const steps = exactSteps(design, N)
    expect({
      cg: meanOf(steps.map(({ right_guess }) => right_guess)).toFixed(4),
      da: meanOf(steps.map(({ certain }) => certain)).toFixed(3),
      sd: Math.sqrt(steps.at(-1)?.imbalance_square ?? 0).toFixed(3),
    }).toEqual({ cg, da, sd })
  })

  it('finds √n in simple randomisation and √((n + 2) / 3) in the urn, at every n', () => {
    const simpleSteps = exactSteps(simple(1, 1), 60)
    const urnSteps = exactSteps(urn([1, 0, 1], 1, 1), 60)
    for (let n = 1; n <= 60; n += 1) {
      expect(simpleSteps[n - 1]?.imbalance_square).toBeCloseTo(n, 9)
      expect(urnSteps[n - 1]?.imbalance_square).toBeCloseTo((n + 2) / 3, 9)
    }
  })

  it('finds the mean of |N1 − N2| in simple randomisation: 1, 1, 3/2, 3/2, 15/8', () => {
    expect(exactSteps(simple(1, 1), 5).map(({ imbalance }) => imbalance)).toEqual([1, 1, 1.5, 1.5, 1.875])
  })

  it('finds 7/9 of the guesses right in blocks of 3 at 2 : 1', () => {
    expect(meanOf(exactSteps(blocks(3, 3, 2, 1), 3).map(({ right_guess }) => right_guess))).toBeCloseTo(7 / 9, 12)
  })

  it('finds everything certain where one group is open', () => {
    expect(exactSteps(simple(1, 0), 3).map(({ certain, right_guess }) => [certain, right_guess])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
  })

  it('stops early at the limit, with its results so far', () => {
    const many = exactSteps(urn([1, 0, 1], 1, 1, 1, 1, 1), 200)
    expect(many.length).toBeLessThan(200)
    expect(many[0]).toEqual({ right_guess: expect.closeTo(0.2, 12), certain: 0, imbalance: 1, imbalance_square: 1 })
  })
})
