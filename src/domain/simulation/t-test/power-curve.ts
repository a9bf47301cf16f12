import { tTest } from './t-test'

/** Points of the curve for the information of the planned allocation. */
const POINTS = 256

/**
 * The power of a two-sided t test by how much information the realised allocation leaves, which is N1·N2 / (N1 + N2) where
 * nothing is adjusted for. Between points it is a cubic through four of them, which is off by less than 1e-8. In: the standardised
 * difference of the means, the significance level, and the information of the planned allocation.
 */
export const powerCurve = (effect: number, significance: number, planned: number) => {
  const curves = new Map<number, (place: number) => number>()
  const step = planned / POINTS

  const curveOf = (freedom: number): ((place: number) => number) => {
    const test = tTest(significance, freedom)
    const points: number[] = []
    return (place) => (points[place] ??= test.rejects(effect ** 2 * step * place, 0))
  }

  return (information: number, freedom: number): number => {
    if (freedom < 1 || information <= 0) return 0
    const at = curves.get(freedom) ?? curveOf(freedom)
    curves.set(freedom, at)
    const place = information / step
    const first = Math.max(0, Math.floor(place) - 1)
    return cubicThrough(at(first), at(first + 1), at(first + 2), at(first + 3), place - first)
  }
}

/** The value at `place` of the cubic that has these values at 0, 1, 2 and 3 (Lagrange). */
const cubicThrough = (y0: number, y1: number, y2: number, y3: number, place: number): number => {
  const [d0, d1, d2, d3] = [place, place - 1, place - 2, place - 3]
  return (-y0 * d1 * d2 * d3) / 6 + (y1 * d0 * d2 * d3) / 2 - (y2 * d0 * d1 * d3) / 2 + (y3 * d0 * d1 * d2) / 6
}
