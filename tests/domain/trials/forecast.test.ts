import { againstPlan, expectedBy, forecastLast, isSilent } from '#domain/trials/forecast'
import { describe, expect, test } from 'vitest'

describe('expected by a day', () => {
  const plan = { sample_size: 240, first: 100, end: 500 }
  test.each([
    [100, 0],
    [200, 60],
    [240, 84],
    [500, 240],
    [900, 240],
    [50, 0],
  ])('on day %i there should be %f', (day, expected) => {
    expect(expectedBy(plan, day)).toBe(expected)
  })

  test('without a sample size, or an end after the start, nothing is expected', () => {
    expect(expectedBy({ ...plan, sample_size: 0 }, 200)).toBeNull()
    expect(expectedBy({ ...plan, end: 100 }, 200)).toBeNull()
  })
})

describe('the forecast of the last participant', () => {
  test.each([
    // 61 in 230 days, 179 to come: 674.9 days; exp(1.2816 × √(1/61 + 1/179)) = 1.2093.
    [61, 179, 230, { days: 675, earliest: 558, latest: 816 }],
    // As many to come as recruited: the same time again; exp(1.2816 × √(2/100)) = 1.1987.
    [100, 100, 365, { days: 365, earliest: 304, latest: 438 }],
    // One to come: they may arrive at once, or late.
    [10, 1, 100, { days: 10, earliest: 3, latest: 38 }],
  ])('with %i recruited and %i to come after %i days', (recruited, remaining, days, forecast) => {
    expect(forecastLast(recruited, remaining, days)).toEqual(forecast)
  })

  test.each([
    ['fewer than ten participants', 9, 100, 50],
    ['nobody to come', 100, 0, 50],
    ['less than a day', 10, 100, 0],
    ['more than a century', 10, 100_000, 100],
  ])('there is none with %s', (_, recruited, remaining, days) => {
    expect(forecastLast(recruited, remaining, days)).toBeNull()
  })
})

test.each([
  [61, 84, 240, 'behind'],
  [72, 84, 240, 'on_plan'],
  [71, 84, 240, 'behind'],
  [96, 84, 240, 'on_plan'],
  [97, 84, 240, 'ahead'],
] as const)('%i recruited of %i expected, with a sample of %i, is %s', (recruited, expected, size, comparison) => {
  expect(againstPlan(recruited, expected, size)).toBe(comparison)
})

test.each([
  ['a site without participants, after 20 days', 20, { count: 0, span: 0 }, false],
  ['a site without participants, after 21 days', 21, { count: 0, span: 0 }, true],
  ['a site with one, after 21 days', 21, { count: 1, span: 0 }, true],
  // A participant every ten days: four gaps are 40 days.
  ['a site that recruits seldom, after 39 days', 39, { count: 11, span: 100 }, false],
  ['a site that recruits seldom, after 40 days', 40, { count: 11, span: 100 }, true],
  ['a site that recruits often, after 21 days', 21, { count: 101, span: 100 }, true],
])('%s', (_, days, site, silent) => {
  expect(isSilent(days, site)).toBe(silent)
})
