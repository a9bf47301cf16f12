/** How many times a trial's sequence is drawn again: the fewest, the most, and what is offered. */
export const FEWEST_REPLICATES = 1000
export const MOST_REPLICATES = 100_000
export const USUAL_REPLICATES = 10_000

/** The most draws of a test: participants × replicates. So many take about a minute, and 12 MB for two groups. */
export const MOST_DRAWS = 100_000_000

/** The state of a test. It waits while others run; one that is cancelled or failed has no reference set. */
export const RANDOMISATION_TEST_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** What is compared between two groups: means of numbers, or proportions of 0 and 1. */
export const COMPARED = ['means', 'proportions'] as const
export type Compared = (typeof COMPARED)[number]

/** The greatest share of replicates without an outcome in one of the two groups that a result has without a warning. */
const MOST_LEFT_OUT = 0.1

/**
 * Whether so many replicates were left out that a result needs a warning. Its p-value is conditional on an outcome in each group, which is
 * no longer nearly always so under the design; and with few replicates it cannot be small. The limit is our own.
 */
export const areManyLeftOut = ({ replicates, left_out }: { replicates: number; left_out: number }): boolean =>
  left_out > MOST_LEFT_OUT * (replicates + left_out)
