import { accepted, refused, type Outcome } from '../../outcome'

/** Outcomes as whole numbers, so that their sums have no rounding: outcome = offset + whole / scale. */
type WholeOutcomes = {
  readonly scale: number
  /** The smallest outcome times the scale. Means of two groups differ by as much with it as without. */
  readonly offset: number
  /** In the order of the outcomes, 0 or more. */
  readonly whole: readonly number[]
}

/**
 * Outcomes in: decimal numbers. Out: the same times a power of ten, less the smallest. Refused where they have so many digits that a
 * sum of them, times their number, would not be exact in a double.
 */
export const wholeOutcomes = (outcomes: readonly number[]): Outcome<WholeOutcomes, 'too_many_digits'> => {
  const decimals = outcomes.reduce((most, outcome) => Math.max(most, decimalsOf(outcome)), 0)
  if (decimals > MOST_DECIMALS) return refused('too_many_digits')
  const scale = 10 ** decimals
  const scaled = outcomes.map((outcome) => Math.round(outcome * scale))
  const offset = scaled.reduce((least, value) => Math.min(least, value), Infinity)
  const whole = scaled.map((value) => value - offset)
  const sum = whole.reduce((total, value) => total + value, 0)
  const isExact = scaled.every((value) => Math.abs(value) <= MOST_SCALED)
  return isExact && sum * outcomes.length <= Number.MAX_SAFE_INTEGER
    ? accepted({ scale, offset, whole })
    : refused('too_many_digits')
}

const MOST_DECIMALS = 15

/** Up to it the double nearest to a decimal number, times its power of ten, rounds to the number itself. */
const MOST_SCALED = 2 ** 50

/** Digits after the point of the shortest text that is this number: 3 for 0.125, 7 for 1e-7. */
const decimalsOf = (outcome: number): number => {
  const [mantissa = '', exponent = '0'] = String(outcome).split('e')
  const after = mantissa.split('.')[1]?.length ?? 0
  return Math.max(0, after - Number(exponent))
}
