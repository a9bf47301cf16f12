import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'

/** Knows which asynchronous work belongs to an open transaction of one database. */
export class TransactionScope {
  readonly #current = new AsyncLocalStorage<{ isOpen: boolean }>()

  /** Runs the work of an open transaction: until it ends, the work can get no second connection. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { isOpen: true }
    try {
      return await this.#current.run(transaction, work)
    } finally {
      transaction.isOpen = false
    }
  }

  /**
   * The pool, refusing connections to the work of an open transaction. A query that goes beside its transaction does not
   * see what the transaction wrote, and on the embedded database's one session it would wait for itself.
   */
  guard(pool: PostgresPool): PostgresPool {
    return {
      options: pool.options,
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
