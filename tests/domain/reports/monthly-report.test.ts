import {
  dayAfterMonth,
  isReported,
  monthBefore,
  monthlyLines,
  type MonthlyFigures,
} from '#domain/reports/monthly-report'
import { monthInWords } from '#domain/time/day-in-words'
import { expect, test } from 'vitest'

test.each([
  ['2026-12-01', '2026-11', '2026-12-01', 'November 2026'],
  ['2027-01-31', '2026-12', '2027-01-01', 'December 2026'],
  ['2026-10-15', '2026-09', '2026-10-01', 'September 2026'],
])('before %s lies %s, and after that %s', (day, month, after, words) => {
  expect([monthBefore(day), dayAfterMonth(month), monthInWords(month)]).toEqual([month, after, words])
})

test.each<[string, string | null, string | null, boolean]>([
  ['has not started', null, null, false],
  ['starts after it', '2026-12-01', null, false],
  ['starts on its last day', '2026-11-30', null, true],
  ['ended on its first day', '2026-01-01', '2026-11-01', true],
  ['ended before it', '2026-01-01', '2026-10-31', false],
])('of a trial that %s, November is reported: %s to %s, %s', (_what, started_on, ended_on, expected) => {
  expect(isReported({ started_on, ended_on }, '2026-11')).toBe(expected)
})

const FIGURES: MonthlyFigures = {
  randomised: 4,
  total: 23,
  sample_size: 20,
  expected: null,
  planned_end: '2027-12-31',
  forecast: null,
  flagged: 1,
  unblinded: 0,
  errors: 0,
  packs: null,
  sites: [],
}

test.each<[string, Partial<MonthlyFigures>, [string, string][]]>([
  ['everyone counts', {}, [['Randomised so far', '23 of 20']]],
  ['there is no sample size', { sample_size: 0 }, [['Randomised so far', '23']]],
  [
    'flagged participants do not count',
    { counted: 20 },
    [
      ['Randomised so far, flagged or not', '23'],
      ['Counted towards the sample size', '20 of 20'],
    ],
  ],
])('the sample size is compared with those who count: %s', (_what, more, lines) => {
  expect(monthlyLines({ ...FIGURES, ...more }).slice(1, -5)).toEqual(lines)
})
