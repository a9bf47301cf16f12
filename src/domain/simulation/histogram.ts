import { greatestCommonDivisor } from '../randomisation/greatest-common-divisor'
import type { Tally } from './tally'

/** So many simulated trials had a value from one to another, both included. */
export type HistogramBin = { readonly from: number; readonly to: number; readonly trials: number }

const MAX_BINS = 40

/** Bins of equal width, at most 40, from the smallest value to the largest, each over as many possible values. */
export const histogram = ({ counts, parts }: Pick<Tally, 'counts' | 'parts'>): readonly HistogramBin[] => {
  const values = counts().map(([value, times]) => ({ value: Math.round(value * parts), times }))
  const first = values[0]?.value ?? 0
  const last = values.at(-1)?.value ?? 0
  // An imbalance may skip every other value, as |N_1 − N_2| does.
  const step = values.reduce((divisor, { value }) => greatestCommonDivisor(divisor, value - first), 0) || 1
  const width = step * Math.ceil(((last - first) / step + 1) / MAX_BINS)
  const trials = Array.from({ length: Math.floor((last - first) / width) + 1 }, () => 0)
  for (const { value, times } of values) {
    const bin = Math.floor((value - first) / width)
    trials[bin] = (trials[bin] ?? 0) + times
  }
  return trials.map((times, bin) => ({
    from: (first + bin * width) / parts,
    to: (first + (bin + 1) * width - step) / parts,
    trials: times,
  }))
}
