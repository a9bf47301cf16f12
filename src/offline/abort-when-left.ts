import type { Dexie } from 'dexie'

/** What the databases of this page are doing. */
const active = new Set<IDBTransaction>()

/**
 * Aborts what a database is doing when its page is left: nothing of that is saved, and nobody was told that it is. WebKit may
 * otherwise leave the next page waiting for that transaction for ever, so that it saves nothing until the browser is started again.
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
