/** A difference of two means as a quotient of whole numbers: (sum A · n B − sum B · n A) / (n A · n B). */
export type Difference = { readonly numerator: number; readonly denominator: number }

/** Sums and numbers of two groups, as whole numbers. */
export type GroupSums = { sum_a: number; number_a: number; sum_b: number; number_b: number }

/** mean A − mean B; null where one of them has no outcome. */
export const differenceOf = ({ sum_a, number_a, sum_b, number_b }: GroupSums): Difference | null =>
  number_a === 0 || number_b === 0
    ? null
    : { numerator: sum_a * number_b - sum_b * number_a, denominator: number_a * number_b }

/**
 * Whether |one| ≥ |other|, exactly: two quotients that are equal would otherwise be told apart by rounding, and a tie counts. The
 * doubles decide where they are far apart, and whole numbers of any length where they are not.
 */
export const isAsExtreme = (one: Difference, other: Difference): boolean => {
  const left = Math.abs(one.numerator) * other.denominator
  const right = Math.abs(other.numerator) * one.denominator
  if (Math.abs(left - right) > NEAR * Math.max(left, right)) return left > right
  return (
    BigInt(Math.abs(one.numerator)) * BigInt(other.denominator) >=
    BigInt(Math.abs(other.numerator)) * BigInt(one.denominator)
  )
}

/** Each product is off by 2^-53 of itself at most. */
const NEAR = 1e-12
