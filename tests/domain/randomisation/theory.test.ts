import { describe, expect, it } from 'vitest'
import { allocate, type Allocation, type KeyState } from '#domain/randomisation/allocate'
import type { AllocationDesign } from '#domain/randomisation/design'
import { randomSource } from '#domain/randomisation/random-source'
import { blocks, simple } from './designs'
import { CASES, standingsOf } from './exact-cases'
import { keystream } from './keystream'

/** The rows of RANDOMISATION, What theory says: 1 : 1, n = 100, to the digits printed there. */
const THEORY = [
  { of: 'simple', design: simple(1, 1), cg: 0.5, da: 0, sd: 10, balanced: [0.5, 0.375, 0.3125] },
  { of: 'blocks of 4', design: blocks(4, 4, 1, 1), cg: 0.7083, da: 0.333, sd: 0, balanced: [0.6667, 1, 0.6667] },
  {
    of: 'blocks of 4, 6',
    design: blocks(4, 6, 1, 1),
    cg: 0.6917,
    da: 0.279,
    sd: 0.952,
    balanced: [0.6333, 0.8, 0.8167],
  },
  {
    of: 'blocks of 2, 4, 6',
    design: blocks(2, 6, 1, 1),
    cg: 0.7015,
    da: 0.317,
    sd: 0.869,
    balanced: [0.7556, 0.7852, 0.8469],
  },
  {
    of: 'blocks of 4, 6, 8',
    design: blocks(4, 8, 1, 1),
    cg: 0.6792,
    da: 0.242,
    sd: 1.067,
    balanced: [0.6127, 0.7048, 0.728],
  },
]

describe.each(THEORY)('$of, 1 : 1', ({ of, design, cg, da, sd, balanced }) => {
  it('is exactly as often in balance after 2, 4 and 6 as theory says', () => {
    const standings = standingsOf(design, 6)
    const shares = [2, 4, 6].map((n) => {
      const even = standings[n]?.filter(({ drawn: [a, b] }) => a === b) ?? []
      return share(
        even.reduce((sum, { count }) => sum + count, 0n),
        n,
      )
    })
    expect(shares.map(fourDigits)).toEqual(balanced.map(fourDigits))
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

describe('unequal weights hold their ratio at every position, exactly', () => {
  it.each([
    { of: 'simple 2 : 1', design: simple(2, 1), weights: [2, 1] },
    { of: 'simple 3 : 2 : 1', design: simple(3, 2, 1), weights: [3, 2, 1] },
    { of: 'simple 1 : 1 : 4', design: simple(1, 1, 4), weights: [1, 1, 4] },
    { of: 'blocks of 3, 6 at 2 : 1', design: blocks(3, 6, 2, 1), weights: [2, 1] },
    { of: 'blocks of 6 at 3 : 2 : 1', design: blocks(6, 6, 3, 2, 1), weights: [3, 2, 1] },
    { of: 'blocks of 6 at 1 : 1 : 4', design: blocks(6, 6, 1, 1, 4), weights: [1, 1, 4] },
    { of: 'blocks of 6 at 3 : 0 : 3', design: blocks(6, 6, 3, 0, 3), weights: [1, 0, 1] },
  ])('$of', ({ design, weights }) => {
    const sum = weights.reduce((total, weight) => total + weight, 0)
    // E N_k after each n is n · w_k / S, so each single position has the ratio too.
    for (const [n, standings] of standingsOf(design, 8).entries()) {
      const expected = weights.map((_, k) =>
        standings.reduce((total, { drawn, count }) => total + BigInt(drawn[k] ?? 0) * count, 0n),
      )
      const times = (factor: number) => BigInt(factor) * CASES ** BigInt(n)
      expect(expected.map((total) => total * BigInt(sum))).toEqual(weights.map((weight) => times(n * weight)))
    }
  })
})

const TRIALS = 5_000
const PARTICIPANTS = 100

/** Trials of 100 drawn by the engine: shares of right guesses and of certain allocations, and N_1 − N_2 at the end. */
const simulate = (design: AllocationDesign, label: string) => {
  const wordsOf = keystream(`theory ${label}`, TRIALS * PARTICIPANTS)
  return Array.from({ length: TRIALS }, (_, trial) => {
    let state: KeyState | null = null
    let difference = 0
    let guessed = 0
    let certain = 0
    for (let n = 0; n < PARTICIPANTS; n += 1) {
      if (state?.remaining.filter((left) => left > 0).length === 1) certain += 1
      const guess = Math.sign(-difference)
      const drawn: Allocation = allocate(design, state, randomSource(wordsOf(trial * PARTICIPANTS + n)))
      const step = drawn.group_id === 1 ? 1 : -1
      // The guesser names the group with fewer so far; at a tie a coin is right half of the time.
      guessed += guess === 0 ? 0.5 : Number(guess === step)
      difference += step
      state = drawn.key_state
    }
    return { guessed: guessed / PARTICIPANTS, certain: certain / PARTICIPANTS, difference }
  })
}

/** How many of its standard errors the mean is away from theory, give or take half of the last digit printed there. */
const standardErrorsOff = (values: readonly number[], theory: number, rounding: number) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  const off = Math.max(0, Math.abs(mean - theory) - rounding)
  return off === 0 ? 0 : off / Math.sqrt(variance / values.length)
}

/** A count of the cases of n draws as a share of all of them. */
const share = (count: bigint, n: number) => Number((count * 10n ** 12n) / CASES ** BigInt(n)) / 1e12

const fourDigits = (value: number) => value.toFixed(4)
