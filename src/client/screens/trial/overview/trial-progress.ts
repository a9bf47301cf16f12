import { daysRemaining, ratePerWeek, remainingParticipants } from '#domain/progress'
import { dayNumber, todayIn } from '../../../ui/format-time'

type RunningTrial = {
  started_on: string | null
  ended_on: string | null
  end_on: string
  selected_timezone: string
  sample_size: number
  num_sampled: number
}

/** A trial's quick stats (specification 000, section 2); null where there is no such figure. */
export type TrialProgress = {
  remaining: number | null
  per_week: string | null
  days_remaining: number
}

/** The quick stats of a trial at an instant (milliseconds since the epoch); days are those of the trial's time zone. */
export const trialProgress = (trial: RunningTrial, now: number): TrialProgress => {
  const today = dayNumber(todayIn(trial.selected_timezone, now))
  const until = trial.ended_on === null ? today : dayNumber(trial.ended_on)
  const daysRun = trial.started_on === null ? null : until - dayNumber(trial.started_on)
  return {
    remaining: remainingParticipants(trial),
    per_week: ratePerWeek(trial.num_sampled, daysRun),
    days_remaining: daysRemaining(today, dayNumber(trial.end_on)),
  }
}

/** One day of a trial's course: participants so far, and how many there should be on a straight way to its end. */
export type CoursePoint = { day: number; recruited: number; expected: number | null }

/**
 * How recruitment went, day by day since the start (days since the epoch): it begins with nobody on the day of the
 * start and ends today, or when the trial ended. There is no expectation where there is no limit.
 */
export const recruitmentCourse = (
  trial: RunningTrial,
  recruitment: readonly { date: string; count: number }[],
  now: number,
): CoursePoint[] => {
  const counts = recruitment.map(({ date, count }) => ({ day: dayNumber(date), count })).sort((a, b) => a.day - b.day)
  const first = trial.started_on === null ? counts[0]?.day : dayNumber(trial.started_on)
  if (first === undefined) return []
  const today = dayNumber(trial.ended_on ?? todayIn(trial.selected_timezone, now))
  const end = dayNumber(trial.end_on)
  const expected = (day: number) =>
    trial.sample_size === 0 || end <= first
      ? null
      : Math.round(trial.sample_size * Math.min(1, Math.max(0, (day - first) / (end - first))))

  let recruited = 0
  const course: CoursePoint[] = [{ day: first, recruited, expected: expected(first) }]
  for (const { day, count } of counts) {
    recruited += count
    course.push({ day, recruited, expected: expected(day) })
  }
  if (today > (course.at(-1)?.day ?? today)) course.push({ day: today, recruited, expected: expected(today) })
  return course
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
