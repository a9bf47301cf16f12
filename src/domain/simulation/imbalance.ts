import { greatestCommonDivisor } from '../randomisation/greatest-common-divisor'

/** How unequal counts are beside the weights they should follow, as a whole number of 1 / `parts`. */
export type Imbalance = { readonly parts: number; readonly of: (counts: readonly number[]) => number }

/**
 * The largest count less the smallest, each divided by its weight: participants for each unit of weight that one study group
 * is ahead of another. At 1 : 1 that is |N_1 − N_2|. Closed groups (weight 0) are left out.
 */
export const imbalanceBeside = (weights: readonly number[]): Imbalance => {
  const parts = weights.filter((weight) => weight > 0).reduce(leastCommonMultiple, 1)
  const factors = weights.map((weight) => (weight > 0 ? parts / weight : 0))
  return {
    parts,
    of: (counts) => {
      let greatest = 0
      let fewest = -1
      for (let index = 0; index < factors.length; index += 1) {
        const factor = factors[index] ?? 0
        if (factor === 0) continue
        const value = (counts[index] ?? 0) * factor
        if (value > greatest) greatest = value
        if (fewest < 0 || value < fewest) fewest = value
      }
      return greatest - fewest
    },
  }
}

const leastCommonMultiple = (a: number, b: number): number => (a / greatestCommonDivisor(a, b)) * b
