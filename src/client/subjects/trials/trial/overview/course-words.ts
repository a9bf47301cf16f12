import { formatNumber } from '../../../../ui/format-number'
import { formatDay } from '../../../../ui/format-time'
import type { CourseForecast } from './course-forecast'
import type { ProgressPoint } from './trial-progress'

const DAY_MS = 86_400_000

/** A day since the epoch as one reads it. */
export const courseDay = (day: number): string => formatDay(new Date(day * DAY_MS).toISOString().slice(0, 10))

/**
 * Where a course stands, in words: `60 recruited by 21 Nov 2026, 88 expected: 28 behind.` Of the recruited, `leftOut` are flagged and do
 * not count towards the sample size, which is what is expected.
 */
export const courseWords = ({ day, recruited, expected }: ProgressPoint, leftOut: number): string => {
  const counting = recruited - leftOut
  const sofar = `${formatNumber(recruited)} recruited by ${courseDay(day)}${leftOut > 0 ? ` (${formatNumber(leftOut)} flagged, not counted towards the sample size)` : ''}`
  if (expected === null) return `${sofar}.`
  const ahead = counting - Math.round(expected)
  const compared = ahead === 0 ? 'on course' : `${formatNumber(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead'}`
  return `${sofar}, ${formatNumber(Math.round(expected))} expected: ${compared}.`
}

/** When the last participant is likely: `Last participant, forecast: 27 Sep 2028, likely between 3 Jun 2028 and 16 Feb 2029 (80%).` */
export const forecastWords = ({ on, earliest, latest }: CourseForecast): string =>
  `Last participant, forecast: ${courseDay(on)}, likely between ${courseDay(earliest)} and ${courseDay(latest)} (80%).`
