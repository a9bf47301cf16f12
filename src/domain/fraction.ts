/** An exact number: whole numbers above and below the line, the lower one above 0. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

export const ZERO: Fraction = { numerator: 0n, denominator: 1n }

export const wholeFraction = (whole: number): Fraction => ({ numerator: BigInt(whole), denominator: 1n })

/** So many times `part / whole`, which are whole numbers. */
export const shareOf = (times: number, part: number, whole: number): Fraction =>
  reduced(BigInt(times) * BigInt(part), BigInt(whole))

export const plus = (one: Fraction, other: Fraction): Fraction =>
  reduced(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator)

export const minus = (one: Fraction, other: Fraction): Fraction =>
  plus(one, { numerator: -other.numerator, denominator: other.denominator })

/** Rounded to one decimal, halves away from zero. No binary fraction takes part before the digits are settled. */
export const roundedToTenths = ({ numerator, denominator }: Fraction): number => {
  const size = numerator < 0n ? -numerator : numerator
  const tenths = (20n * size + denominator) / (2n * denominator)
  return tenths === 0n ? 0 : Number(numerator < 0n ? -tenths : tenths) / 10
}

const reduced = (numerator: bigint, denominator: bigint): Fraction => {
  let [one, other] = [numerator < 0n ? -numerator : numerator, denominator]
  while (other !== 0n) [one, other] = [other, one % other]
  return one === 0n ? ZERO : { numerator: numerator / one, denominator: denominator / one }
}
