/** The shortest time for which a weekly rate is meaningful, in weeks. */
const MIN_WEEKS = 0.14
const DAYS_A_WEEK = 7

/** Participants to be randomised still; null where the trial has no limit (sample size 0). */
export const remainingParticipants = (trial: { sample_size: number; num_sampled: number }): number | null =>
  trial.sample_size === 0 ? null : Math.max(0, trial.sample_size - trial.num_sampled)

/**
 * Participants per week, with 2 decimals, or null while the trial has run 0.14 weeks or less. `daysRun` is the time
 * since the trial started (until its end, where it has ended), in days.
 */
export const ratePerWeek = (numSampled: number, daysRun: number | null): string | null => {
  if (daysRun === null || daysRun / DAYS_A_WEEK <= MIN_WEEKS) return null
  return (numSampled / (daysRun / DAYS_A_WEEK)).toFixed(2)
}

/** Whole days from `today` until `endOn`, both as days since the epoch; never below 0. */
export const daysRemaining = (today: number, endOn: number): number => Math.max(0, endOn - today)
