import type { MinimisationMeasure } from '#domain/trials/trial-methods'
import { fraction, type Fraction } from './fraction'

/** The number of draws of each arm at the new participant's level of a factor, and the factor's weight. */
export type FactorLevel = { readonly weight: number; readonly counts: readonly number[] }

/**
 * G of each candidate arm by the plain formula: one is added, each factor is measured over all arms, weighed and
 * summed.
 */
export const plainImbalances = (measure: MinimisationMeasure, levels: readonly FactorLevel[]): readonly number[] => {
  const arms = levels[0]?.counts.keys() ?? []
  return [...arms].map((candidate) =>
    levels.reduce((sum, { weight, counts }) => {
      const after = counts.map((count, arm) => (arm === candidate ? count + 1 : count))
      return sum + weight * MEASURES[measure](after)
    }, 0),
  )
}

/**
 * The chance of each arm at these imbalances: the least ones share p, the others 1 − p; all are equal where none is
 * worse.
 */
export const plainChances = (percent: number, imbalances: readonly number[]): readonly Fraction[] => {
  const best = imbalances.filter((imbalance) => imbalance === Math.min(...imbalances)).length
  const rest = imbalances.length - best
  return imbalances.map((imbalance) => {
    if (rest === 0) return fraction(1, best)
    return imbalance === Math.min(...imbalances) ? fraction(percent, 100 * best) : fraction(100 - percent, 100 * rest)
  })
}

const MEASURES = {
  range: (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts),
  /** S² times the variance. */
  variance: (counts: readonly number[]) => {
    const sum = counts.reduce((total, count) => total + count, 0)
    return counts.length * counts.reduce((total, count) => total + count ** 2, 0) - sum ** 2
  },
}
