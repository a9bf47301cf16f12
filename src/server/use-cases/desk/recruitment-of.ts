import type { RunningTrial } from '#contract/desk'
import type { EffectivePermission } from '#domain/people/permissions'
import { expectedBy, forecastLast } from '#domain/trials/forecast'
import { remainingParticipants } from '#domain/trials/progress'
import { STARTED } from '#domain/trials/trial-status'
import type { countWeeks, findDeskTrials } from '../../ground/db/desk'
import { dayIn } from '../../ground/time/calendar'

type Trial = Awaited<ReturnType<typeof findDeskTrials>>[number]
type Recruitment = {
  trial: Trial
  permission: EffectivePermission
  weeks: Awaited<ReturnType<typeof countWeeks>>
  now: string
}

const WEEKS = 12
const DAY_MS = 86_400_000

/** How a trial that runs stands against its plan today, and when it will have its last participant. */
export const recruitmentOf = ({ trial, permission, weeks, now }: Recruitment): RunningTrial => {
  const today = dayNumber(dayIn(trial.selected_timezone, now))
  const first = trial.started_on === null ? null : dayNumber(trial.started_on)
  const plan = { sample_size: trial.sample_size, first: first ?? today, end: dayNumber(trial.end_on) }
  const expected = first === null ? null : expectedBy(plan, today)
  const remaining = remainingParticipants(trial)
  const forecast =
    first === null || remaining === null || trial.trial_status_id !== STARTED
      ? null
      : forecastLast(trial.num_sampled, remaining, today - first)
  const dayAfter = (days: number) => new Date((today + days) * DAY_MS).toISOString().slice(0, 10)
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

/** A day as the days since the epoch. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
