import { expectedBy, forecastCount, type CountForecast } from './forecast'
import { STARTED } from './trial-status'

/** A site without a participant for longer than this many days does not recruit. */
export const RECENT_DAYS = 28

/** The plan by which the course of a site is measured: days are days since the epoch. */
type TrialPlan = { trial_status_id: number; sample_size: number; end: number; sites: number }

/**
 * The course of a site: the participants expected from its share of the plan by today, and those likely at the planned
 * end.
 */
type SiteCourse = { expected: number | null; forecast: CountForecast | null }

/**
 * The course of a site that has recruited `count` since `since`. A plan has the trial's sample size alone, so each
 * participating site has an even share of it, to be reached on a straight line from its own first day to the planned
 * end. Nothing is forecast unless the trial is started.
 */
export const siteCourse = (
  { trial_status_id, sample_size, end, sites }: TrialPlan,
  { count, since }: { count: number; since: number | null },
  today: number,
): SiteCourse => {
  if (since === null || sites === 0) return { expected: null, forecast: null }
  const expected = expectedBy({ sample_size: sample_size / sites, first: since, end }, today)
  return {
    expected: expected === null ? null : Math.round(expected),
    forecast: trial_status_id === STARTED ? forecastCount(count, today - since, end - today) : null,
  }
}
