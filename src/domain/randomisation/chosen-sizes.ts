import { CHOSEN_SIZES_TEXT } from '../trials/chosen-sizes-text'
import { greatestCommonDivisor } from './greatest-common-divisor'

/** A block size in participants, and its chance as a whole number beside those of the other sizes. */
export type ChosenSize = { readonly size: number; readonly chance: number }

/** The sizes in a text like `4, 8:3`, in its own order; none for a text of another form. */
export const chosenSizes = (text: string): readonly ChosenSize[] =>
  CHOSEN_SIZES_TEXT.test(text)
    ? text.split(',').map((part) => {
        const [size = '', chance = '1'] = part.split(':')
        return { size: Number(size), chance: Number(chance) }
      })
    : []

/** The one text of these sizes: ascending, each with its chance, chances in lowest terms. */
export const textOfSizes = (sizes: readonly ChosenSize[]): string => {
  const divisor = sizes.reduce((gcd, { chance }) => greatestCommonDivisor(gcd, chance), 0)
  return sizes
    .toSorted((one, other) => one.size - other.size)
    .map(({ size, chance }) => `${size}:${chance / divisor}`)
    .join(',')
}
