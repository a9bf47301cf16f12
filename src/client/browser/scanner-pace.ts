/**
 * The longest time between two keys of a scanner that writes as a keyboard ("wedge"), in milliseconds; nobody types so
 * fast.
 */
export const SCANNED_WITHIN_MS = 50
