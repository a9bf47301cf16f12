import { accepted } from '#domain/outcome'
import { lockKey } from '../../ground/db/lock-order'
import { inTransaction } from '../../ground/db/transaction'
import type { ServerContext } from './server-context'

/** Resolves when no other transaction uses a person's key; takes no lock itself. */
export const waitForKey = async (context: ServerContext, userId: number, key: string): Promise<void> => {
  await inTransaction(context.database, async (transaction) => accepted(await lockKey(transaction, userId, key)))
}
