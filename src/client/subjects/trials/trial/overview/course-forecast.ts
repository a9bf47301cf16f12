import { forecastOfTrial } from '#domain/trials/running-trial'
import { remainingParticipants } from '#domain/trials/progress'
import { dayNumber } from '../../../../ui/format-time'
import type { ProgressPoint, RunningTrial } from './trial-progress'

/** The forecast of a trial's last participant, in days since the epoch, and the line to it. */
export type CourseForecast = {
  on: number
  earliest: number
  latest: number
  /** Everybody recruited by then, with those who are flagged and do not count. */
  recruited: number
  points: { day: number; forecast?: number; band: [least: number, most: number] }[]
}

/**
 * The forecast of home, of the overview and of the wall view, from the present point of a trial's course; null where
 * there is none.
 */
export const courseForecast = (trial: RunningTrial, from: ProgressPoint, presentDay: string): CourseForecast | null => {
  const today = dayNumber(presentDay)
  const found = forecastOfTrial(trial, trial.started_on === null ? null : dayNumber(trial.started_on), today)
  if (found === null) return null
  const [on, earliest, latest] = [today + found.days, today + found.earliest, today + found.latest]
  const recruited = from.recruited + (remainingParticipants(trial) ?? 0)
  const onWayTo = (end: number, day: number) =>
    day >= end
      ? recruited
      : from.recruited + ((recruited - from.recruited) * (day - from.day)) / Math.max(1, end - from.day)
  const points = [from.day, earliest, on, latest].map((day) => ({
    day,
    ...(day <= on ? { forecast: onWayTo(on, day) } : {}),
    band: [onWayTo(latest, day), onWayTo(earliest, day)] satisfies [number, number],
  }))
  return { on, earliest, latest, recruited, points }
}
