import type { Estimate } from './figures'

/** Adds up values of any kind, one for each simulated trial, for their mean. */
export type Moments = {
  /** A value that occurred so many times; once by default. */
  readonly add: (value: number, times?: number) => void
  readonly estimate: () => Estimate
}

export const moments = (): Moments => {
  let count = 0
  let mean = 0
  let squares = 0
  return {
    // About the mean so far, which loses no digits (Welford 1962).
    add: (value, times = 1) => {
      count += times
      const off = value - mean
      mean += (off * times) / count
      squares += off * (value - mean) * times
    },
    estimate: () => ({ mean, standard_error: count < 2 ? null : Math.sqrt(squares / (count - 1) / count) }),
  }
}

/** The chance of an event that happened in so many of the simulated trials. */
export const chanceOf = (times: number, trials: number): Estimate => {
  const mean = times / trials
  return { mean, standard_error: trials < 2 ? null : Math.sqrt((mean * (1 - mean)) / (trials - 1)) }
}
