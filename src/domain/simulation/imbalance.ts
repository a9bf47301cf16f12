import { greatestCommonDivisor } from '../randomisation/greatest-common-divisor'

/** How unequal counts are beside the weights they should follow, as a whole number of 1 / `parts`. Counts are by ratio, each of every group. */
export type Imbalance = { readonly parts: number; readonly of: (counts: readonly number[]) => number }

/**
 * The largest count less the smallest, each divided by its weight: participants for each unit of weight that one study group
 * is ahead of another. At 1 : 1 that is |N_1 − N_2|. Closed groups (weight 0) are left out. Where there are several ratios, each
 * participant counts one divided by the weight that their group has at their ratio, so that it is 0 on average.
 */
export const imbalanceBeside = (...ratios: readonly (readonly number[])[]): Imbalance => {
  const weights = ratios.flat()
  const groups = ratios[0]?.length ?? 0
  const parts = weights.filter((weight) => weight > 0).reduce(leastCommonMultiple, 1)
  const factors = weights.map((weight) => (weight > 0 ? parts / weight : 0))
  return {
    parts,
    of: (counts) => {
      let greatest = 0
      let fewest = -1
      for (let group = 0; group < groups; group += 1) {
        if (factors[group] === 0) continue
        let value = 0
        for (let index = group; index < factors.length; index += groups)
          value += (counts[index] ?? 0) * (factors[index] ?? 0)
        if (value > greatest) greatest = value
        if (fewest < 0 || value < fewest) fewest = value
      }
      return greatest - fewest
    },
  }
}

const leastCommonMultiple = (a: number, b: number): number => (a / greatestCommonDivisor(a, b)) * b
