/** Keys that a scanner writes as a keyboard ("wedge") follow each other within this, in milliseconds; nobody types so fast. */
export const SCANNED_WITHIN_MS = 50
