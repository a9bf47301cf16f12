import { describe, expect, it } from 'vitest'
import { allocate, type Allocation } from '#domain/randomisation/allocate'
import type { OneRatioDesign } from '#domain/randomisation/design'
import { biasedCoin, bigStick, blocks, chosenBlocks, efron, maximal, minimised, simple, urn } from './designs'
import { alike } from './draw-trial'
import { standingsOf } from './exact-cases'
import { sumOf, withDigits } from './fraction'
import { keystream } from './keystream'
import { watchedSource } from './watched-source'

type Row = {
  readonly of: string
  readonly design: OneRatioDesign
  /** The share of right guesses by the best guesser. */
  readonly cg: number
  /** The share of certain allocations. */
  readonly da: number
  /** The standard deviation of N_1 − N_2 after 100. */
  readonly sd: number
  /** P(N_1 = N_2) after 2, 4 and 6. */
  readonly balanced: readonly [string, string, string]
}

/** The rows of src/specification/rct-alloc-1.md#what-theory-says: 1 : 1, n = 100, to the digits printed there. */
const THEORY: readonly Row[] = [
  { of: 'simple', design: simple(1, 1), cg: 0.5, da: 0, sd: 10, balanced: ['0.5000', '0.3750', '0.3125'] },
  {
    of: 'blocks of 4',
    design: blocks(4, 4, 1, 1),
    cg: 0.7083,
    da: 0.333,
    sd: 0,
    balanced: ['0.6667', '1.0000', '0.6667'],
  },
  {
    of: 'blocks of 4, 6',
    design: blocks(4, 6, 1, 1),
    cg: 0.6917,
    da: 0.279,
    sd: 0.952,
    balanced: ['0.6333', '0.8000', '0.8167'],
  },
  {
    of: 'blocks of 2, 4, 6',
    design: blocks(2, 6, 1, 1),
    cg: 0.7015,
    da: 0.317,
    sd: 0.869,
    balanced: ['0.7556', '0.7852', '0.8469'],
  },
  {
    of: 'blocks of 4, 6, 8',
    design: blocks(4, 8, 1, 1),
    cg: 0.6792,
    da: 0.242,
    sd: 1.067,
    balanced: ['0.6127', '0.7048', '0.7280'],
  },
  {
    of: 'an urn (1, 0, 1)',
    design: urn([1, 0, 1], 1, 1),
    cg: 0.5389,
    da: 0,
    sd: Math.sqrt(34),
    balanced: ['0.6667', '0.5500', '0.4794'],
  },
  {
    of: 'minimisation of one factor by variance',
    design: minimised([1, 1], { minimisation_measure: 'variance' }),
    cg: 0.6865,
    da: 0,
    sd: 1.1,
    balanced: ['0.8000', '0.7680', '0.7578'],
  },
  {
    of: 'minimisation of one factor by range',
    design: minimised([1, 1], { minimisation_measure: 'range' }),
    cg: 0.6865,
    da: 0,
    sd: 1.1,
    balanced: ['0.8000', '0.7680', '0.7578'],
  },
  {
    of: 'the big stick of 3',
    design: bigStick(3),
    cg: 0.5811,
    da: 0.162,
    sd: 1.633,
    balanced: ['0.5000', '0.3750', '0.3438'],
  },
  {
    of: 'the biased coin of 3, 2 out of 3',
    design: biasedCoin(3, [2, 3]),
    cg: 0.6413,
    da: 0.07,
    sd: 1.309,
    balanced: ['0.6667', '0.5926', '0.5761'],
  },
  {
    of: 'Efron’s coin, 2 out of 3',
    design: efron(2, 3),
    cg: 0.6233,
    da: 0,
    sd: 2.108,
    balanced: ['0.6667', '0.5926', '0.5597'],
  },
  {
    of: 'the maximal procedure of 3, length 50',
    design: maximal(3, 50),
    cg: 0.6321,
    da: 0.094,
    sd: 0,
    balanced: ['0.5858', '0.5147', '0.5025'],
  },
  {
    of: 'blocks of 4 and, three times as often, 8',
    design: chosenBlocks('4:1, 8:3'),
    cg: 0.6705,
    da: 0.216,
    sd: 0.99,
    balanced: ['0.5952', '0.6357', '0.5774'],
  },
]

describe.each(THEORY)('$of, 1 : 1', ({ of, design, cg, da, sd, balanced }) => {
  it('is balanced after 2, 4 and 6 exactly as often as in theory', () => {
    const standings = standingsOf(design, alike(6))
    const chances = [2, 4, 6].map((n) => {
      const even = standings[n]?.filter(({ drawn: [a, b] }) => a === b) ?? []
      return withDigits(sumOf(even.map(({ chance }) => chance)), 4)
    })
    expect(chances).toEqual(balanced)
  })

  it('is guessed, certain and out of balance as far as theory says, within 4.9 standard errors', () => {
    const trials = simulate(design, of)
    const off = {
      guessed: standardErrorsOff(
        trials.map(({ guessed }) => guessed),
        cg,
        0.00005,
      ),
      certain: standardErrorsOff(
        trials.map(({ certain }) => certain),
        da,
        0.0005,
      ),
      variance: standardErrorsOff(
        trials.map(({ difference }) => difference ** 2),
        sd ** 2,
        2 * sd * 0.0005,
      ),
    }
    expect(Object.entries(off).filter(([, errors]) => errors > 4.9)).toEqual([])
  })
})

const TRIALS = 2_500
const PARTICIPANTS = 100

/**
 * Trials of 100 drawn by the engine: the shares of right guesses and of certain allocations, and N_1 − N_2 at the end.
 */
const simulate = (design: OneRatioDesign, label: string) => {
  const wordsOf = keystream(`theory ${label}`, TRIALS * PARTICIPANTS)
  return Array.from({ length: TRIALS }, (_, trial) => {
    let states: Allocation['states'] = []
    let difference = 0
    let guessed = 0
    let certain = 0
    for (let n = 0; n < PARTICIPANTS; n += 1) {
      const guess = Math.sign(-difference)
      const source = watchedSource(wordsOf(trial * PARTICIPANTS + n), (draw) => {
        if (draw.kind === 'pick' && draw.weights.filter((weight) => weight > 0).length === 1) certain += 1
      })
      const drawn: Allocation = allocate(design, states, source)
      const step = drawn.group_ids[0] === 1 ? 1 : -1
      // The guesser names the group with fewer participants; at a tie a coin is right half of the time.
      guessed += guess === 0 ? 0.5 : Number(guess === step)
      difference += step
      states = drawn.states
    }
    return { guessed: guessed / PARTICIPANTS, certain: certain / PARTICIPANTS, difference }
  })
}

/** The distance of the mean from theory in its standard errors, less half of the last printed digit. */
const standardErrorsOff = (values: readonly number[], theory: number, rounding: number) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  const off = Math.max(0, Math.abs(mean - theory) - rounding)
  return off === 0 ? 0 : off / Math.sqrt(variance / values.length)
}
