/** Where no email ever arrives (RFC 2606, section 2). */
const NOWHERE = '.invalid'

/** Stands for the address of the first administrator, whom nobody knows before they sign in. */
export const MISSING_ADDRESS = `first.administrator@equipoise${NOWHERE}`

/** Whether an address is only a placeholder, because its person has not entered one yet. */
export const isMissing = (address: string): boolean => address.toLowerCase().endsWith(NOWHERE)
