import type { RunningTrial } from '#contract/desk'
import type { EffectivePermission } from '#domain/people/permissions'
import { expectedBy } from '#domain/trials/forecast'
import { forecastOfTrial } from '#domain/trials/running-trial'
import type { countWeeks, findDeskTrials } from '../../ground/db/desk'
import { dayIn } from '../../ground/time/calendar'
import { dayNumber, dayOfNumber } from '../../ground/time/day-number'

type Trial = Awaited<ReturnType<typeof findDeskTrials>>[number]
type Recruitment = {
  trial: Trial
  permission: EffectivePermission
  weeks: Awaited<ReturnType<typeof countWeeks>>
  now: string
}

const WEEKS = 12

/** The recruitment of a running trial beside its plan today, with the forecast of its last participant. */
export const recruitmentOf = ({ trial, permission, weeks, now }: Recruitment): RunningTrial => {
  const today = dayNumber(dayIn(trial.selected_timezone, now))
  const first = trial.started_on === null ? null : dayNumber(trial.started_on)
  const plan = { sample_size: trial.sample_size, first: first ?? today, end: dayNumber(trial.end_on) }
  const expected = first === null ? null : expectedBy(plan, today)
  const forecast = forecastOfTrial(trial, first, today)
  const dayAfter = (days: number) => dayOfNumber(today + days)
  return {
    id: trial.id,
    title: trial.title,
    trial_status_id: trial.trial_status_id,
    is_blinded_whole: permission.is_blinded_whole,
    is_blinded_partial: permission.is_blinded_partial,
    sample_size: trial.sample_size,
    num_sampled: trial.num_sampled,
    planned_end: trial.end_on,
    expected: expected === null ? null : Math.round(expected),
    forecast: forecast && {
      on: dayAfter(forecast.days),
      earliest: dayAfter(forecast.earliest),
      latest: dayAfter(forecast.latest),
    },
    weeks: Array.from(
      { length: WEEKS },
      (_, place) => weeks.find((one) => one.trial_id === trial.id && one.week === WEEKS - 1 - place)?.count ?? 0,
    ),
  }
}
