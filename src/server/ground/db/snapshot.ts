import type { TransactionScope } from './transaction-scope'
import type { Queries, Transaction } from './transaction'

/**
 * Runs reads that must be consistent in one snapshot (repeatable read, nothing can be written): each of them sees the
 * same moment, whatever is committed meanwhile. Throws `DatabaseAway` where the database was lost.
 */
export const inSnapshot = async <T>(
  database: { queries: Queries; transactions: TransactionScope },
  read: (snapshot: Transaction) => Promise<T>,
): Promise<T> =>
  database.queries
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => database.transactions.within(() => read(snapshot), []))
