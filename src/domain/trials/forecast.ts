/** Below so many participants nothing is forecast: the rate so far says too little. */
const LEAST_PARTICIPANTS = 10
/** The tenth and the ninetieth percentile of the normal distribution stand so many deviations from its middle. */
const Z_80 = 1.2816
/** A forecast further off than this is none, in days. */
const MOST_DAYS = 36_525

/** The days from a trial's start, and to its planned end, as days since the epoch. */
type Plan = { sample_size: number; first: number; end: number }

/**
 * How many participants there should be on a day, on the straight way from nobody at the start to the sample size at the planned end;
 * null where there is no such way: without a sample size, or with an end that is not after the start.
 */
export const expectedBy = ({ sample_size, first, end }: Plan, day: number): number | null =>
  sample_size === 0 || end <= first ? null : sample_size * Math.min(1, Math.max(0, (day - first) / (end - first)))

/** When the last participant is likely to be randomised: whole days from now, and those of the 80% interval. */
export type Forecast = { days: number; earliest: number; latest: number }

/**
 * Forecasts the last participant of a trial that has recruited `recruited` in `daysRun` days and needs `remaining` more, at the rate so far.
 * Null below ten participants, where none remain, before a whole day has passed, and where it lies more than a century ahead.
 *
 * The days are `remaining / rate`. With participants as a Poisson process, past and remaining time are gamma variables, and the logarithm
 * of their ratio has about the variance `1 / recruited + 1 / remaining`; the interval is `days * exp(±1.2816 * sqrt(that))`.
 * Source: D. R. Cox, Some simple approximate tests for Poisson variates, Biometrika 40 (1953), 354–360.
 */
export const forecastLast = (recruited: number, remaining: number, daysRun: number): Forecast | null => {
  if (recruited < LEAST_PARTICIPANTS || remaining <= 0 || daysRun < 1) return null
  const days = (remaining * daysRun) / recruited
  const spread = Math.exp(Z_80 * Math.sqrt(1 / recruited + 1 / remaining))
  if (days * spread > MOST_DAYS) return null
  return { days: Math.round(days), earliest: Math.round(days / spread), latest: Math.round(days * spread) }
}

/** How many participants there are likely to be on a day to come, and the 80% interval. */
export type CountForecast = { count: number; least: number; most: number }

/**
 * Forecasts how many participants `recruited` in `daysRun` days will have become after `daysLeft` more, at the rate so far. Null below ten
 * participants and before a whole day has passed. The interval holds 80%: the participants to come are a Poisson number whose rate is
 * itself estimated, so that their variance is `to come * (1 + daysLeft / daysRun)`.
 * Source: V. V. Anisimov, V. V. Fedorov, Modelling, prediction and adaptive adjustment of recruitment in multicentre trials, Statistics in
 * Medicine 26 (2007), 4958–4975.
 */
export const forecastCount = (recruited: number, daysRun: number, daysLeft: number): CountForecast | null => {
  if (recruited < LEAST_PARTICIPANTS || daysRun < 1) return null
  const ahead = Math.max(0, daysLeft)
  const toCome = (recruited * ahead) / daysRun
  const spread = Z_80 * Math.sqrt(toCome * (1 + ahead / daysRun))
  return {
    count: Math.round(recruited + toCome),
    least: Math.round(recruited + Math.max(0, toCome - spread)),
    most: Math.round(recruited + toCome + spread),
  }
}

/** The recruitment beside the plan: a twentieth of the sample size either way is on plan. */
export const againstPlan = (
  recruited: number,
  expected: number,
  sampleSize: number,
): 'behind' | 'on_plan' | 'ahead' => {
  const difference = recruited - expected
  if (Math.abs(difference) <= sampleSize / 20) return 'on_plan'
  return difference < 0 ? 'behind' : 'ahead'
}

/** The shortest silence of a site that is reported, in days. */
const LEAST_SILENCE = 21
/** A silence of so many usual gaps is unusual. */
const USUAL_GAPS = 4

/**
 * Whether a site is silent that has randomised nobody for so many days. It may be longer where participants are rare:
 * four times the mean gap between its participants, `span` being the days from its first to its last.
 */
export const isSilent = (daysSilent: number, { count, span }: { count: number; span: number }): boolean =>
  daysSilent >= Math.max(LEAST_SILENCE, count < 2 ? 0 : (USUAL_GAPS * span) / (count - 1))
