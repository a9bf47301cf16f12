import { describe, expect, it } from 'vitest'
import { defaultProbability, minProbability } from '#domain/randomisation/method-settings'
import { minimised } from './designs'

const ARMS = Array.from({ length: 59 }, (_, index) => index + 2)

/** The first whole percent p with p / 100 > 1 − 1 / S, found by trial in whole numbers. */
const firstAbove = (arms: number) =>
  Array.from({ length: 101 }, (_, percent) => percent).find((percent) => percent * arms > 100 * (arms - 1))

describe('the probability of a minimisation', () => {
  it.each(ARMS)('over %i arms', (arms) => {
    const least = firstAbove(arms)
    expect(minProbability(arms)).toBe(least)
    expect(defaultProbability(arms)).toBe(Math.max(80, least ?? 0))
  })

  it.each([
    { arms: 1, least: 1, usual: 80 },
    { arms: 2, least: 51, usual: 80 },
    { arms: 3, least: 67, usual: 80 },
    { arms: 4, least: 76, usual: 80 },
    { arms: 5, least: 81, usual: 81 },
    { arms: 6, least: 84, usual: 84 },
    { arms: 20, least: 96, usual: 96 },
    { arms: 50, least: 99, usual: 99 },
    { arms: 60, least: 99, usual: 99 },
  ])('over $arms is at least $least percent, and $usual by default', ({ arms, least, usual }) => {
    expect([minProbability(arms), defaultProbability(arms)]).toEqual([least, usual])
  })

  it.each(ARMS)('of a design of %i arms may be the least and no less', (arms) => {
    const named = (minimisation_probability: number | null) => minimised([arms - 1, 1], { minimisation_probability })
    expect(named(null)).toMatchObject({ minimisation_probability: defaultProbability(arms) })
    expect(named(minProbability(arms))).toMatchObject({ minimisation_probability: minProbability(arms) })
    expect(() => named(minProbability(arms) - 1)).toThrow('minimisation_probability_too_low')
  })
})
