import * as v from 'valibot'
import { optionalText, requiredText } from './fields'

/** Text on one line, as for a name or an email's subject: a line break could forge an email header. */
export const requiredLine = (limit = 255) =>
  v.pipe(requiredText(limit), v.check(isOneLine, 'Must be a single line without control characters'))

/** The name of a person. */
export const personName = requiredLine()

/** An email address, as RFC 5322 writes one without comments and quotes. */
export const emailAddress = v.pipe(requiredText(254), v.rfcEmail('Must be an email address'))

/**
 * The stored address that the caller of a save saw, if given: an old form that is saved with another field changed must not bring an
 * old address back.
 */
export const seenEmail = v.optional(requiredText(254))

/** The zone in which times are shown to a person; null where they have chosen none. The server checks that it is supported. */
export const chosenTimeZone = optionalText(64)

function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text)
}
