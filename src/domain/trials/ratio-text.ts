/** A ratio as a person writes it: whole numbers from 1 on, one for each study group in order of id, with a colon between, such as 2:1. */
export const RATIO_TEXT = /^[1-9]\d{0,3}(?::[1-9]\d{0,3})*$/

/** The longest text of a ratio: 60 groups of up to 4 digits. */
export const LONGEST_RATIO = 299

/** The weights in a text like `2:1`; none for a text of another form. */
export const weightsOfRatio = (text: string): readonly number[] =>
  RATIO_TEXT.test(text) ? text.split(':').map(Number) : []
