/** What stands in a number field: a number, or the text that is none yet; empty is not answered. */
export type Entered = number | string

/** A number field as it is sent: null where it is empty. */
export const entered = (value: Entered): Entered | null => (value === '' ? null : value)
