import { dayInWords } from '../time/day-in-words'
import type { Forecast } from '../trials/forecast'

/**
 * The figures of a monthly report: totals without study groups, since blinded people read it, also on other people's
 * screens. A month is `YYYY-MM`, a day `YYYY-MM-DD`, both by the trial's time zone.
 */
export type MonthlyFigures = {
  /** Participants of the month, and until its end. */
  randomised: number
  total: number
  /** Those until its end who count towards the sample size; only where there is one and flags leave participants out of it. */
  counted?: number
  /** 0 for no limit. */
  sample_size: number
  /** How many the plan expects by the last day of the month, or that on which the trial ended before; null without one. */
  expected: number | null
  planned_end: string
  /** The last participant, as forecast when the report was made. */
  forecast: Record<'on' | 'earliest' | 'latest', string> | null
  /** Participants who were flagged or unblinded in the month, and errors recorded in it. */
  flagged: number
  unblinded: number
  errors: number
  /** Packs that can be allocated, of all groups together; null where the trial manages none. */
  packs: number | null
  sites: readonly { title: string; randomised: number; total: number; last_on: string | null }[]
}

/** The month before that of a day. */
export const monthBefore = (day: string): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}

/** The first day after a month. */
export const dayAfterMonth = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
}

/** Whether there is anything to report for a month: the trial had started by its end, and had not ended before it. */
export const isReported = (
  { started_on, ended_on }: { started_on: string | null; ended_on: string | null },
  month: string,
): boolean =>
  started_on !== null && started_on < dayAfterMonth(month) && (ended_on === null || ended_on >= `${month}-01`)

/** The days of a forecast that counts from a day; `dayOf` makes a day of a number of days after it. */
export const forecastDays = (forecast: Forecast | null, dayOf: (days: number) => string): MonthlyFigures['forecast'] =>
  forecast && { on: dayOf(forecast.days), earliest: dayOf(forecast.earliest), latest: dayOf(forecast.latest) }

type Line = [label: string, value: string]

/** The figures as labels and values, in the order of the report. */
export const monthlyLines = (figures: MonthlyFigures): Line[] => {
  const { randomised, expected, planned_end, forecast, flagged, unblinded, errors, packs } = figures
  return [
    ['Randomised in the month', String(randomised)],
    ...soFar(figures),
    ...lineOf('Expected by plan at the end of the month', expected),
    ['Planned end', dayInWords(planned_end)],
    ['Last participant, forecast', forecast === null ? 'No forecast' : forecastInWords(forecast)],
    ['Participants flagged in the month', String(flagged)],
    ['Participants unblinded in the month', String(unblinded)],
    ['Randomisation errors recorded in the month', String(errors)],
    ...lineOf('Study packs that can be allocated', packs),
  ]
}

const soFar = ({ total, counted, sample_size }: MonthlyFigures): Line[] =>
  counted === undefined
    ? [['Randomised so far', sample_size === 0 ? String(total) : `${total} of ${sample_size}`]]
    : [
        ['Randomised so far, flagged or not', String(total)],
        ['Counted towards the sample size', `${counted} of ${sample_size}`],
      ]

const lineOf = (label: string, value: number | null): Line[] => (value === null ? [] : [[label, String(value)]])

const forecastInWords = ({ on, earliest, latest }: NonNullable<MonthlyFigures['forecast']>): string =>
  `${dayInWords(on)} (80% interval: ${dayInWords(earliest)} to ${dayInWords(latest)})`
