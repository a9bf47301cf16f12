import { betaKernel, incompleteBeta } from './incomplete-beta'

/** A two-sided t test at a significance level from 0 to 1. */
export type TTest = {
  /**
   * The chance that it rejects, where its statistic is T = (Z + d) / √(C / f): Z standard normal, C chi-squared with f degrees
   * of freedom and of noncentrality `spread`. In: d² as `shift`, and `spread`; both 0 under the null hypothesis.
   */
  readonly rejects: (shift: number, spread: number) => number
}

/**
 * The chance of |T| > t is that of T² = F > t², for F doubly noncentral with 1 and f degrees of freedom: a Poisson mixture of
 * incomplete beta functions, at t where it is the significance level for the central one. Both tails count. Sources: Johnson,
 * Kotz & Balakrishnan, Continuous Univariate Distributions 2 (1995), chapters 30 and 31; for a biased t test Langer (2014) and
 * Hilgers, Uschner, Rosenberger & Heussen (2017), as randomizeR has it. Degrees of freedom: any number from 1 on.
 */
export const tTest = (significance: number, freedom: number): TTest => {
  const x = criticalShare(significance, freedom)
  return {
    rejects: (shift, spread) => {
      if (shift === 0 && spread === 0) return significance
      return mixture(x, freedom, poisson(shift / 2), poisson(spread / 2))
    },
  }
}

/** t² / (t² + f) at the critical value t: the share x that a central beta variable exceeds as often as the test may reject. */
const criticalShare = (significance: number, freedom: number): number => {
  let low = 0
  let high = 1
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2
    // 1 − I_x(1/2, f/2) is the two-sided tail of t.
    if (incompleteBeta(1 - middle, freedom / 2, 0.5) > significance) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Until two neighbours cannot be told apart. */
const BISECTIONS = 60

/** The likeliest values of a Poisson variable: those of `first`, `first` + 1, … with their chances. */
type Poisson = { readonly first: number; readonly chances: readonly number[] }

const NEGLIGIBLE = 1e-14

const poisson = (mean: number): Poisson => {
  if (mean === 0) return { first: 0, chances: [1] }
  const mode = Math.floor(mean)
  const above = [1]
  for (let k = mode + 1; (above.at(-1) ?? 0) > NEGLIGIBLE; k += 1) above.push(((above.at(-1) ?? 0) * mean) / k)
  const below: number[] = []
  for (let k = mode, chance = 1; k > 0 && chance > NEGLIGIBLE; k -= 1) below.push((chance *= k / mean))
  const chances = [...below.toReversed(), ...above]
  const sum = chances.reduce((total, chance) => total + chance, 0)
  return { first: mode - below.length, chances: chances.map((chance) => chance / sum) }
}

/**
 * Σ over j and k of both chances times 1 − I_x(1/2 + j, f/2 + k). Each follows from the one before it: a step of a adds
 * x^a (1 − x)^b / (a B(a, b)), and a step of b takes x^a (1 − x)^b / (b B(a, b)) away.
 */
const mixture = (x: number, freedom: number, shifts: Poisson, spreads: Poisson): number => {
  const tails: number[] = []
  const kernels: number[] = []
  const firstB = freedom / 2 + spreads.first
  for (let index = 0; index < shifts.chances.length; index += 1) {
    const a = 0.5 + shifts.first + index
    const before = index - 1
    tails[index] =
      index === 0 ? incompleteBeta(1 - x, firstB, a) : (tails[before] ?? 0) + (kernels[before] ?? 0) / (a - 1)
    kernels[index] = index === 0 ? betaKernel(x, a, firstB) : ((kernels[before] ?? 0) * x * (a - 1 + firstB)) / (a - 1)
  }
  let sum = 0
  for (let step = 0; step < spreads.chances.length; step += 1) {
    const b = firstB + step
    let ofStep = 0
    for (let index = 0; index < tails.length; index += 1) {
      const a = 0.5 + shifts.first + index
      const tail = tails[index] ?? 0
      const kernel = kernels[index] ?? 0
      ofStep += (shifts.chances[index] ?? 0) * tail
      tails[index] = tail - kernel / b
      kernels[index] = (kernel * (1 - x) * (a + b)) / b
    }
    sum += ofStep * (spreads.chances[step] ?? 0)
  }
  return Math.min(1, Math.max(0, sum))
}
