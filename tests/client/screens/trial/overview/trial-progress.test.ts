import { describe, expect, test } from 'vitest'
import {
  recruitmentByMonth,
  recruitmentCourse,
  trialProgress,
} from '../../../../../src/client/screens/trial/overview/trial-progress'
import { dayNumber } from '../../../../../src/client/ui/format-time'
import { aShownTrial } from '../../../a-shown-trial'

const at = (instant: string) => Date.parse(instant)
const NOON = at('2026-01-19T12:00:00Z')

describe('the quick stats', () => {
  test('of a trial two weeks after its start', () => {
    expect(trialProgress(aShownTrial(), NOON)).toEqual({ remaining: 355, per_week: '5.00', days_remaining: 351 })
  })

  test.each([
    ['before it has started', aShownTrial({ started_on: null, num_sampled: 0 }), null],
    ['on its first day', aShownTrial({ started_on: '2026-01-19' }), null],
    ['on its second day', aShownTrial({ started_on: '2026-01-18' }), '70.00'],
    ['after it has ended', aShownTrial({ ended_on: '2026-01-12' }), '10.00'],
  ])('the rate %s', (_, trial, expected) => {
    expect(trialProgress(trial, NOON).per_week).toBe(expected)
  })

  test.each([
    ['Europe/London', 350],
    ['Pacific/Auckland', 349],
  ])('days are those of %s', (selected_timezone, expected) => {
    const trial = aShownTrial({ selected_timezone })
    expect(trialProgress(trial, at('2026-01-20T12:30:00Z')).days_remaining).toBe(expected)
  })

  test('no days are left after the end, and nothing remains without a limit', () => {
    const stats = trialProgress(aShownTrial({ end_on: '2025-01-01', sample_size: 0 }), NOON)
    expect([stats.days_remaining, stats.remaining]).toEqual([0, null])
  })
})

describe('the course of recruitment', () => {
  const start = dayNumber('2026-01-05')
  const recruitment = [
    { date: '2026-01-12', count: 6 },
    { date: '2026-01-07', count: 4 },
  ]

  test('begins with nobody and ends today, beside a straight line to the sample size', () => {
    expect(recruitmentCourse(aShownTrial(), recruitment, NOON)).toEqual([
      { day: start, recruited: 0, expected: 0 },
      { day: start + 2, recruited: 4, expected: 2 },
      { day: start + 7, recruited: 10, expected: 7 },
      { day: start + 14, recruited: 10, expected: 14 },
    ])
  })

  test('ends where the trial ended', () => {
    const course = recruitmentCourse(aShownTrial({ ended_on: '2026-01-12' }), recruitment, NOON)
    expect(course.at(-1)?.day).toBe(start + 7)
  })

  test('expects nothing where there is no limit, and no more than the sample size after the planned end', () => {
    expect(recruitmentCourse(aShownTrial({ sample_size: 0 }), recruitment, NOON).at(-1)?.expected).toBeNull()
    expect(recruitmentCourse(aShownTrial({ end_on: '2026-01-10' }), recruitment, NOON).at(-1)?.expected).toBe(365)
  })

  test('is nothing before anything happened', () => {
    expect(recruitmentCourse(aShownTrial({ started_on: null }), [], NOON)).toEqual([])
  })
})

test('months sum up what came before them', () => {
  const days = [
    { date: '2026-02-01', count: 1 },
    { date: '2026-01-31', count: 2 },
    { date: '2026-01-07', count: 4 },
  ]
  expect(recruitmentByMonth(days)).toEqual([
    { month: '2026-01', count: 6, total: 6 },
    { month: '2026-02', count: 1, total: 7 },
  ])
})
