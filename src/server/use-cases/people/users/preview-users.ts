import type { previewUsers as endpoint } from '#contract/user-accounts'
import { accepted } from '#domain/outcome'
import type { ReadHandler } from '../../call/call'
import { takenAddressFaults } from './person-faults'

/** The addresses of a file that other users have, to be shown with the file's own faults. */
export const previewUsers: ReadHandler<typeof endpoint> = async ({ context, body }) => {
  const emails = body.emails.map((email) => email ?? '')
  const takenFaults = await takenAddressFaults(context.database.queries, emails, null)
  return accepted({
    rows: takenFaults.map(({ index, field, message }) => ({ row: index + 1, column: field, message })),
  })
}
