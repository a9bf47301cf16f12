import { daysRemaining, ratePerWeek, remainingParticipants } from '#domain/trials/progress'
import { describe, expect, it } from 'vitest'

describe('participants still to be randomised', () => {
  it.each([
    [100, 0, 100],
    [100, 99, 1],
    [100, 100, 0],
    [100, 103, 0],
    [0, 0, null],
    [0, 5000, null],
  ])('of %d after %d are %s', (sample_size, num_sampled, remaining) => {
    expect(remainingParticipants({ sample_size, num_sampled })).toBe(remaining)
  })
})

describe('participants per week', () => {
  it.each([
    ['before the start', 0, null, null],
    ['on the first day', 12, 0, null],
    ['after 0.14 weeks to the hour', 12, 0.98, null],
    ['after a day', 12, 1, '84.00'],
    ['after a week', 12, 7, '12.00'],
    ['after 100 days', 1, 100, '0.07'],
    ['after three weeks', 10, 21, '3.33'],
    ['with nobody', 0, 70, '0.00'],
  ])('%s', (_when, sampled, days, rate) => {
    expect(ratePerWeek(sampled, days)).toBe(rate)
  })
})

describe('days remaining', () => {
  it.each([
    [20_000, 20_030, 30],
    [20_000, 20_001, 1],
    [20_000, 20_000, 0],
    [20_000, 19_000, 0],
  ])('from day %d to day %d are %d', (today, end, days) => {
    expect(daysRemaining(today, end)).toBe(days)
  })
})
