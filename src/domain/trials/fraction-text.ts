const NUMBER = '(?:1000|[1-9]\\d{0,2})'

/** A fraction of two numbers from 1 to 1000. */
export const FRACTION_TEXT = new RegExp(`^${NUMBER} ?/ ?${NUMBER}$`)
