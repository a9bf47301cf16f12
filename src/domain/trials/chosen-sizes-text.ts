const NUMBER = '(?:1000|[1-9]\\d{0,2})'
const CHOICE = `${NUMBER}(?: ?: ?${NUMBER})?`

/** Sizes of 1 to 1000 with a comma between them, each with its chance, as large, after a colon; without one it is 1. */
export const CHOSEN_SIZES_TEXT = new RegExp(`^${CHOICE}(?: ?, ?${CHOICE})*$`)
