import { powerCurve } from '#domain/simulation/t-test/power-curve'
import { tTest } from '#domain/simulation/t-test/t-test'
import { describe, expect, it } from 'vitest'

/*
 * Another program computed these: numerical integration of the definition over the chi-squared density (SciPy), to
 * 1e-10.
 */

describe('the power of the two-sided t test', () => {
  it.each([
    // R agrees on the first: power.t.test(n = 20, delta = 1, sd = 1, strict = TRUE) is 0.8689530.
    { effect: 1, sizes: [20, 20], significance: 0.05, power: 0.8689530277239899 },
    { effect: 0.5, sizes: [64, 64], significance: 0.05, power: 0.8014595579222629 },
    { effect: 0.5, sizes: [40, 88], significance: 0.05, power: 0.7395744287556602 },
    { effect: 0.3, sizes: [100, 100], significance: 0.01, power: 0.31837231020521706 },
    { effect: 0.8, sizes: [3, 5], significance: 0.1, power: 0.2554221673603915 },
    { effect: 0.5, sizes: [1, 2], significance: 0.05, power: 0.054092165138041215 },
    { effect: 2, sizes: [50, 50], significance: 0.001, power: 0.9999999999337048 },
  ] as const)('of $effect with $sizes at $significance', ({ effect, sizes: [one, other], significance, power }) => {
    const [information, freedom] = [(one * other) / (one + other), one + other - 2]
    expect(tTest(significance, freedom).rejects(effect ** 2 * information, 0)).toBeCloseTo(power, 9)
    const planned = (one + other) / 4
    expect(powerCurve(effect, significance, planned)(information, freedom)).toBeCloseTo(power, 7)
  })

  it('is the level without a difference, and nothing where there is nothing to test', () => {
    expect(tTest(0.05, 10).rejects(0, 0)).toBe(0.05)
    const power = powerCurve(0.5, 0.05, 25)
    expect([power(0, 98), power(25, 0)]).toEqual([0, 0])
  })

  it('grows with the information up to certainty', () => {
    const power = powerCurve(0.5, 0.05, 1000)
    const powers = [10, 50, 250, 1000].map((information) => power(information, 3998))
    expect(powers).toEqual(powers.toSorted((a, b) => a - b))
    expect(powers.at(-1)).toBeCloseTo(1, 9)
  })
})

describe('the t test of biased outcomes', () => {
  it.each([
    { freedom: 198, significance: 0.05, shift: 1.5, spread: 12, rejects: 0.21261695780869333 },
    { freedom: 10, significance: 0.05, shift: 3, spread: 4, rejects: 0.23139967436649064 },
    { freedom: 2, significance: 0.05, shift: 1, spread: 0.5, rejects: 0.07637377210195911 },
    { freedom: 48, significance: 0.05, shift: 0, spread: 6, rejects: 0.03803949243104824 },
    { freedom: 998, significance: 0.05, shift: 60, spread: 200, rejects: 0.9999999886591034 },
  ])('with shift $shift and spread $spread', ({ freedom, significance, shift, spread, rejects }) => {
    expect(tTest(significance, freedom).rejects(shift, spread)).toBeCloseTo(rejects, 9)
  })
})
