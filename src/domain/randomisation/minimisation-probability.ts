import { FRACTION_TEXT } from '../trials/fraction-text'
import { greatestCommonDivisor } from './greatest-common-divisor'

/** p of a minimisation: a numerator and a denominator. */
export type Probability = { readonly minimisation_probability: number; readonly minimisation_out_of: number }

/** The denominator of a probability in percent. */
export const PERCENT = 100

/**
 * The probability in a text like `2/3`: in percent where that is whole, so that each has one form, else in lowest
 * terms. Undefined for a text of another form.
 */
export const fractionOf = (text: string): Probability | undefined => {
  if (!FRACTION_TEXT.test(text)) return undefined
  const [chance = 0, outOf = 0] = text.split('/').map(Number)
  const divisor = greatestCommonDivisor(chance, outOf)
  const lowest = { minimisation_probability: chance / divisor, minimisation_out_of: outOf / divisor }
  const times = PERCENT / lowest.minimisation_out_of
  return Number.isInteger(times)
    ? { minimisation_probability: lowest.minimisation_probability * times, minimisation_out_of: PERCENT }
    : lowest
}

/** Whether p is 1 at most, and above 1 − 1/S: below that, the worse arms would be drawn more often than the best. */
export const isOverArms = (
  { minimisation_probability, minimisation_out_of }: Probability,
  virtualArms: number,
): boolean =>
  minimisation_probability <= minimisation_out_of &&
  minimisation_probability * virtualArms > minimisation_out_of * (virtualArms - 1)
