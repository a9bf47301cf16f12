import type { Dexie } from 'dexie'

/** The running transactions of this page's databases. */
const active = new Set<IDBTransaction>()

/**
 * Aborts a database's running transactions when its page is left; none of them was reported as saved. Otherwise WebKit
 * may leave the next page waiting for them until the browser restarts.
 */
export const abortWhenLeft = (dexie: Dexie): void => {
  dexie.use({
    stack: 'dbcore',
    name: 'abort when left',
    create: (core) => ({
      ...core,
      transaction: (...parameters) => {
        const transaction = core.transaction(...parameters)
        if (transaction instanceof IDBTransaction) follow(transaction)
        return transaction
      },
    }),
  })
}

const follow = (transaction: IDBTransaction): void => {
  active.add(transaction)
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => active.delete(transaction))
}

const abortAll = (): void => {
  for (const transaction of active) {
    try {
      transaction.abort()
    } catch {
      // It is being committed: it ends by itself.
    }
  }
}

// A test may run without a page.
if ('addEventListener' in globalThis) addEventListener('pagehide', abortAll)
