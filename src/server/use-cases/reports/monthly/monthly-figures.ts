import { dayAfterMonth, forecastDays, type MonthlyFigures } from '#domain/reports/monthly-report'
import { expectedBy } from '#domain/trials/forecast'
import { forecastOfTrial } from '#domain/trials/running-trial'
import { countAllocatablePacks, countMonth, countMonthAtSites } from '../../../ground/db/monthly-figures'
import type { Queries } from '../../../ground/db/transaction'
import type { TrialRow } from '../../../ground/db/trials'
import { dayIn, dayStart } from '../../../ground/time/calendar'
import { dayNumber, dayOfNumber } from '../../../ground/time/day-number'

/** The figures of a month of a trial, with the present forecast and stock. */
export const monthlyFigures = async (
  queries: Queries,
  trial: TrialRow,
  { month, now }: { month: string; now: string },
): Promise<MonthlyFigures> => {
  const { id: trial_id, selected_timezone: zone, sample_size, started_on, ended_on, end_on } = trial
  const end = dayAfterMonth(month)
  const bounds = { trial_id, zone, from: dayStart(zone, `${month}-01`), until: dayStart(zone, end) }
  const today = dayNumber(dayIn(zone, now))
  const first = started_on === null ? null : dayNumber(started_on)
  const lastDay = dayNumber(end) - 1
  const day = ended_on === null ? lastDay : Math.min(lastDay, dayNumber(ended_on))
  const expected = first === null ? null : expectedBy({ sample_size, first, end: dayNumber(end_on) }, day)
  const { flagged_then, ...counts } = await countMonth(queries, bounds)
  // By the same rule as the trial's `num_sampled`, with which the forecast is made.
  const isCountedApart = trial.exclude_flagged_participants && sample_size > 0
  return {
    ...counts,
    ...(isCountedApart && { counted: counts.total - flagged_then }),
    sample_size,
    expected: expected === null ? null : Math.round(expected),
    planned_end: end_on,
    forecast: forecastDays(forecastOfTrial(trial, first, today), (days) => dayOfNumber(today + days)),
    packs: trial.is_managing_packs ? await countAllocatablePacks(queries, trial_id, dayOfNumber(today)) : null,
    sites: await countMonthAtSites(queries, bounds),
  }
}
