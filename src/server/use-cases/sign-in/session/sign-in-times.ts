/*
 * The longest time of each step of a sign-in, in seconds, and its purposes.
 */

/** From the redirect to the return: the person may have to find their second factor, or set a new password. */
export const LONGEST_AT_PROVIDER = 30 * 60

/** From the return to the exchange of its REF. */
export const REF_LIFE = 2 * 60

/** For how long the same browser gets the same token again, since its answer may have been lost. */
export const REPEAT_LIFE = 10

/** The purpose of a sign-in that proves the person of a session again and begins none. */
export const CONFIRM = 'confirm'
