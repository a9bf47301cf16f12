/**
 * I_x(a, b), the regularised incomplete beta function, for a, b > 0 and x from 0 to 1, to about 13 digits. Source: the continued
 * fraction of Abramowitz & Stegun 26.5.8, by the method of Lentz (1976).
 */
export const incompleteBeta = (x: number, a: number, b: number): number => {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // On this side of the mean the fraction ends soon; on the other its complement does.
  return x < (a + 1) / (a + b + 2)
    ? (betaKernel(x, a, b) * fraction(x, a, b)) / a
    : 1 - (betaKernel(1 - x, b, a) * fraction(1 - x, b, a)) / b
}

/** x^a (1 − x)^b / B(a, b). */
export const betaKernel = (x: number, a: number, b: number): number =>
  Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))

const MAX_TERMS = 10_000
const PRECISION = 1e-16
const TINY = 1e-300

const fraction = (x: number, a: number, b: number): number => {
  const away = (value: number) => (Math.abs(value) < TINY ? TINY : value)
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m <= MAX_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    value *= d * c
    if (Math.abs(d * c - 1) < PRECISION * 4) break
  }
  return value
}

/** ln Γ(x) for x > 0. Source: C. Lanczos (1964), with the coefficients of P. Godfrey for g = 7 and nine terms. */
const logGamma = (x: number): number => {
  const shifted = x - 1
  let sum = LANCZOS[0]
  for (const [index, coefficient] of LANCZOS.entries()) if (index > 0) sum += coefficient / (shifted + index)
  const base = shifted + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum)
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const
