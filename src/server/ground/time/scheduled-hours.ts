import { Cron } from 'croner'

/** The last scheduled time of a job by `now`: an instant in UTC. Throws where the schedule is malformed. */
export const lastHour = (hours: string, now: string): string => {
  // The library looks before its reference, and a scheduled time counts from its very beginning.
  const reference = new Date(Date.parse(now) + 1)
  const [last] = scheduleOf(hours).previousRuns(1, reference)
  if (!last) throw new Error(`no hour of ${hours} has come yet`)
  return last.toISOString()
}

/** The first scheduled time of a job after `now`. */
export const nextHour = (hours: string, now: string): string => {
  const next = scheduleOf(hours).nextRun(new Date(now))
  if (!next) throw new Error(`no hour of ${hours} comes again`)
  return next.toISOString()
}

const scheduleOf = (hours: string): Cron => new Cron(hours, { timezone: 'UTC', paused: true })
