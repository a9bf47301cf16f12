import { AsyncLocalStorage } from 'node:async_hooks'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'

/** The databases of one page: what the page's code opens, until the page is gone. */
export type PageDatabases = {
  /** Runs code of the page that may open a database. */
  run: <Result>(work: () => Result) => Result
  /** Aborts what is under way, as the end of a browser's page does; nothing is answered from then on. */
  end: () => void
}

type OpenPage = { isGone: boolean; databases: IDBDatabase[]; active: Set<IDBTransaction> }

const present = new AsyncLocalStorage<OpenPage>()

/** The databases of a browser, which outlive its pages. */
export const browserDatabases = (): { openPage: () => PageDatabases } => {
  const factory = new IDBFactory()
  const open = factory.open.bind(factory)
  factory.open = (name, version) => {
    const page = present.getStore()
    const request = open(name, version)
    request.addEventListener('success', () => {
      if (page) follow(page, request.result)
    })
    return request
  }
  return {
    openPage: () => {
      const page: OpenPage = { isGone: false, databases: [], active: new Set() }
      return {
        run: (work) =>
          present.run(page, () => {
            // Dexie takes hold of it when a database is made.
            Dexie.dependencies.indexedDB = factory
            return work()
          }),
        end: () => {
          page.isGone = true
          for (const transaction of page.active) abort(transaction)
        },
      }
    },
  }
}

const follow = (page: OpenPage, database: IDBDatabase): void => {
  page.databases.push(database)
  const begin = database.transaction.bind(database)
  database.transaction = (...parameters) => {
    const transaction = begin(...parameters)
    if (page.isGone) return unanswered(transaction)
    page.active.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => page.active.delete(transaction))
    return transaction
  }
}

/** A transaction whose requests never end, as of a page that is gone: its code does not go on. */
const unanswered = (transaction: IDBTransaction): IDBTransaction =>
  new Proxy(transaction, {
    get: (target, name) => {
      const value: unknown = name === 'objectStore' ? () => UNANSWERING : Reflect.get(target, name)
      return typeof value === 'function' && name !== 'objectStore' ? value.bind(target) : value
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  })

const UNANSWERING: object = new Proxy(
  {},
  { get: (_, name) => (name === 'index' ? () => UNANSWERING : () => new EventTarget()) },
)

const abort = (transaction: IDBTransaction): void => {
  try {
    transaction.abort()
  } catch {
    // It is being committed, and so it ends by itself.
  }
}
