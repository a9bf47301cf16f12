import { accepted } from '#domain/outcome'
import { findUnwarnedAccounts } from '../../ground/db/ending-accounts'
import { inTransaction } from '../../ground/db/transaction'
import { lockPeople } from '../../ground/db/users'
import { queueToPerson } from '../../ground/mail/queue-to-person'
import type { ServerContext } from '../../use-cases/call/server-context'

/** The number of people in one transaction. Whoever creates people waits until it ends. */
const PIECE = 200

/**
 * Emails people that their account ends in 30 days, 7 days and one day, once for each of these and each end
 * (src/decisions/0114-accounts-that-say-they-end.md).
 */
export const warnOfEndingAccounts = async (context: ServerContext): Promise<void> => {
  if (context.mail === null) return
  while (!context.is_stopping()) if ((await warnPiece(context)) < PIECE) return
}

const warnPiece = async (context: ServerContext): Promise<number> => {
  const warned = await inTransaction<number, never>(context.database, async (transaction) => {
    // Two processes that are at it at once would else both find the same people.
    await lockPeople(transaction)
    const at = context.now()
    const people = await findUnwarnedAccounts(transaction, at, PIECE)
    for (const { expires_at, days, ...person } of people)
      await queueToPerson(transaction, context, person, { kind: 'account_ending', at, expires_at, days })
    return accepted(people.length)
  })
  return warned.ok ? warned.value : 0
}
