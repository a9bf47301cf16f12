import type { previewUsers as endpoint } from '#contract/user-accounts'
import { accepted } from '#domain/outcome'
import type { ReadHandler } from '../../call/call'
import { takenAddresses } from './person-faults'

/** Which addresses of a file other users have, so that they are told with the faults that the file has of its own. */
export const previewUsers: ReadHandler<typeof endpoint> = async ({ context, body }) => {
  const emails = body.emails.map((email) => email ?? '')
  const taken = await takenAddresses(context.database.queries, emails, null)
  return accepted({ rows: taken.map(({ place, field, message }) => ({ row: place + 1, column: field, message })) })
}
