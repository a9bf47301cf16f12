import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type { SeedKeys } from '../secrets/seed-keys'

/** Knows which asynchronous work belongs to an open transaction of one database. */
export class TransactionScope {
  /** False after the database refused a change as a whole, until the readiness check has made one. */
  acceptsWrites = true
  /** The keys for the heads of audit chains; a process sets them before it writes to a database that has them. */
  headKeys: SeedKeys | null = null
  readonly #current = new AsyncLocalStorage<{ isOpen: boolean; afterwards: (() => void)[] }>()

  /**
   * Runs the work of an open transaction: until it ends, the work can get no second connection. Calls for after its
   * commit are put into `afterwards`, for the caller that commits.
   */
  async within<T>(work: () => Promise<T>, afterwards: (() => void)[]): Promise<T> {
    const transaction = { isOpen: true, afterwards }
    try {
      return await this.#current.run(transaction, work)
    } finally {
      transaction.isOpen = false
    }
  }

  /** Calls a function as soon as the open transaction is committed, and never if it is not. */
  afterCommit(call: () => void): void {
    const transaction = this.#current.getStore()
    if (!transaction?.isOpen) throw new Error('Outside a transaction there is no commit to wait for')
    transaction.afterwards.push(call)
  }

  /**
   * The pool, which refuses connections to the work of an open transaction. A query outside its transaction does not
   * see the transaction's writes, and on the embedded database's one session it would wait for itself.
   */
  guard(pool: PostgresPool): PostgresPool {
    return {
      connect: async () => {
        if (this.#current.getStore()?.isOpen) {
          throw new Error('Within a transaction, every query must go through that transaction')
        }
        return pool.connect()
      },
      end: () => pool.end(),
    }
  }
}
