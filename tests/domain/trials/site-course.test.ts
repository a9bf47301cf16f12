import { forecastCount } from '#domain/trials/forecast'
import { siteCourse } from '#domain/trials/site-course'
import { PAUSED, STARTED } from '#domain/trials/trial-status'
import { describe, expect, test } from 'vitest'

describe('the forecast of a count on a day to come', () => {
  test.each([
    // 20 in 200 days, and 100 days to come: 10 more; 1.2816 × √(10 × 1.5) = 4.96.
    [20, 200, 100, { count: 30, least: 25, most: 35 }],
    // The planned end is past, so no more are expected.
    [20, 200, -5, { count: 20, least: 20, most: 20 }],
    // The interval never falls below the present number: 1.25 more; 1.2816 × √(1.25 × 1.125) = 1.52.
    [10, 80, 10, { count: 11, least: 10, most: 13 }],
  ])('%i in %i days, %i days before the end', (recruited, run, left, forecast) => {
    expect(forecastCount(recruited, run, left)).toEqual(forecast)
  })

  test('is null below ten participants, or before a whole day has passed', () => {
    expect(forecastCount(9, 100, 100)).toBeNull()
    expect(forecastCount(10, 0, 100)).toBeNull()
  })
})

describe('the course of a site', () => {
  const plan = { trial_status_id: STARTED, sample_size: 120, end: 400, sites: 4 }

  test('is measured by its even share, from its own first day', () => {
    expect(siteCourse(plan, { count: 12, since: 200 }, 300)).toEqual({
      expected: 15,
      forecast: { count: 24, least: 18, most: 30 },
    })
  })

  test('expects nothing before the site may randomise', () => {
    expect(siteCourse(plan, { count: 0, since: null }, 300)).toEqual({ expected: null, forecast: null })
  })

  test('expects nothing without a sample size, and still forecasts', () => {
    const { expected, forecast } = siteCourse({ ...plan, sample_size: 0 }, { count: 12, since: 200 }, 300)
    expect(expected).toBeNull()
    expect(forecast?.count).toBe(24)
  })

  test('forecasts nothing while the trial is paused', () => {
    expect(siteCourse({ ...plan, trial_status_id: PAUSED }, { count: 12, since: 200 }, 300)).toMatchObject({
      expected: 15,
      forecast: null,
    })
  })
})
