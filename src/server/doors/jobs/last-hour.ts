import { Cron } from 'croner'

/** The last of a job's hours that has come by `now`: an instant in UTC. Throws where the hours are not written as such. */
export const lastHour = (hours: string, now: string): string => {
  // The library looks before the instant it is given, and an hour has come at its very beginning.
  const reference = new Date(Date.parse(now) + 1)
  const [last] = new Cron(hours, { timezone: 'UTC', paused: true }).previousRuns(1, reference)
  if (!last) throw new Error(`no hour of ${hours} has come yet`)
  return last.toISOString()
}
