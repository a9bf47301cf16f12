/** How many participants a person may be told the group of within an hour before each further one is asked again. */
const UNASKED_IN_AN_HOUR = 4

/** The time that is looked back over, in seconds. */
export const UNBLINDING_HOUR = 60 * 60

/**
 * Whether a person has to say once more that a participant must be unblinded: from the fifth within an hour on, in whichever trials.
 * `recent` is how many that person was told within the hour.
 */
export const asksAgain = (recent: number): boolean => recent >= UNASKED_IN_AN_HOUR
