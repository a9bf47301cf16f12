import type { Estimate } from './figures'
import { moments } from './moments'

/** How often each value occurred, one value for each simulated trial: whole numbers, in units of 1 / `parts`. */
export type Tally = {
  readonly parts: number
  readonly add: (value: number) => void
  readonly mean: () => Estimate
  /** The root of the mean square, which is the standard deviation of a difference that is 0 on average. */
  readonly rootMeanSquare: () => Estimate
  /** The smallest value that at least this share of the trials did not exceed. */
  readonly quantile: (share: number) => number
  readonly max: () => number
  /** Every value with its frequency, ascending. */
  readonly counts: () => readonly (readonly [value: number, times: number])[]
}

const SMALL = 64

export const tally = (parts = 1): Tally => {
  // Nearly all values are small, and a list is faster than a map.
  const small = Array.from({ length: SMALL }, () => 0)
  const large = new Map<number, number>()

  const counts = () =>
    [...small.entries(), ...large]
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => a - b)
      .map(([value, count]) => [value / parts, count] as const)

  const meanOf = (measure: (value: number) => number): Estimate => {
    const sum = moments()
    for (const [value, count] of counts()) sum.add(measure(value), count)
    return sum.estimate()
  }

  return {
    parts,
    add: (value) => {
      if (value < SMALL) small[value] = (small[value] ?? 0) + 1
      else large.set(value, (large.get(value) ?? 0) + 1)
    },
    mean: () => meanOf((value) => value),
    rootMeanSquare: () => {
      const square = meanOf((value) => value ** 2)
      const mean = Math.sqrt(square.mean)
      // By the delta method: the error of a root is the error beneath it over twice the root.
      const error =
        square.standard_error === null || mean === 0 ? square.standard_error : square.standard_error / (2 * mean)
      return { mean, standard_error: error }
    },
    quantile: (share) => {
      const sorted = counts()
      const trials = sorted.reduce((sum, [, count]) => sum + count, 0)
      let cumulated = 0
      const pair = sorted.find(([, count]) => (cumulated += count) >= share * trials)
      return pair?.[0] ?? 0
    },
    max: () => counts().at(-1)?.[0] ?? 0,
    counts,
  }
}
