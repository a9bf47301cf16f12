/** A domain to which no email can be delivered (RFC 2606, section 2). */
const NOWHERE = '.invalid'

/** Replaces the address of the first administrator, which is unknown before they sign in. */
export const MISSING_ADDRESS = `first.administrator@equipoise${NOWHERE}`

/** Whether an address is only a placeholder, because its person has not entered one yet. */
export const isMissing = (address: string): boolean => address.toLowerCase().endsWith(NOWHERE)
