import type { Outcome } from '#domain/outcome'
import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import { CommitOutcomeUnknown, refusesWrites } from './database-away'
import { enterScope } from './head-keys'
import type { Schema } from './schema'
import type { TransactionScope } from './transaction-scope'

/** The transaction of a use case that writes: all reads and writes go through it, and happen together or not at all. */
export type Transaction = KyselyTransaction<Schema>

/** The source of a single read: a transaction, or the database's own `queries`. */
export type Queries = Kysely<Schema>

/**
 * Runs work in one transaction (read committed) and returns its outcome once that is committed. A refusal rolls
 * everything back and is returned; a throw rolls back and is thrown on. Throws `DatabaseAway` where the database was
 * lost and nothing is changed, `CommitOutcomeUnknown` where it was lost during the commit or a call after the commit
 * failed, and `TransactionAborted` where the work swallowed an error of a query.
 */
export const inTransaction = async <Value, Refusal>(
  database: { queries: Queries; transactions: TransactionScope },
  work: (transaction: Transaction) => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal>> => {
  const rolledBack: { with?: Outcome<Value, Refusal> } = {}
  const afterwards: (() => void)[] = []
  try {
    const committed = await database.queries
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        enterScope(transaction, database.transactions)
        const outcome = await database.transactions.within(() => work(transaction), afterwards)
        if (outcome.ok) return outcome
        rolledBack.with = outcome
        throw ROLL_BACK
      })
    callAll(afterwards)
    return committed
  } catch (error) {
    if (error === ROLL_BACK && rolledBack.with) return rolledBack.with
    if (refusesWrites(error)) database.transactions.acceptsWrites = false
    throw error
  }
}

/** Committed work must not look as if it could be repeated: a randomisation without a key would be drawn twice. */
const callAll = (afterwards: readonly (() => void)[]): void => {
  try {
    for (const call of afterwards) call()
  } catch (error) {
    throw new CommitOutcomeUnknown(error)
  }
}

/** Kysely rolls back on a throw only. */
const ROLL_BACK = new Error('A refusal rolls the transaction back')
