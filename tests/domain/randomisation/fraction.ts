/** A fraction in lowest terms, above a whole number greater than 0. */
export type Fraction = { readonly over: bigint; readonly under: bigint }

/** over / under in lowest terms; under is above 0. */
export const fraction = (over: bigint | number, under: bigint | number = 1n): Fraction => {
  const divisor = commonDivisor(BigInt(over), BigInt(under))
  return { over: BigInt(over) / divisor, under: BigInt(under) / divisor }
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? fraction(a.over + b.over, a.under)
    : fraction(a.over * b.under + b.over * a.under, a.under * b.under)

export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under)

export const sumOf = (fractions: readonly Fraction[]): Fraction => fractions.reduce(plus, fraction(0))

/** The fraction with this many decimals, the last one rounded. */
export const withDigits = ({ over, under }: Fraction, digits: number): string =>
  (Number((over * 10n ** 15n) / under) / 1e15).toFixed(digits)

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : commonDivisor(b, a % b))
