/** Of two integers ≥ 0; with 0 it is the other one. */
export const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))
