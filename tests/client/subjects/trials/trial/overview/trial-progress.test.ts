import { describe, expect, test } from 'vitest'
import {
  recruitmentByMonth,
  recruitmentCourse,
  trialProgress,
} from '../../../../../../src/client/subjects/trials/trial/overview/trial-progress'
import { dayNumber, todayIn } from '../../../../../../src/client/ui/format-time'
import { aShownTrial } from '../../../../a-shown-trial'

const TODAY = '2026-01-19'

describe('the quick stats', () => {
  test('of a trial two weeks after its start', () => {
    expect(trialProgress(aShownTrial(), TODAY)).toEqual({ remaining: 355, per_week: '5.00', days_remaining: 351 })
  })

  test.each([
    ['before it has started', aShownTrial({ started_on: null, num_sampled: 0 }), null],
    ['on its first day', aShownTrial({ started_on: '2026-01-19' }), null],
    ['on its second day', aShownTrial({ started_on: '2026-01-18' }), '70.00'],
    ['after it has ended', aShownTrial({ ended_on: '2026-01-12' }), '10.00'],
  ])('the rate %s', (_, trial, expected) => {
    expect(trialProgress(trial, TODAY).per_week).toBe(expected)
  })

  test.each([
    ['Europe/London', 350],
    ['Pacific/Auckland', 349],
  ])('days are those of %s', (selected_timezone, expected) => {
    const trial = aShownTrial({ selected_timezone })
    expect(trialProgress(trial, todayIn(selected_timezone, Date.parse('2026-01-20T12:30:00Z'))).days_remaining).toBe(
      expected,
    )
  })

  test('no days are left after the end, and nothing remains without a limit', () => {
    const stats = trialProgress(aShownTrial({ end_on: '2025-01-01', sample_size: 0 }), TODAY)
    expect([stats.days_remaining, stats.remaining]).toEqual([0, null])
  })
})

describe('the course of recruitment', () => {
  const start = dayNumber('2026-01-05')
  const recruitment = [
    { date: '2026-01-12', count: 6 },
    { date: '2026-01-07', count: 4 },
  ]

  const courseOf = (changes: Parameters<typeof aShownTrial>[0] = {}, isPart = false) =>
    recruitmentCourse(aShownTrial(changes), recruitment, TODAY, isPart)

  test('begins with nobody and ends today, beside a straight line to the sample size at the planned end', () => {
    expect(courseOf()).toEqual({
      points: [
        { day: start, recruited: 0, expected: 0 },
        { day: start + 2, recruited: 4, expected: 2 },
        { day: start + 7, recruited: 10, expected: 7 },
        { day: start + 14, recruited: 10, expected: 14 },
        { day: start + 365, recruited: null, expected: 365 },
      ],
      latest: { day: start + 14, recruited: 10, expected: 14 },
    })
  })

  test('ends with the trial', () => {
    expect(courseOf({ ended_on: '2026-01-12' })?.latest).toEqual({ day: start + 7, recruited: 10, expected: 7 })
  })

  test('continues under a paused trial', () => {
    const paused = { trial_status_id: 4, trial_status: { id: 4, name: 'Paused' } }
    expect(courseOf(paused)?.latest.day).toBe(start + 14)
  })

  test('expects no more than the sample size after the planned end, with the corner at that day', () => {
    expect(courseOf({ end_on: '2026-01-10' })?.points).toEqual([
      { day: start, recruited: 0, expected: 0 },
      { day: start + 2, recruited: 4, expected: 146 },
      { day: start + 5, recruited: 4, expected: 365 },
      { day: start + 7, recruited: 10, expected: 365 },
      { day: start + 14, recruited: 10, expected: 365 },
    ])
  })

  test.each([
    ['there is no limit', courseOf({ sample_size: 0 })],
    ['only some of the sites are seen', courseOf({}, true)],
    ['the planned end is not after the start', courseOf({ end_on: '2026-01-05' })],
  ])('expects nothing where %s', (_, course) => {
    expect(course?.points.map(({ expected }) => expected)).toEqual([null, null, null, null])
    expect(course?.latest).toEqual({ day: start + 14, recruited: 10, expected: null })
  })

  test('never goes down, even if a participant was randomised on the day before the start', () => {
    const days = courseOf({ started_on: '2026-01-08' })?.points.map(({ day }) => day - start)
    expect(days).toEqual([2, 2, 7, 14, 365])
  })

  test('is null before the start', () => {
    expect(recruitmentCourse(aShownTrial({ started_on: null }), [], TODAY)).toBeNull()
  })
})

test('months add up all participants before them', () => {
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
