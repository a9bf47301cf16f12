import { chanceOf, moments } from '#domain/simulation/moments'
import { histogram } from '#domain/simulation/histogram'
import { tally } from '#domain/simulation/tally'
import { describe, expect, it } from 'vitest'

const tallyOf = (values: readonly number[], parts = 1) => {
  const made = tally(parts)
  for (const value of values) made.add(value)
  return made
}

describe('moments', () => {
  it('are mean and standard error, however the values are grouped', () => {
    const one = moments()
    for (const value of [2, 4, 4, 6]) one.add(value)
    const other = moments()
    other.add(6)
    other.add(4, 2)
    other.add(2)
    // Deviations −2, 0, 0, 2: a variance of 8 / 3, over 4 values.
    expect(one.estimate()).toEqual({ mean: 4, standard_error: Math.sqrt(8 / 3 / 4) })
    expect(other.estimate().standard_error).toBeCloseTo(Math.sqrt(8 / 3 / 4), 12)
  })

  it('have no error for a single trial', () => {
    const one = moments()
    one.add(3)
    expect(one.estimate()).toEqual({ mean: 3, standard_error: null })
    expect(chanceOf(1, 1)).toEqual({ mean: 1, standard_error: null })
  })

  it('of a chance are those of ones and zeros', () => {
    const ones = moments()
    ones.add(1, 3)
    ones.add(0, 7)
    const { mean, standard_error } = chanceOf(3, 10)
    expect(mean).toBeCloseTo(ones.estimate().mean, 12)
    expect(standard_error).toBeCloseTo(ones.estimate().standard_error ?? 0, 12)
  })
})

describe('a tally', () => {
  it('knows quantiles, the largest, and the root of the mean square', () => {
    const made = tallyOf([...Array.from({ length: 95 }, () => 0), 1, 2, 3, 4, 500])
    expect([0.025, 0.5, 0.95, 0.951, 0.99, 1].map(made.quantile)).toEqual([0, 0, 0, 1, 4, 500])
    expect(made.max()).toBe(500)
    expect(made.mean().mean).toBeCloseTo(5.1, 12)
    expect(made.rootMeanSquare().mean).toBeCloseTo(Math.sqrt((1 + 4 + 9 + 16 + 250_000) / 100), 9)
  })

  it('counts in parts and returns whole numbers', () => {
    const made = tallyOf([3, 3, 6], 6)
    expect(made.counts()).toEqual([
      [0.5, 2],
      [1, 1],
    ])
    expect(made.mean().mean).toBeCloseTo(2 / 3, 12)
  })

  it('of nothing but 0 is 0 without error', () => {
    expect(tallyOf([0, 0, 0]).rootMeanSquare()).toEqual({ mean: 0, standard_error: 0 })
  })
})

describe('a histogram', () => {
  it('has a bin for every possible value where they are few, also for those that did not occur', () => {
    expect(histogram(tallyOf([0, 2, 2, 6]))).toEqual([
      { from: 0, to: 0, trials: 1 },
      { from: 2, to: 2, trials: 2 },
      { from: 4, to: 4, trials: 0 },
      { from: 6, to: 6, trials: 1 },
    ])
  })

  it('is one bin where there is one value', () => {
    expect(histogram(tallyOf([3, 3]))).toEqual([{ from: 3, to: 3, trials: 2 }])
  })

  it('has no more than 40 bins, each over as many values, and every trial in one of them', () => {
    const bins = histogram(tallyOf(Array.from({ length: 1000 }, (_, value) => 2 * value)))
    expect(bins.length).toBeLessThanOrEqual(40)
    expect(bins.reduce((sum, { trials }) => sum + trials, 0)).toBe(1000)
    expect(bins[0]).toEqual({ from: 0, to: 48, trials: 25 })
    expect(bins.map(({ from }) => from).slice(1)).toEqual(bins.map(({ to }) => to + 2).slice(0, -1))
  })

  it('reports values in parts', () => {
    expect(histogram(tallyOf([0, 1, 3], 2))).toEqual([
      { from: 0, to: 0, trials: 1 },
      { from: 0.5, to: 0.5, trials: 1 },
      { from: 1, to: 1, trials: 0 },
      { from: 1.5, to: 1.5, trials: 1 },
    ])
  })
})
