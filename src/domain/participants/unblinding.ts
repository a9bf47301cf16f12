/** How many unblindings within an hour a person makes before each further one needs an extra confirmation. */
const UNASKED_IN_AN_HOUR = 4

/** The period in which unblindings are counted, in seconds. */
export const UNBLINDING_HOUR = 60 * 60

/**
 * Whether the person must confirm once more: from the fifth unblinding within an hour on, in whichever trials. `recent` is the
 * number within the hour.
 */
export const asksAgain = (recent: number): boolean => recent >= UNASKED_IN_AN_HOUR
