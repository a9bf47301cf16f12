import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minProbability } from '#domain/randomisation/method-settings'
import { MINIMISATION_MEASURES } from '#domain/trials/trial-methods'
import { factors, minimised } from './designs'
import { fraction } from './fraction'
import { plainChances, plainImbalances, type FactorLevel } from './reference-minimisation'
import { pickedWeights } from './watched-source'

type Drawn = {
  readonly weights: readonly number[]
  readonly levels: readonly FactorLevel[]
  readonly percent: number
}

/** Weights of groups without a common divisor, 2 … 12 arms in all. */
const someWeights = fc
  .array(fc.nat(4), { maxLength: 4 })
  .map((weights) => [1, ...weights])
  .filter((weights) => {
    const arms = weights.reduce((sum, weight) => sum + weight, 0)
    return arms >= 2 && arms <= 12
  })

/**
 * Levels of 1 … 5 factors over this many arms. Counts are small, often all zero, so that partial and full ties are
 * frequent.
 */
const levelsOver = (arms: number) =>
  fc.constantFrom(0, 1, 2, 5, 40).chain((most) =>
    fc.array(
      fc.record({
        weight: fc.integer({ min: 1, max: 5 }),
        counts: fc.array(fc.nat(most), { minLength: arms, maxLength: arms }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  )

const someCase = someWeights.chain((weights) => {
  const arms = weights.reduce((sum, weight) => sum + weight, 0)
  return fc.record({
    weights: fc.constant(weights),
    levels: levelsOver(arms),
    percent: fc.integer({ min: minProbability(arms), max: 100 }),
  })
})

describe.each(MINIMISATION_MEASURES)('minimisation by %s', (minimisation_measure) => {
  const chancesIn = ({ weights, levels, percent }: Drawn) => {
    const design = minimised(weights, {
      ...factors(...levels.map(({ weight }) => weight)),
      minimisation_measure,
      minimisation_probability: percent,
    })
    const weighed = pickedWeights(design, levels)
    const sum = weighed.reduce((total, weight) => total + weight, 0)
    return weighed.map((weight) => fraction(weight, sum))
  }

  it('gives each arm the chance that the plain formula of G gives it', () => {
    const shapes = { ties: 0, partial: 0, clear: 0 }
    fc.assert(
      fc.property(someCase, (drawn) => {
        const imbalances = plainImbalances(minimisation_measure, drawn.levels)
        const best = imbalances.filter((imbalance) => imbalance === Math.min(...imbalances)).length
        shapes[best === imbalances.length ? 'ties' : best > 1 ? 'partial' : 'clear'] += 1
        expect(chancesIn(drawn)).toEqual(plainChances(drawn.percent, imbalances))
      }),
      { numRuns: 1000 },
    )
    // Each shape occurs often enough.
    expect(Object.values(shapes).filter((count) => count < 10)).toEqual([])
  })

  it('does so for every pair of levels of three arms with counts to 2', () => {
    const counts = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => [0, 1, 2].map((c) => [a, b, c])))
    for (const first of counts)
      for (const second of counts) {
        const levels = [
          { weight: 1, counts: first },
          { weight: 2, counts: second },
        ]
        expect(chancesIn({ weights: [2, 1], levels, percent: 70 })).toEqual(
          plainChances(70, plainImbalances(minimisation_measure, levels)),
        )
      }
  })
})
