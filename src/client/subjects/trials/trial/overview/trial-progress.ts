import { expectedBy } from '#domain/trials/forecast'
import { daysRemaining, ratePerWeek, remainingParticipants } from '#domain/trials/progress'
import { isFinalTrialStatus } from '#domain/trials/trial-status'
import { dayNumber } from '../../../../ui/format-time'

export type RunningTrial = {
  trial_status_id: number
  started_on: string | null
  ended_on: string | null
  end_on: string
  sample_size: number
  num_sampled: number
}

/** A trial's quick stats; null where there is no such figure. */
export type TrialProgress = {
  remaining: number | null
  per_week: string | null
  days_remaining: number
}

/** The quick stats of a trial on a day of its time zone, `YYYY-MM-DD`. */
export const trialProgress = (trial: RunningTrial, presentDay: string): TrialProgress => {
  const today = dayNumber(presentDay)
  const until = trial.ended_on === null ? today : dayNumber(trial.ended_on)
  const daysRun = trial.started_on === null ? null : until - dayNumber(trial.started_on)
  return {
    remaining: remainingParticipants(trial),
    per_week: ratePerWeek(trial.num_sampled, daysRun),
    days_remaining: isFinalTrialStatus(trial.trial_status_id) ? 0 : daysRemaining(today, dayNumber(trial.end_on)),
  }
}

/**
 * One day of a trial's course: participants so far (null on days to come), and how many there should be on the straight way
 * from nobody at the start to the sample size at the planned end (null where there is no such way).
 */
type CoursePoint = { day: number; recruited: number | null; expected: number | null }

/** The point of a trial's course on a day (days since the epoch), the last one that is not in the future. */
export type ProgressPoint = { day: number; recruited: number; expected: number | null }

export type Course = { points: CoursePoint[]; latest: ProgressPoint }

/**
 * The recruitment of a trial, day by day since the start: from nobody on the first day to the present number, or that
 * of the trial's end; the straight line continues to the planned end. Null before the start. There is no straight line
 * without a sample size, nor where `isPart` says that only some of the participants are shown.
 */
export const recruitmentCourse = (
  trial: RunningTrial,
  recruitment: readonly { date: string; count: number }[],
  today: string,
  isPart = false,
): Course | null => {
  const counts = recruitment.map(({ date, count }) => ({ day: dayNumber(date), count })).sort((a, b) => a.day - b.day)
  const begun = [...(trial.started_on === null ? [] : [dayNumber(trial.started_on)]), ...counts.map(({ day }) => day)]
  if (begun.length === 0) return null
  // Seen from another time zone, somebody may have been randomised on the day before the start.
  const first = Math.min(...begun)
  const end = dayNumber(trial.end_on)
  const expected = (day: number) => (isPart ? null : expectedBy({ sample_size: trial.sample_size, first, end }, day))

  let latest: ProgressPoint = { day: first, recruited: 0, expected: expected(first) }
  const points: CoursePoint[] = [latest]
  const until = dayNumber(trial.ended_on ?? today)
  for (const { day, count } of [...counts, { day: until, count: 0 }]) {
    if (count === 0 && day <= latest.day) continue
    latest = { day, recruited: latest.recruited + count, expected: expected(day) }
    points.push(latest)
  }
  // The straight line has its corner at the planned end, wherever the course ends.
  if (expected(end) !== null)
    points.push({ day: end, recruited: recruitedOn(points, end, latest), expected: expected(end) })
  return { points: points.sort((a, b) => a.day - b.day), latest }
}

const recruitedOn = (points: readonly CoursePoint[], day: number, latest: ProgressPoint): number | null =>
  day > latest.day ? null : (points.findLast((point) => point.day <= day)?.recruited ?? 0)

/** How many there should be on a day by the straight way of a course; null where it has none. */
export const expectedOn = ({ points }: Pick<Course, 'points'>, day: number): number | null => {
  const lastExpected = points.findLast(({ expected }) => expected !== null)?.expected ?? null
  const end = points.find(({ expected }) => expected === lastExpected)?.day
  const first = points[0]?.day
  return lastExpected === null || first === undefined || end === undefined
    ? null
    : expectedBy({ sample_size: lastExpected, first, end }, day)
}

/** Participants by month of the calendar, with the sum so far. */
export const recruitmentByMonth = (
  recruitment: readonly { date: string; count: number }[],
): { month: string; count: number; total: number }[] => {
  const months = new Map<string, number>()
  for (const { date, count } of [...recruitment].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const month = date.slice(0, 7)
    months.set(month, (months.get(month) ?? 0) + count)
  }
  let total = 0
  return [...months].map(([month, count]) => ({ month, count, total: (total += count) }))
}
